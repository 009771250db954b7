import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Anchors } from 'chronoscribe/kinds/anchors';
import type { Journal, JournalEntry, View } from 'chronoscribe/kinds/journal';
import { type ChangeRequest, type Planning, primary } from '../kind.ts';
import { findCurrent } from '../ledger/manipulation.ts';
import { moveTo } from '../ledger/outcome.ts';
import type { MovedEvent, PlanPath, Rescheduled } from '../ledger/planning.ts';
import { timelineBusy } from '../ledger/problems.ts';
import { toJournalEntry, toLedgerEvent } from '../ledger/stored-event.ts';
import { findTimelineOf, resolveView } from '../ledger/views.ts';
import type { SnapshotWorkers } from '../worker/snapshot-workers.ts';
import type { PlanJob } from './plan-job.ts';

/** How often a move is planned anew because the timeline changed meanwhile. */
const maxAttempts = 10;

/** How many events are read or written at once. */
const batch = 2_000;

// The worker has the same extension as this file: sources run as they are, or as built JavaScript.
const worker = new URL(`./plan-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Plans over a journal. A plan is read and computed in a worker thread, outside of the transaction that writes its dates.
 */
export function createPlanning(journal: Journal, anchors: Anchors, workers: SnapshotWorkers): Planning {
  const compute = <Answer>(view: View, job: PlanJob) =>
    workers.run<Answer>({ worker, snapshot: () => journal.snapshot(view), options: job });

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
        const rescheduled = await compute<Rescheduled>(view, { type: 'reschedule', anchors: held, target, time });
        if (dryRun || rescheduled.moved.length === 0) return rescheduled;
        const entries = await readMoved(journal, view, rescheduled.moved, { ...request, timelineId });
        if (await writeMoved(journal, view, entries, rescheduled, { ...request, timelineId })) return rescheduled;
      }
      throw timelineBusy(timelineId);
    },
  };
}

type WriteRequest = ChangeRequest & { readonly timelineId: string };

/** The events at their new times, with the contents that they have in the view. */
async function readMoved(
  journal: Journal,
  view: View,
  moved: readonly MovedEvent[],
  { timelineId, requestId, operationId }: WriteRequest,
): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = [];
  for (let from = 0; from < moved.length; from += batch) {
    const times = new Map(moved.slice(from, from + batch).map(({ event_id, to }) => [event_id, to]));
    for (const revision of await journal.current(view, [...times.keys()])) {
      const { subject, recorded, eventId, time } = revision;
      const event = moveTo(toLedgerEvent(revision), times.get(eventId) ?? time);
      const origin = { timelineId, operation: 'reschedule', requestId, operationId, subject, recorded } as const;
      entries.push(toJournalEntry(event, origin));
    }
    // A database in this process answers at once, and would delay every other request.
    await setImmediate();
  }
  return entries;
}

/** Writes the events, all or none. @returns whether they are written; not if the timeline has changed since the view. */
function writeMoved(
  journal: Journal,
  view: View,
  entries: readonly JournalEntry[],
  answer: Rescheduled,
  { timelineId, operationId }: WriteRequest,
): Promise<boolean> {
  return journal.bulk(view.account, async (writes) => {
    const now = await resolveView(writes, view.account, timelineId);
    if (JSON.stringify(now) !== JSON.stringify(view)) return false;
    for (let from = 0; from < entries.length; from += batch) await writes.append(entries.slice(from, from + batch));
    await writes.addReceipt(operationId, JSON.stringify(answer));
    return true;
  });
}
