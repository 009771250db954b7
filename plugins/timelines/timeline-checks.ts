import type { Anchors } from 'chronoscribe/kinds/anchors';
import type { Journal } from 'chronoscribe/kinds/journal';
import { checkInWorker } from './paradox/check-in-worker.ts';
import type { CheckResult } from './paradox/full-check.ts';
import { type Stability, stabilityOf } from './paradox/stability.ts';
import { viewOf } from './reading.ts';
import { turns } from './turns.ts';

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
