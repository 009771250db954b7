/**
 * Runs one task on request, never twice at the same time. Requests that come during a run share one more run after it.
 */
export interface CoalescingRunner {
  /**
   * Requests a run.
   *
   * @returns a promise that resolves when a run that started after this call has ended; it never rejects
   */
  request(): Promise<void>;
  /** Starts no more runs. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/**
 * @param task must not wait for a run that it requests itself
 * @param onError gets what `task` throws
 */
export function createCoalescingRunner(
  task: () => Promise<unknown>,
  onError: (thrown: unknown) => void,
): CoalescingRunner {
  let requested: PromiseWithResolvers<void> | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  const run = async () => {
    while (requested !== undefined) {
      const { resolve } = requested;
      requested = undefined;
      await (isStopped ? undefined : task().catch(onError));
      resolve();
    }
    running = undefined;
  };
  return {
    request() {
      requested ??= Promise.withResolvers();
      const { promise } = requested;
      running ??= run();
      return promise;
    },
    async stop() {
      isStopped = true;
      await running;
    },
  };
}
