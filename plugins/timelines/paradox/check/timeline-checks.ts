import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { createSemaphore, Problem, type SerializedProblem } from 'chronoscribe';
import type { Anchors } from 'chronoscribe/kinds/anchors';
import type { Journal, SnapshotSource } from 'chronoscribe/kinds/journal';
import { resolveView } from '../../ledger/views.ts';
import { type CheckOptions, type CheckResult, type Stability, stabilityOf } from './full-check.ts';

/** The result of a check of a whole timeline. */
export interface TimelineCheck extends Pick<CheckResult, 'findings'> {
  /** For people. */
  readonly status: string;
  readonly stability: Stability;
  /** How many findings there are of each kind; kinds without findings are left out. */
  readonly counts: Readonly<Partial<CheckResult['counts']>>;
}

export interface TimelineChecks {
  /**
   * Checks a whole timeline in a worker thread.
   *
   * @throws Problem `timeline-not-found`; the reason of `signal` if it aborts.
   */
  check(account: string, timelineId: string, signal: AbortSignal): Promise<TimelineCheck>;
  /** Aborts the running checks. */
  stop(): void;
}

/** Each check takes a core and some memory; further ones wait. */
const maxConcurrentChecks = 2;

export function createTimelineChecks(
  journal: Journal,
  anchors: Anchors,
  { maxSpeedKmh }: { readonly maxSpeedKmh: number },
): TimelineChecks {
  const stopping = new AbortController();
  const semaphore = createSemaphore(maxConcurrentChecks);
  return {
    async check(account, timelineId, signal) {
      const view = await resolveView(journal, account, timelineId);
      const options = { anchors: await anchors.list(account), maxSpeedKmh };
      const ended = AbortSignal.any([signal, stopping.signal]);
      const result = await semaphore.run(async () =>
        checkInWorker({ source: await journal.snapshot(view), options }, ended),
      );
      const stability = stabilityOf(result);
      const { findings, counts } = result;
      return { status: statusOf(stability, result), stability, findings, counts: withoutZeros(counts) };
    },
    stop: () => stopping.abort(new Error('The host stops.')),
  };
}

function statusOf(stability: Stability, { counts }: CheckResult): string {
  const count = Object.values(counts).reduce((sum, each) => sum + each, 0);
  const found = `${count} finding${count === 1 ? '' : 's'}`;
  switch (stability) {
    case 'Stable':
      return 'No paradoxes found';
    case 'Strained':
      return `No paradoxes found, but ${found} to look at`;
    case 'Unstable':
      return `The timeline contradicts itself: ${found}`;
    case 'Paradoxical':
      return `The timeline holds a paradox: ${found}`;
    case 'Unknown':
      return `The check stopped at its budget, with ${found} so far: there may be more`;
  }
}

function withoutZeros(counts: CheckResult['counts']): TimelineCheck['counts'] {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** The input of the worker: structured-cloneable. */
export interface CheckJob {
  readonly source: SnapshotSource;
  readonly options: CheckOptions;
}

/** The message of the worker. */
export type CheckOutcome = { readonly result: CheckResult } | { readonly problem: SerializedProblem };

// The worker has the same extension as this file: sources run as they are, or as built JavaScript.
const worker = new URL(`./check-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Checks a whole timeline in a worker thread, so that the host keeps answering requests.
 *
 * @throws the error of the thread; the reason of `signal` if it aborts, and then the thread is terminated
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
      // Has no effect if a result or an error came before.
      reject(new Error(`The worker thread of a check exited with code ${code} and without a result`));
    });
  });
}
