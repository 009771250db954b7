import { extname } from 'node:path';
import type { Anchors } from 'chronoscribe/kinds/anchors';
import type { Journal, Revision, View } from 'chronoscribe/kinds/journal';
import type { Calendars } from '../calendars/repository.ts';
import { type ChangeRequest, type Planning, primary } from '../kind.ts';
import { findCurrent } from '../ledger/manipulation.ts';
import type { PlanPath, Rescheduled } from '../ledger/planning.ts';
import { eventNotMoved, timelineBusy } from '../ledger/problems.ts';
import { findTimelineOf, resolveView } from '../ledger/views.ts';
import type { SnapshotWorkers } from '../worker/snapshot-workers.ts';
import { saveBaseline } from './baseline.ts';
import type { Move, PlanJob, PlanQuestion } from './plan-job.ts';

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
  calendars: Pick<Calendars, 'list'> = { list: async () => [] },
): Planning {
  const compute = async <Answer>(view: View, question: PlanQuestion) => {
    const { account } = view;
    const setting = { anchors: await anchors.list(account), calendars: await calendars.list(account) };
    const options: PlanJob = { ...question, ...setting };
    return workers.run<Answer>({ account, worker, snapshot: () => journal.snapshot(view), options });
  };

  return {
    async criticalPath(account, timelineId = primary, between) {
      const view = await resolveView(journal, account, timelineId);
      const seqOf = async (eventId: string) => (await findCurrent(journal, view, eventId, timelineId)).seq;
      const section = between && { from: await seqOf(between.from), to: await seqOf(between.to) };
      return compute<PlanPath>(view, { type: 'critical-path', between: section });
    },

    async reschedule(account, { eventId, time, dryRun }, request) {
      return moved(account, dryRun, await onTimelineOf(account, eventId, request), async (view, timelineId) => {
        const { seq: target } = await findCurrent(journal, view, eventId, timelineId);
        return compute<Move>(view, { type: 'reschedule', target, time });
      });
    },

    saveBaseline: (...of) => saveBaseline(journal, ...of),

    async level(account, { dryRun, ...request }, change) {
      return moved(account, dryRun, change, (view) => compute<Move>(view, { type: 'level', ...request }));
    },

    async revertReschedule(account, reverted, request) {
      const { eventId, dryRun } = reverted;
      return moved(account, dryRun, await onTimelineOf(account, eventId, request), async (view, timelineId) => {
        const revision = await findCurrent(journal, view, eventId, timelineId);
        const { stay, ...put } = await findMoved(account, view, revision);
        const move = await compute<Move>(view, { type: 'put-back', ...put });
        return { ...move, rescheduled: { ...move.rescheduled, conflicts: [...stay, ...move.rescheduled.conflicts] } };
      });
    },
  };

  /** The request for the timeline on which an event was made, if it names none. */
  async function onTimelineOf(account: string, eventId: string, request: ChangeRequest): Promise<ChangeRequest> {
    const timelineId = request.timelineId ?? (await findTimelineOf(journal, account, eventId));
    return { ...request, timelineId };
  }

  /** Writes a move, planned anew if the timeline changes meanwhile; a repeated operation has the result of the first. */
  async function moved(
    account: string,
    dryRun: boolean,
    request: ChangeRequest,
    plan: (view: View, timelineId: string) => Promise<Move>,
  ): Promise<Rescheduled> {
    const done = await readReceipt(account, request.operationId);
    if (done !== undefined) return done;
    const { timelineId = primary } = request;
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const view = await resolveView(journal, account, timelineId);
      const move = await plan(view, timelineId);
      if (dryRun || move.replaced.length === 0 || (await writeMoved(journal, view, move, { ...request, timelineId })))
        return move.rescheduled;
    }
    throw timelineBusy(timelineId);
  }

  /**
   * Where the events were that the last change of an event moved, by the `seq` of their revisions, and those that have
   * changed since. @throws Problem `event-not-manipulated`
   */
  async function findMoved(account: string, view: View, { eventId, operation, requestId }: Revision) {
    const written = operation === 'reschedule' ? await journal.receipt(account, moveKey(requestId)) : undefined;
    const move = written === undefined ? undefined : await readReceipt(account, written);
    if (move === undefined) throw eventNotMoved(eventId);
    const shown = await journal.current(
      view,
      move.moved.map((event) => event.event_id),
    );
    const unchanged = new Map(shown.filter((each) => each.requestId === requestId).map((each) => [each.eventId, each]));
    const times = new Map<number, number>();
    const ends = new Map<number, number>();
    const stay: Rescheduled['conflicts'][number][] = [];
    for (const { event_id, from, to, ended } of move.moved) {
      const event = unchanged.get(event_id);
      if (event?.time === Date.parse(to)) {
        times.set(event.seq, Date.parse(from));
        if (ended !== undefined) ends.set(event.seq, Date.parse(ended));
      } else stay.push({ event_id, reason: 'later', time: to, needed: from, pushed_by: event_id });
    }
    return { times, ends, stay };
  }

  /** What a move answered. The boundary to storage: `writeMoved` wrote it. */
  async function readReceipt(account: string, operationId: string): Promise<Rescheduled | undefined> {
    const written = await journal.receipt(account, operationId);
    return written === undefined ? undefined : (JSON.parse(written) as Rescheduled);
  }
}

/** Of the receipt that names the operation of a move, for who finds the request in the history of an event. */
const moveKey = (requestId: string): string => `move by ${requestId}`;

/** Writes the new times, all or none. @returns whether they are written; not if the timeline has changed since the view. */
async function writeMoved(
  journal: Journal,
  view: View,
  { rescheduled, replaced, times, longer }: Move,
  { timelineId, requestId, operationId }: ChangeRequest & { readonly timelineId: string },
): Promise<boolean> {
  // A client may name several requests alike: the first move is found by the name then.
  const isNamed = (await journal.receipt(view.account, moveKey(requestId))) !== undefined;
  return journal.bulk(view.account, async (writes) => {
    const now = await resolveView(writes, view.account, timelineId);
    if (JSON.stringify(now) !== JSON.stringify(view)) return false;
    const moves = Array.from(replaced, (seq, at) => ({ seq, time: times[at] ?? Number.NaN, longer: longer[at] ?? 0 }));
    await writes.move(moves, { timelineId, operation: 'reschedule', requestId });
    await writes.addReceipt(operationId, JSON.stringify(rescheduled));
    if (!isNamed) await writes.addReceipt(moveKey(requestId), operationId);
    return true;
  });
}
