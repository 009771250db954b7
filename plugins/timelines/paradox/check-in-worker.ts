import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Problem, type SerializedProblem } from 'chronoscribe';
import type { SnapshotSource } from 'chronoscribe/kinds/journal';
import type { CheckOptions, CheckResult } from './full-check.ts';

/** What the worker is started with. It can be sent to another thread. */
export interface CheckJob {
  readonly source: SnapshotSource;
  readonly options: CheckOptions;
}

/** What the worker posts. */
export type CheckOutcome = { readonly result: CheckResult } | { readonly problem: SerializedProblem };

// The sources are run as they are, or as what was built of them: the worker is the same as this file.
const worker = new URL(`./check-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Checks a whole timeline in a thread of its own, so that requests are answered meanwhile.
 *
 * @throws what went wrong in the thread, or the reason of `signal` where that aborts the check; the thread is ended then
 */
export function checkInWorker(job: CheckJob, signal: AbortSignal): Promise<CheckResult> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const thread = new Worker(worker, { workerData: job });
    const abort = () => {
      reject(signal.reason);
      void thread.terminate();
    };
    signal.addEventListener('abort', abort);
    thread.once('message', (outcome: CheckOutcome) => {
      if ('result' in outcome) resolve(outcome.result);
      else reject(Problem.from(outcome.problem));
    });
    thread.once('error', reject);
    thread.once('exit', (code) => {
      signal.removeEventListener('abort', abort);
      // Nothing is changed by that where the result or an error came before.
      reject(new Error(`The thread of a check ended with code ${code} and without a result`));
    });
  });
}
