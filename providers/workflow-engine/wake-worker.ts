import type { Logger } from 'chronoscribe';
import { createAutoResetEvent } from 'chronoscribe/concurrency';

/** Milliseconds between two looks for work: at what waits for its time, and at what another host has left. */
const pollMs = 1000;

export interface WorkerLoop {
  wake(): void;
  /** Resolves once nothing is being claimed any more. */
  stop(): Promise<void>;
}

/** Looks for work when it is woken, and each second: what fails is tried again. */
export function startWorkerLoop(look: () => Promise<unknown>, log: Logger): WorkerLoop {
  const work = createAutoResetEvent();
  let stopped = false;
  let failing = false;
  const run = async (): Promise<void> => {
    while (!stopped) {
      try {
        await look();
        if (failing) log.info({}, 'the workflow database can be used again');
        failing = false;
      } catch (error) {
        if (!failing) log.error({ err: error }, 'the workflow database cannot be used; trying again every second');
        failing = true;
      }
      if (!stopped) await work.wait(pollMs);
    }
  };
  const running = run();
  return {
    wake: work.set,
    stop() {
      stopped = true;
      work.set();
      return running;
    },
  };
}
