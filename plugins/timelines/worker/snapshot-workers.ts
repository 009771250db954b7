import { Worker } from 'node:worker_threads';
import { Problem } from 'chronoscribe';
import { createSemaphore } from 'chronoscribe/concurrency';
import type { SnapshotSource } from 'chronoscribe/kinds/journal';
import type { SerializedProblem } from 'chronoscribe/types';

/** Work on a snapshot of a timeline. */
export interface SnapshotTask {
  /** Whose turn it takes, where more is asked for than there are threads. */
  readonly account: string;
  /** The module of the thread, which calls `answerJobs`. */
  readonly worker: URL;
  /** Takes the snapshot, when it is the turn of the task. */
  readonly snapshot: () => Promise<SnapshotSource>;
  /** What the thread is told: structured-cloneable. */
  readonly options: unknown;
}

/** What a worker thread is given: structured-cloneable. */
export interface SnapshotJob {
  readonly source: SnapshotSource;
  readonly options: unknown;
}

/** The message of a worker thread. */
export type JobOutcome = { readonly result: unknown } | { readonly problem: SerializedProblem };

/** Each thread takes a core and some memory; further tasks wait. One is left to the other accounts. */
const [maxConcurrent, maxOfAccount] = [2, 1];

/** How often a task is given to another thread after one has died with it. */
const repeats = 1;

/** How long a thread without a task is kept, in milliseconds. */
const idleMs = 60_000;

export function createSnapshotWorkers() {
  const stopping = new AbortController();
  const semaphore = createSemaphore(maxConcurrent, { perKey: maxOfAccount });
  const threads = createThreads();
  return {
    /**
     * Does a task in a worker thread, so that the host keeps answering requests. A thread takes longer to start than most
     * tasks, so it waits a while for the next one.
     *
     * @throws the error of the thread; Problem `provider-unavailable` if two threads died with it; the reason of `signal`
     * if it aborts, and then the thread is terminated
     */
    async run<Result>({ account, worker, snapshot, options }: SnapshotTask, signal?: AbortSignal) {
      const ended = AbortSignal.any([stopping.signal, ...(signal === undefined ? [] : [signal])]);
      const result = await semaphore.run(async () => {
        const job = { source: await snapshot(), options };
        for (let left = repeats; ; left -= 1) {
          const answered = threads.answer(worker, job, ended);
          try {
            return await answered;
          } catch (thrown) {
            if (!(thrown instanceof Problem && thrown.transient) || left === 0) throw thrown;
          }
        }
      }, account);
      // The boundary to the thread, whose module knows what it answers.
      return result as Result;
    },
    /** Aborts what is running, and ends the threads. */
    stop() {
      stopping.abort(new Error('The host stops.'));
      threads.stop();
    },
  };
}

export type SnapshotWorkers = ReturnType<typeof createSnapshotWorkers>;

function isOutOfMemory(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** A thread that ended with its task, which may do better in another one. */
function died(cause: unknown): Problem {
  const detail =
    'The thread that worked on this ended before it was done. Try again; a shorter range takes less memory.';
  return new Problem('provider-unavailable', { detail, transient: true, cause });
}

/** Removes what a job listened to. Not all listeners: some are the thread's own. */
function release(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event);
}

/** Threads that each answer one job after another. */
function createThreads() {
  /** Those without a job, with the timers that end them. */
  const idle = new Map<Worker, { readonly module: string; readonly timer: NodeJS.Timeout }>();

  const take = (module: URL): Worker => {
    for (const [thread, kept] of idle) {
      if (kept.module !== module.href) continue;
      idle.delete(thread);
      clearTimeout(kept.timer);
      release(thread);
      thread.ref();
      return thread;
    }
    return new Worker(module);
  };
  const end = (thread: Worker): void => {
    clearTimeout(idle.get(thread)?.timer);
    idle.delete(thread);
    void thread.terminate();
  };
  const keep = (thread: Worker, module: URL): void => {
    thread.unref();
    idle.set(thread, { module: module.href, timer: setTimeout(() => end(thread), idleMs).unref() });
    for (const event of ['error', 'exit']) thread.once(event, () => end(thread));
  };

  return {
    async answer(module: URL, job: SnapshotJob, signal: AbortSignal): Promise<unknown> {
      signal.throwIfAborted();
      const thread = take(module);
      const { promise, resolve, reject } = Promise.withResolvers<JobOutcome>();
      const abort = () => reject(signal.reason);
      signal.addEventListener('abort', abort);
      thread.once('message', resolve);
      thread.once('error', (thrown: unknown) => reject(isOutOfMemory(thrown) ? died(thrown) : thrown));
      thread.once('exit', (code) => reject(died(new Error(`It exited with code ${code} and without a result.`))));
      thread.postMessage(job);
      const outcome = await promise
        .catch((thrown: unknown) => {
          end(thread);
          throw thrown;
        })
        .finally(() => signal.removeEventListener('abort', abort));
      release(thread);
      keep(thread, module);
      if ('result' in outcome) return outcome.result;
      throw Problem.from(outcome.problem);
    },
    stop() {
      for (const thread of idle.keys()) end(thread);
    },
  };
}
