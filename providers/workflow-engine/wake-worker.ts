import { createAutoResetEvent, type Logger } from 'chronoscribe';
import type { Backend } from 'openworkflow/internal';

/** Milliseconds between two looks for work: at what waits for its time, and at what another host has left. */
const pollMs = 1000;

export interface WorkerLoop {
  wake(): void;
  /** Resolves once nothing is being claimed any more. */
  stop(): Promise<void>;
}

/**
 * Lets an openworkflow worker look for work at once if there is something to start; the library's own loop notices that
 * up to a second later. Used instead of that loop, since both together would exceed the worker's concurrency.
 * Waits for https://github.com/openworkflowdev/openworkflow/issues/50
 *
 * @param tick one round of claims, see `Worker.tick`
 */
export function startWorkerLoop(tick: () => Promise<unknown>, log: Logger): WorkerLoop {
  const work = createAutoResetEvent();
  let stopped = false;
  let failing = false;
  const run = async (): Promise<void> => {
    while (!stopped) {
      try {
        await tick();
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

/**
 * A backend whose workers claim runs one after the other, and stop at the first that finds none: openworkflow claims for
 * each free place in every round. No upstream issue yet.
 */
export function claimInTurn(backend: Backend): {
  readonly backend: Backend;
  /** A round of claims begins. */
  begin(): void;
} {
  let previous: Promise<boolean> = Promise.resolve(true);
  const inTurn: Pick<Backend, 'claimWorkflowRun'> = {
    claimWorkflowRun(place) {
      const claim = previous.then((found) => (found ? backend.claimWorkflowRun(place) : null));
      previous = claim.then((run) => run !== null);
      previous.catch(() => undefined);
      return claim;
    },
  };
  return {
    backend: Object.assign(Object.create(backend) as Backend, inTurn),
    begin() {
      previous = Promise.resolve(true);
    },
  };
}
