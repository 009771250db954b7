import type { Logger } from '../api/logger.ts';

/** A commit of the store waits for the disk, so that one for each entry would double the time of a request. */
const leastMs = 1000;

/** A store that is one file is written as a whole, and shall do so for a twentieth of the time at most. */
const pausePerSave = 20;

/**
 * Saves the end of a chain after it has changed, in the background, at most once a second and more seldom in a slow store.
 *
 * @param save saves the end as it is when it is called; after an error it is called again a second later
 */
export function startAnchoring(save: () => Promise<void>, log: Logger) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let nextAt = Number.NEGATIVE_INFINITY;
  let isChanged = false;
  let fault: unknown;

  const run = async (): Promise<void> => {
    const startedAt = performance.now();
    isChanged = false;
    try {
      await save();
      fault = undefined;
    } catch (thrown) {
      isChanged = true;
      if (fault === undefined) log.error({ err: thrown }, 'the end of the audit log could not be saved in the store');
      fault = thrown;
    }
    nextAt = startedAt + Math.max(leastMs, pausePerSave * (performance.now() - startedAt));
  };
  const schedule = (): void => {
    if (timer !== undefined || running !== undefined) return;
    const start = (): void => {
      timer = undefined;
      running = run().then(() => {
        running = undefined;
        if (isChanged) schedule();
      });
    };
    timer = setTimeout(start, Math.max(0, nextAt - performance.now())).unref();
  };
  return {
    /** Says that there is something to save. */
    changed() {
      isChanged = true;
      schedule();
    },
    /** Why the last attempt failed; undefined if it did not. */
    fault: () => fault,
    /** Saves what is not saved yet, with one attempt. */
    async stop() {
      await running;
      clearTimeout(timer);
      if (isChanged) await run();
    },
  };
}
