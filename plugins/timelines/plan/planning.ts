import type { Anchors } from 'chronoscribe/kinds/anchors';
import type { Journal, JournalBulk, Snapshot, SnapshotModule, View } from 'chronoscribe/kinds/journal';
import type { Planning } from '../kind.ts';
import { isDuring } from '../ledger/event.ts';
import { findCurrent } from '../ledger/manipulation.ts';
import { moveTo, requireInRange } from '../ledger/outcome.ts';
import type { PlanPath, Rescheduled } from '../ledger/planning.ts';
import { timelineBusy } from '../ledger/problems.ts';
import { type Placement, toJournalEntry, toLedgerEvent } from '../ledger/stored-event.ts';
import { findTimelineOf, resolveView } from '../ledger/views.ts';
import { findCriticalPath, type PlanSection } from './critical-path.ts';
import { eventsBetween, type Holds, linkedWith, type Network, networkOf } from './network.ts';
import { type Plan, readPlan } from './plan-reader.ts';
import { type PlanConflict, reschedule } from './rescheduling.ts';

/** How often a move is planned anew because the timeline changed meanwhile. */
const maxAttempts = 10;

/** How many events are written at once. */
const batch = 2_000;

/** How many events with the least slack are listed. */
const maxSlack = 1_000;

/** Plans over a journal. A plan is read and computed outside of the transaction that writes its dates. */
export function createPlanning(journal: Journal, anchors: Anchors): Planning {
  return {
    async criticalPath(account, timelineId, between) {
      const view = await resolveView(journal, account, timelineId);
      return withPlan(journal, view, await anchors.list(account), async (plan, snapshot) => {
        const { network, holds } = plan;
        if (between === undefined) return pathOf({ network, holds, ids: idsFrom(plan, snapshot) });
        const [from, to] = [
          await numberOf(journal, view, plan, between.from, timelineId),
          await numberOf(journal, view, plan, between.to, timelineId),
        ];
        const members = eventsBetween(network, from, to);
        const part = partOf(plan, members, idsFrom(plan, snapshot));
        return pathOf(part, { from: members.indexOf(from), to: members.indexOf(to) });
      });
    },

    async reschedule(account, { eventId, time, dryRun }, request) {
      const done = await journal.receipt(account, request.operationId);
      // The boundary to storage: it was written below.
      if (done !== undefined) return JSON.parse(done) as Rescheduled;
      const locked = (await anchors.list(account)).filter((anchor) => anchor.locked);
      const timelineId = request.timelineId ?? (await findTimelineOf(journal, account, eventId));
      for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
        const view = await resolveView(journal, account, timelineId);
        const result = await withPlan(journal, view, locked, async (plan, snapshot) => {
          const target = await numberOf(journal, view, plan, eventId, timelineId);
          const members = linkedWith(plan.network, target);
          const part = partOf(plan, members, idsFrom(plan, snapshot));
          const moves = reschedule(part.network, members.indexOf(target), time, part.holds);
          const network = { ...part.network, starts: moves.starts };
          const moved = [...moves.starts.entries()]
            .filter(([event, start]) => start !== part.network.starts[event])
            .toSorted(([, one], [, other]) => one - other);
          const landed = moved.flatMap(([event]) => landing(event, network, locked));
          const isLanded = new Set(landed.map(({ event }) => event));
          const holds = part.holds.map(
            (hold, event) => hold ?? (isLanded.has(event) ? ('anchor' as const) : undefined),
          );
          const conflicts = [...moves.conflicts, ...landed].toSorted((one, other) => one.time - other.time);
          const names = await part.ids(moved.map(([event]) => event));
          for (const [at, [event, start]] of moved.entries())
            requireInRange(names[at] ?? '', start, start + (network.durations[event] ?? 0));
          const rescheduled: Rescheduled = {
            moved: moved.map(([event, to], at) => ({
              event_id: names[at] ?? '',
              from: part.network.starts[event] ?? to,
              to,
            })),
            conflicts: await withIds(conflicts, part.ids),
            ...(await pathOf({ ...part, network, holds })),
          };
          if (dryRun || moved.length === 0) return rescheduled;
          const { requestId, operationId } = request;
          const origin = { timelineId, operation: 'reschedule', requestId, operationId } as const;
          const dates = moved.map(([event, to]) => ({ seq: plan.seqs[members[event] ?? -1] ?? -1, to }));
          const isWritten = await journal.bulk(account, async (writes) => {
            const now = await resolveView(writes, account, timelineId);
            if (JSON.stringify(now) !== JSON.stringify(view)) return false;
            await writeDates(writes, snapshot, dates, origin);
            await writes.addReceipt(request.operationId, JSON.stringify(rescheduled));
            return true;
          });
          return isWritten ? rescheduled : undefined;
        });
        if (result !== undefined) return result;
      }
      throw timelineBusy(timelineId);
    },
  };
}

