/**
 * Wakes one waiting task, as the synchronisation primitive of the same name does. It is set until a wait consumes it.
 */
export interface AutoResetEvent {
  /** Ends the current wait, or the next one if there is none. */
  set(): void;
  /**
   * Resolves when the event is set, or after a timeout. Only one task may wait at a time.
   *
   * @param timeoutMs milliseconds
   */
  wait(timeoutMs: number): Promise<void>;
}

export function createAutoResetEvent(): AutoResetEvent {
  let isSet = false;
  let wake: () => void = () => undefined;
  return {
    set() {
      isSet = true;
      wake();
    },
    async wait(timeoutMs) {
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
