import { Worker } from 'node:worker_threads';
import { createSemaphore, Problem, type SerializedProblem } from 'chronoscribe';
import type { SnapshotSource } from 'chronoscribe/kinds/journal';

/** Work on a snapshot of a timeline. */
export interface SnapshotTask {
  /** The module of the thread, which calls `answerJob`. */
  readonly worker: URL;
  /** Takes the snapshot, when it is the turn of the task. */
  readonly snapshot: () => Promise<SnapshotSource>;
  /** What the thread is told: structured-cloneable. */
  readonly options: unknown;
}

export interface SnapshotWorkers {
  /**
   * Does a task in a worker thread, so that the host keeps answering requests.
   *
   * @throws the error of the thread; the reason of `signal` if it aborts, and then the thread is terminated
   */
  run<Result>(task: SnapshotTask, signal?: AbortSignal): Promise<Result>;
  /** Aborts what is running. */
  stop(): void;
}

/** What a worker thread is given: structured-cloneable. */
export interface SnapshotJob {
  readonly source: SnapshotSource;
  readonly options: unknown;
}

/** The message of a worker thread. */
export type JobOutcome = { readonly result: unknown } | { readonly problem: SerializedProblem };

/** Each thread takes a core and some memory; further tasks wait. */
const maxConcurrent = 2;

export function createSnapshotWorkers(): SnapshotWorkers {
  const stopping = new AbortController();
  const semaphore = createSemaphore(maxConcurrent);
  return {
    async run<Result>({ worker, snapshot, options }: SnapshotTask, signal?: AbortSignal) {
      const ended = AbortSignal.any([stopping.signal, ...(signal === undefined ? [] : [signal])]);
      const result = await semaphore.run(async () => runInThread(worker, { source: await snapshot(), options }, ended));
      // The boundary to the thread, whose module knows what it answers.
      return result as Result;
    },
    stop: () => stopping.abort(new Error('The host stops.')),
  };
}

function runInThread(worker: URL, job: SnapshotJob, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const thread = new Worker(worker, { workerData: job });
    const abort = () => {
      reject(signal.reason);
      void thread.terminate();
    };
    signal.addEventListener('abort', abort);
    thread.once('message', (outcome: JobOutcome) => {
      if ('result' in outcome) resolve(outcome.result);
      else reject(Problem.from(outcome.problem));
    });
    thread.once('error', reject);
    thread.once('exit', (code) => {
      signal.removeEventListener('abort', abort);
      // Has no effect if a result or an error came before.
      reject(new Error(`The worker thread of a timeline exited with code ${code} and without a result`));
    });
  });
}
