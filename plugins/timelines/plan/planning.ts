import { extname } from 'node:path';
import type { Anchors } from 'chronoscribe/kinds/anchors';
import type { Journal, View } from 'chronoscribe/kinds/journal';
import { type ChangeRequest, type Ledger, primary } from '../kind.ts';
import { findCurrent } from '../ledger/manipulation.ts';
import type { PlanPath, Rescheduled } from '../ledger/planning.ts';
import { timelineBusy } from '../ledger/problems.ts';
import { findTimelineOf, resolveView } from '../ledger/views.ts';
import type { SnapshotWorkers } from '../worker/snapshot-workers.ts';
import type { Move, PlanJob } from './plan-job.ts';

/** How often a move is planned anew because the timeline changed meanwhile. */
const maxAttempts = 10;

// The worker has the same extension as this file: sources run as they are, or as built JavaScript.
const worker = new URL(`./plan-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Plans over a journal. A plan is read and computed in a worker thread, outside of the transaction that writes its dates.
 */
export function createPlanning(
  journal: Journal,
  anchors: Anchors,
  workers: SnapshotWorkers,
): Pick<Ledger, 'reschedule' | 'criticalPath'> {
  const compute = <Answer>(view: View, job: PlanJob) =>
    workers.run<Answer>({ account: view.account, worker, snapshot: () => journal.snapshot(view), options: job });

  return {
    async criticalPath(account, timelineId = primary, between) {
      const view = await resolveView(journal, account, timelineId);
      const seqOf = async (eventId: string) => (await findCurrent(journal, view, eventId, timelineId)).seq;
      const section = between && { from: await seqOf(between.from), to: await seqOf(between.to) };
      const job = { type: 'critical-path', anchors: await anchors.list(account), between: section } as const;
      return compute<PlanPath>(view, job);
    },

    async reschedule(account, { eventId, time, dryRun }, request) {
      const done = await journal.receipt(account, request.operationId);
      // The boundary to storage: it was written below.
      if (done !== undefined) return JSON.parse(done) as Rescheduled;
      const timelineId = request.timelineId ?? (await findTimelineOf(journal, account, eventId));
      const held = await anchors.list(account);
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        const view = await resolveView(journal, account, timelineId);
        const { seq: target } = await findCurrent(journal, view, eventId, timelineId);
        const move = await compute<Move>(view, { type: 'reschedule', anchors: held, target, time });
        if (dryRun || move.replaced.length === 0 || (await writeMoved(journal, view, move, { ...request, timelineId })))
          return move.rescheduled;
      }
      throw timelineBusy(timelineId);
    },
  };
}

/** Writes the new times, all or none. @returns whether they are written; not if the timeline has changed since the view. */
function writeMoved(
  journal: Journal,
  view: View,
  { rescheduled, replaced, times }: Move,
  { timelineId, requestId, operationId }: ChangeRequest & { readonly timelineId: string },
): Promise<boolean> {
  return journal.bulk(view.account, async (writes) => {
    const now = await resolveView(writes, view.account, timelineId);
    if (JSON.stringify(now) !== JSON.stringify(view)) return false;
    const moves = Array.from(replaced, (seq, at) => ({ seq, time: times[at] ?? Number.NaN }));
    await writes.move(moves, { timelineId, operation: 'reschedule', requestId });
    await writes.addReceipt(operationId, JSON.stringify(rescheduled));
    return true;
  });
}
