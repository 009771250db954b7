export interface Scrubbing {
  /** Resolves when nothing is left of what was deleted before the call, or when the first try at that has failed: then it is tried again by itself, and `hindrance` says why. */
  scrub(): Promise<void>;
  /** Why the last try failed; undefined where it did not. */
  hindrance(): string | undefined;
  /** Ends the tries. */
  stop(): Promise<void>;
}

/** Milliseconds before another try. */
const againMs = 60_000;

/**
 * Keeps deleted text from staying in a database. Those who ask while it is at work share the next turn.
 *
 * @param rewrite writes the database anew, so that nothing is left in it of what was deleted before
 */
export function scrubbing(rewrite: () => Promise<void>): Scrubbing {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let failure: string | undefined;
  let timer: NodeJS.Timeout | undefined;

  const tryToRewrite = async () => {
    clearTimeout(timer);
    try {
      await rewrite();
      failure = undefined;
    } catch (thrown) {
      failure = thrown instanceof Error ? thrown.message : String(thrown);
      timer = setTimeout(() => void scrub(), againMs).unref();
    }
  };
  const begin = (): Promise<void> => {
    next = undefined;
    running = tryToRewrite().finally(() => {
      running = undefined;
    });
    return running;
  };
  const scrub = (): Promise<void> => {
    if (running === undefined) return begin();
    next ??= running.then(begin);
    return next;
  };

  return {
    scrub,
    hindrance: () => failure,
    async stop() {
      await (next ?? running);
      clearTimeout(timer);
    },
  };
}
