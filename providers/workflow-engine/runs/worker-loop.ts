import type { Logger } from 'chronoscribe';
import { createCoalescingRunner } from 'chronoscribe/host';

/** Milliseconds between two looks for work: at what waits for its time, and at what another host has left. */
const pollMs = 1000;

export type WorkerLoop = ReturnType<typeof startWorkerLoop>;

/** Looks for work when it is woken, and each second: what fails is tried again. */
export function startWorkerLoop(look: () => Promise<unknown>, log: Logger) {
  let failing = false;
  const runner = createCoalescingRunner(
    async () => {
      await look();
      if (failing) log.info({}, 'the workflow database can be used again');
      failing = false;
    },
    (error) => {
      if (!failing) log.error({ err: error }, 'the workflow database cannot be used; trying again every second');
      failing = true;
    },
  );
  const wake = (): void => void runner.request();
  const timer = setInterval(wake, pollMs);
  wake();
  return {
    wake,
    /** Resolves once nothing is being claimed any more. */
    stop() {
      clearInterval(timer);
      return runner.stop();
    },
  };
}
