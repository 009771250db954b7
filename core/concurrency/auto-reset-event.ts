/** Wakes whoever waits for something to change. */
export interface AutoResetEvent {
  /** Ends the wait; where nobody waits, the next wait ends at once. */
  set(): void;
  /** Resolves when it rings, and after so many milliseconds at the latest. One may wait at a time. */
  wait(milliseconds: number): Promise<void>;
}

export function createAutoResetEvent(): AutoResetEvent {
  let ringing = false;
  let wake: () => void = () => undefined;
  return {
    set() {
      ringing = true;
      wake();
    },
    async wait(milliseconds) {
      if (!ringing) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      ringing = false;
    },
  };
}
