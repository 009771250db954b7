import { extname } from 'node:path';
import type { Anchors } from 'chronoscribe/kinds/anchors';
import type { Journal } from 'chronoscribe/kinds/journal';
import { resolveView } from '../../ledger/views.ts';
import type { SnapshotWorkers } from '../../worker/snapshot-workers.ts';
import { type CheckOptions, type CheckResult, type Stability, stabilityOf } from './full-check.ts';

/** The result of a check of a whole timeline. */
export interface TimelineCheck extends Pick<CheckResult, 'findings'> {
  /** For people. */
  readonly status: string;
  readonly stability: Stability;
  /** How many findings there are of each kind; kinds without findings are left out. */
  readonly counts: Readonly<Partial<CheckResult['counts']>>;
}

// The worker has the same extension as this file: sources run as they are, or as built JavaScript.
export const checkWorker = new URL(`./check-worker${extname(import.meta.url)}`, import.meta.url);

export function createTimelineChecks(
  journal: Journal,
  anchors: Anchors,
  workers: SnapshotWorkers,
  { maxSpeedKmh }: { readonly maxSpeedKmh: number },
) {
  return {
    /**
     * Checks a whole timeline in a worker thread.
     *
     * @throws Problem `timeline-not-found`; the reason of `signal` if it aborts.
     */
    async check(account: string, timelineId: string, signal: AbortSignal) {
      const view = await resolveView(journal, account, timelineId);
      const options: CheckOptions = { anchors: await anchors.list(account), maxSpeedKmh };
      const task = { account, worker: checkWorker, snapshot: () => journal.snapshot(view), options };
      const result = await workers.run<CheckResult>(task, signal);
      const stability = stabilityOf(result);
      const { findings, counts } = result;
      return { status: statusOf(stability, result), stability, findings, counts: withoutZeros(counts) };
    },
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
