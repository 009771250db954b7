import { extname } from 'node:path';
import type { Anchors } from 'chronoscribe/kinds/anchors';
import type { Journal } from 'chronoscribe/kinds/journal';
import { resolveView } from '../../ledger/views.ts';
import type { SnapshotWorkers } from '../../worker/snapshot-workers.ts';
import { type CheckOptions, type CheckResult, type Stability, stabilityOf } from './full-check.ts';

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
     * Checks a whole timeline in a worker thread. Kinds without findings are left out of `counts`.
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
      const found: Partial<typeof counts> = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
      return { status: statusOf(stability, result), stability, findings, counts: found };
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