/** Some events of a plan, numbered anew. */
interface PlanPart {
  readonly network: Network;
  readonly holds: Holds;
  /** The ids of events, by their numbers. */
  ids(events: readonly number[]): Promise<readonly string[]>;
}

type IdReader = PlanPart['ids'];

function idsFrom({ names }: Plan, snapshot: Pick<Snapshot, 'eventIds'>): IdReader {
  return async (events) => {
    const wanted = events.map((event) => names[event] ?? -1);
    const found = await snapshot.eventIds([...new Set(wanted)]);
    return wanted.map((name) => found.get(name) ?? '');
  };
}

function partOf({ network, holds }: Plan, members: readonly number[], ids: IdReader): PlanPart {
  return {
    network: networkOf(network, members),
    holds: members.map((member) => holds[member]),
    ids: (events) => ids(events.map((event) => members[event] ?? -1)),
  };
}

async function pathOf({ network, holds, ids }: PlanPart, section?: PlanSection): Promise<PlanPath> {
  const { path, slack } = findCriticalPath(network, holds, section);
  const tightest = [...slack.keys()]
    .toSorted(
      (one, other) =>
        (slack[one] ?? 0) - (slack[other] ?? 0) || (network.starts[one] ?? 0) - (network.starts[other] ?? 0),
    )
    .slice(0, maxSlack);
  const names = await ids(tightest);
  return {
    criticalPath: await ids(path),
    slack: tightest.map((event, at) => ({ event_id: names[at] ?? '', slack: slack[event] ?? 0 })),
    moreSlack: slack.length > maxSlack,
  };
}

/** An event that was moved to the moment of a locked anchor. */
function landing(
  event: number,
  { starts, durations }: Network,
  locked: readonly { readonly timestamp: number }[],
): readonly PlanConflict[] {
  const time = starts[event] ?? 0;
  const isThere = locked.some(({ timestamp }) => isDuring(timestamp, time, time + (durations[event] ?? 0)));
  return isThere ? [{ event, pusher: event, time, needed: time, hold: 'anchor' }] : [];
}

async function withIds(conflicts: readonly PlanConflict[], ids: IdReader): Promise<Rescheduled['conflicts']> {
  const events = await ids(conflicts.map(({ event }) => event));
  const pushers = await ids(conflicts.map(({ pusher }) => pusher));
  return conflicts.map(({ time, needed, hold }, at) => ({
    event_id: events[at] ?? '',
    reason: hold,
    time,
    needed,
    pushed_by: pushers[at] ?? '',
  }));
}

async function withPlan<T>(
  journal: Journal,
  view: View,
  anchors: Parameters<typeof readPlan>[1],
  use: (plan: Plan, snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const source = await journal.snapshot(view);
  // The boundary to a module that is named at run time.
  const { openSnapshot } = (await import(source.module)) as SnapshotModule;
  const snapshot = await openSnapshot(source.options);
  try {
    return await use(await readPlan(snapshot, anchors), snapshot);
  } finally {
    snapshot.close();
  }
}

/** The number of an event. @throws Problem `event-not-found`, `event-superseded`. */
async function numberOf(
  journal: Journal,
  view: View,
  { seqs }: Plan,
  eventId: string,
  timelineId = 'primary',
): Promise<number> {
  const { seq } = await findCurrent(journal, view, eventId, timelineId);
  return seqs.indexOf(seq);
}

/** Writes the events at their new dates, with the contents that they have in the snapshot. */
async function writeDates(
  writes: Pick<JournalBulk, 'append'>,
  snapshot: Pick<Snapshot, 'revisions'>,
  dates: readonly { readonly seq: number; readonly to: number }[],
  origin: Omit<Placement, 'subject' | 'recorded'>,
): Promise<void> {
  for (let from = 0; from < dates.length; from += batch) {
    const some = dates.slice(from, from + batch);
    const revisions = await snapshot.revisions(some.map(({ seq }) => seq));
    const entries = some.flatMap(({ seq, to }) => {
      const revision = revisions.get(seq);
      if (revision === undefined) return [];
      const { subject, recorded } = revision;
      return [toJournalEntry(moveTo(toLedgerEvent(revision), to), { ...origin, subject, recorded })];
    });
    await writes.append(entries);
  }
}
