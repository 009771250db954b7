/**
 * Wakes one waiting task, as the synchronisation primitive of the same name does. It is set until a wait consumes it.
 *
 * @example
 * const changed = createAutoResetEvent();
 * const unlisten = cluster.listen('letters', () => changed.set());
 * await changed.wait(30_000); // looks anyway after half a minute: a message may be lost
 * unlisten();
 */
export function createAutoResetEvent() {
  let isSet = false;
  let wake: () => void = () => undefined;
  return {
    /** Ends the current wait, or the next one if there is none. */
    set() {
      isSet = true;
      wake();
    },
    /**
     * Resolves when the event is set, or after a timeout. Only one task may wait at a time.
     *
     * @param timeoutMs milliseconds
     */
    async wait(timeoutMs: number) {
      if (!isSet) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isSet = false;
    },
  };
}

/** Something to wait for until somebody sets it; see `createAutoResetEvent`. */
export type AutoResetEvent = ReturnType<typeof createAutoResetEvent>;
