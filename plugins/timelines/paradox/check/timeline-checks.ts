import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Problem, type SerializedProblem } from 'chronoscribe';
import type { Anchors } from 'chronoscribe/kinds/anchors';
import type { Journal, SnapshotSource } from 'chronoscribe/kinds/journal';
import { viewOf } from '../../ledger/views.ts';
import { type CheckOptions, type CheckResult, type Stability, stabilityOf } from './full-check.ts';

/** What a check of a whole timeline says. */
export interface TimelineCheck extends Pick<CheckResult, 'findings'> {
  /** For a person. */
  readonly status: string;
  readonly stability: Stability;
  /** How many findings there are of each kind of which there are any. */
  readonly counts: Readonly<Partial<CheckResult['counts']>>;
}

export interface TimelineChecks {
  /** Checks all that a timeline shows, in a thread of its own. @throws Problem `timeline-not-found`; the reason of `signal`. */
  check(account: string, timelineId: string, signal: AbortSignal): Promise<TimelineCheck>;
  /** Ends the checks that run. */
  stop(): void;
}

/** Each takes a core and some memory; whoever comes next waits. */
const atOnce = 2;

export function timelineChecks(
  journal: Journal,
  anchors: Anchors,
  { maxSpeedKmh }: { readonly maxSpeedKmh: number },
): TimelineChecks {
  const stopping = new AbortController();
  const turn = turns(atOnce);
  return {
    async check(account, timelineId, signal) {
      const view = await viewOf(journal, account, timelineId);
      const options = { anchors: await anchors.list(account), maxSpeedKmh };
      const ended = AbortSignal.any([signal, stopping.signal]);
      const result = await turn(async () => checkInWorker({ source: await journal.snapshot(view), options }, ended));
      const stability = stabilityOf(result);
      const { findings, counts } = result;
      return { status: statusOf(stability, result), stability, findings, counts: positive(counts) };
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

function positive(counts: CheckResult['counts']): TimelineCheck['counts'] {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

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

/** Lets so many pieces of work run at once; the others wait for their turn, in the order of asking. */
export function turns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Handed on to the next, if there is one.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
