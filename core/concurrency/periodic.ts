import type { Cluster } from '../kinds/cluster.ts';

/**
 * Runs one task on request, never twice at the same time. Requests that come during a run share one more run after it.
 *
 * @param task must not wait for a run that it requests itself
 * @param onError gets what `task` throws
 */
export function createCoalescingRunner(task: () => Promise<unknown>, onError: (thrown: unknown) => void) {
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
    /**
     * Requests a run.
     *
     * @returns a promise that resolves when a run that started after this call has ended; it never rejects
     */
    request() {
      requested ??= Promise.withResolvers();
      const { promise } = requested;
      running ??= run();
      return promise;
    },
    /** Starts no more runs. Resolves when the current run has ended. */
    async stop() {
      isStopped = true;
      await running;
    },
  };
}

/**
 * Does what is due: when it is told to look, and then when the last look said.
 *
 * @param look does it, and returns the milliseconds until more may be due; it must not wait for a look that it asks for
 * @param retryMs how soon it looks again after an error, in milliseconds
 * @param onError gets what `look` throws
 */
export function createDueLoop(look: () => Promise<number>, retryMs: number, onError: (thrown: unknown) => void) {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const lookIn = (delayMs: number): void => {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(() => void runner.request(), delayMs);
  };
  const runner = createCoalescingRunner(
    async () => lookIn(await look()),
    (thrown) => {
      onError(thrown);
      lookIn(retryMs);
    },
  );
  return {
    /** Looks now. Resolves when a look that began after this call has ended; never rejects. */
    look: runner.request,
    /** Looks after so many milliseconds, in place of when the last look said. */
    lookIn,
    /** Looks no more. Resolves when the current look has ended. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await runner.stop();
    },
  };
}

/**
 * Runs a task now and then periodically, never twice at the same time.
 *
 * @param task gets a signal that aborts when the repetition is stopped
 * @param options.everyMs milliseconds from one start to the next
 * @param options.onError gets what `task` throws, except after it was stopped
 * @returns the function that stops the repetition; it resolves when the current run has ended
 * @example
 * const task = async (): Promise<void> => log.info({}, 'looked');
 * const onError = (thrown: unknown): void => log.error({ err: thrown }, 'could not look');
 * const stop = runPeriodically(task, { everyMs: 60_000, onError });
 * await stop();
 */
export function runPeriodically(
  task: (signal: AbortSignal) => Promise<void>,
  { everyMs, onError }: { readonly everyMs: number; readonly onError: (thrown: unknown) => void },
): () => Promise<void> {
  const stopping = new AbortController();
  const runner = createCoalescingRunner(
    () => task(stopping.signal),
    (thrown) => {
      if (!stopping.signal.aborted) onError(thrown);
    },
  );
  void runner.request();
  const timer = setInterval(() => void runner.request(), everyMs).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await runner.stop();
  };
}

/**
 * Whether this host does a periodic task this time. Each host asks every `everyMs` milliseconds by its own timer, and
 * the first to ask after the last time has expired is elected. So the task is done as often as on a single host, and if
 * a host dies, the next one that asks replaces it.
 *
 * @param task the name of the task; all hosts use the same
 * @param everyMs milliseconds
 * @example
 * const everyMs = 60_000;
 * if (await electLeader(cluster, 'letters-clean-up', everyMs)) log.info({}, 'this host cleans up');
 */
export async function electLeader(cluster: Cluster, task: string, everyMs: number): Promise<boolean> {
  // Shorter than the period, so that the last election of the same host has expired.
  const { count } = await cluster.count(`leader/${task}`, Math.round(everyMs * 0.8));
  return count === 1;
}
