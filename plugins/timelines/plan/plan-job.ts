import type { Anchor } from 'chronoscribe/kinds/anchors';
import { formatInstant } from 'chronoscribe/kinds/clock';
import { causeName, type Snapshot, type SnapshotCause } from 'chronoscribe/kinds/journal';
import { isDuring } from '../ledger/event.ts';
import { requireInRange } from '../ledger/outcome.ts';
import type { PlanPath, Rescheduled } from '../ledger/planning.ts';
import { toLedgerEvent } from '../ledger/stored-event.ts';
import { findCriticalPath, type PlanSection } from './critical-path.ts';
import { eventsBetween, type Hold, type Holds, linkedWith, type Network, networkOf, PushList } from './network.ts';
import { type PlanConflict, putBack, type Rescheduling, reschedule } from './rescheduling.ts';

/** What is asked of a plan. Events are named by the `seq` of their revisions: structured-cloneable. */
export type PlanJob =
  | {
      readonly type: 'critical-path';
      readonly anchors: readonly Anchor[];
      readonly between?: { readonly from: number; readonly to: number } | undefined;
    }
  | {
      readonly type: 'reschedule';
      readonly anchors: readonly Anchor[];
      readonly target: number;
      /** Milliseconds since 1970. */
      readonly time: number;
    }
  | {
      readonly type: 'put-back';
      readonly anchors: readonly Anchor[];
      /** Where the events were, by the `seq` of their revisions; milliseconds since 1970. */
      readonly times: ReadonlyMap<number, number>;
    };

/** What a move changes; for each of `moved`, the `seq` of the revision that it replaces, and when it begins then. */
export interface Move {
  readonly rescheduled: Rescheduled;
  readonly replaced: Float64Array;
  readonly times: Float64Array;
}

type PlanAnswer<Job extends PlanJob> = Job extends { readonly type: 'critical-path' } ? PlanPath : Move;

/** Reads a plan and computes. Nothing is written. @throws Problem `time-out-of-range`. */
export async function answerPlanJob<Job extends PlanJob>(snapshot: PlanSnapshot, job: Job): Promise<PlanAnswer<Job>>;
export async function answerPlanJob(snapshot: PlanSnapshot, job: PlanJob): Promise<PlanPath | Move> {
  const plan = await readPlan(snapshot, job.anchors);
  const ids = idsFrom(plan, snapshot);
  switch (job.type) {
    case 'critical-path':
      return job.between === undefined ? pathOf({ ...plan, ids }) : pathBetween(plan, ids, job.between);
    case 'reschedule': {
      const target = plan.seqs.indexOf(job.target);
      const members = linkedWith(plan.network, target);
      const part = partOf(plan, members, ids);
      const moved = reschedule(part.network, members.indexOf(target), job.time, part.holds);
      return movePlan(part, moved, job.anchors, (event) => plan.seqs[members[event] ?? -1]);
    }
    case 'put-back': {
      const times = new Map(plan.seqs.flatMap((seq, event) => mapped(event, job.times.get(seq))));
      const moved = putBack(plan.network, times, plan.holds);
      return movePlan({ ...plan, ids }, moved, job.anchors, (event) => plan.seqs[event]);
    }
  }
}

const mapped = <Key, Value>(key: Key, value: Value | undefined): readonly (readonly [Key, Value])[] =>
  value === undefined ? [] : [[key, value]];

type PlanSnapshot = Pick<Snapshot, 'rows' | 'eventIds'>;

/** Reads the ids of events, by their numbers. */
type IdReader = (events: readonly number[]) => Promise<string[]>;

function idsFrom({ names }: Plan, snapshot: PlanSnapshot): IdReader {
  return async (events) => {
    const wanted = events.map((event) => names[event] ?? -1);
    const found = await snapshot.eventIds([...new Set(wanted)]);
    return wanted.map((name) => found.get(name) ?? '');
  };
}

/** Some events of a plan, numbered anew. */
interface PlanPart {
  readonly network: Network;
  readonly holds: Holds;
  readonly ids: IdReader;
}

function partOf({ network, holds }: Plan, members: readonly number[], ids: IdReader): PlanPart {
  return {
    network: networkOf(network, members),
    holds: members.map((member) => holds[member]),
    ids: (events) => ids(events.map((event) => members[event] ?? -1)),
  };
}

function pathBetween(
  plan: Plan,
  ids: IdReader,
  between: { readonly from: number; readonly to: number },
): Promise<PlanPath> {
  const [from, to] = [plan.seqs.indexOf(between.from), plan.seqs.indexOf(between.to)];
  const members = eventsBetween(plan.network, from, to);
  const section = { from: members.indexOf(from), to: members.indexOf(to) };
  return pathOf(partOf(plan, members, ids), section);
}

/** How many events with the least slack are listed. */
const maxSlack = 1_000;

async function pathOf({ network, holds, ids }: PlanPart, section?: PlanSection): Promise<PlanPath> {
  const { path, slack } = findCriticalPath(network, holds, section);
  // Numbers are sorted many times faster than what belongs to them.
  const most = slack.toSorted()[maxSlack - 1] ?? Number.POSITIVE_INFINITY;
  const tightest = [...slack.keys()]
    .filter((event) => (slack[event] ?? 0) <= most)
    .toSorted(
      (one, other) =>
        (slack[one] ?? 0) - (slack[other] ?? 0) || (network.starts[one] ?? 0) - (network.starts[other] ?? 0),
    )
    .slice(0, maxSlack);
  const names = await ids(tightest);
  return {
    critical_path: await ids(path),
    slack: tightest.map((event, at) => ({ event_id: names[at] ?? '', slack: inMinutes(slack[event] ?? 0) })),
    more_slack: slack.length > maxSlack,
  };
}

const inMinutes = (milliseconds: number): string => `${Math.floor(milliseconds / 60_000)}m`;

/** What moves, and the plan after it. */
async function movePlan(
  { network: before, holds, ids }: PlanPart,
  { starts, conflicts }: Rescheduling,
  anchors: readonly Anchor[],
  seqOf: (event: number) => number | undefined,
): Promise<Move> {
  const network = { ...before, starts };
  const startOf = (event: number) => starts[event] ?? 0;
  const moved = [...starts.keys()]
    .filter((event) => starts[event] !== before.starts[event])
    .sort((one, other) => startOf(one) - startOf(other));
  const names = await ids(moved);
  for (const [at, event] of moved.entries())
    requireInRange(names[at] ?? '', startOf(event), startOf(event) + (network.durations[event] ?? 0));

  const landed = moved.flatMap((event) => landing(event, network, anchors));
  const isLanded = new Set(landed.map(({ event }) => event));
  const heldNow = holds.map((hold, event) => hold ?? (isLanded.has(event) ? ('anchor' as const) : undefined));
  const byTime = [...conflicts, ...landed].toSorted((one, other) => one.time - other.time);
  const rescheduled = {
    moved: moved.map((event, at) => ({
      event_id: names[at] ?? '',
      from: formatInstant(before.starts[event] ?? 0),
      to: formatInstant(startOf(event)),
    })),
    conflicts: await withIds(byTime, ids),
    ...(await pathOf({ network, holds: heldNow, ids })),
  };
  const replaced = Float64Array.from(moved, (event) => seqOf(event) ?? -1);
  return { rescheduled, replaced, times: Float64Array.from(moved, startOf) };
}

/** An event that was moved to the moment of a locked anchor. */
function landing(event: number, { starts, durations }: Network, anchors: readonly Anchor[]): readonly PlanConflict[] {
  const time = starts[event] ?? 0;
  const isThere = anchors.some(
    ({ timestamp, locked }) => locked && isDuring(timestamp, time, time + (durations[event] ?? 0)),
  );
  return isThere ? [{ event, pusher: event, time, needed: time, hold: 'anchor' }] : [];
}

async function withIds(conflicts: readonly PlanConflict[], ids: IdReader): Promise<Rescheduled['conflicts']> {
  const events = await ids(conflicts.map(({ event }) => event));
  const pushers = await ids(conflicts.map(({ pusher }) => pusher));
  return conflicts.map(({ time, needed, hold }, at) => ({
    event_id: events[at] ?? '',
    reason: hold,
    time: formatInstant(time),
    needed: formatInstant(needed),
    pushed_by: pushers[at] ?? '',
  }));
}

/** The events that a timeline shows, by their numbers in the network. */
export interface Plan {
  readonly network: Network;
  /** What is fixed, or is at the moment of a locked anchor. */
  readonly holds: Holds;
  /** What finds the revisions and the ids of the events in the snapshot. */
  readonly seqs: readonly number[];
  readonly names: readonly number[];
}

/** Reads a plan from a snapshot: the last revision of each event, and how its causes tie it. */
export async function readPlan(snapshot: Pick<Snapshot, 'rows'>, anchors: readonly Anchor[]): Promise<Plan> {
  const { seqs, names, times, ends, causes, bodies } = await readShown(snapshot);
  const starts = Float64Array.from(times);
  const durations = starts.map((time, event) => (ends[event] ?? time) - time);
  const numbers = new Map<number, number>();
  for (const [number, name] of names.entries()) numbers.set(name, number);
  const locked = anchors.filter((anchor) => anchor.locked);
  const pushes = new PushList();
  const holds = times.map((time, effect): Hold | undefined => {
    const body = bodies[effect] ?? null;
    const event = body === null ? null : toLedgerEvent({ time, body });
    for (const [at, each] of parseCauses(causes[effect] ?? null).entries()) {
      const cause = numbers.get(causeName(each));
      // The timeline does not show every cause.
      if (cause === undefined) continue;
      const [, min, max] = typeof each === 'number' ? [each, null, null] : each;
      const fromEnd = event?.causes[at]?.from === 'end';
      pushes.addCause({ cause, min, max, fromEnd }, effect, durations[cause] ?? 0);
    }
    if (event?.fixed === true) return 'fixed';
    return locked.some(({ timestamp }) => isDuring(timestamp, time, ends[effect] ?? time)) ? 'anchor' : undefined;
  });
  return { network: { starts, durations, pushes: pushes.columns() }, holds, seqs, names };
}

/**
 * The last revision of each event, by columns. A list for each row of a large plan would stay in memory until all are
 * read, and take as long to collect as all else.
 */
async function readShown(snapshot: Pick<Snapshot, 'rows'>) {
  const numbers = new Map<number, number>();
  const seqs: number[] = [];
  const names: number[] = [];
  const times: number[] = [];
  const ends: number[] = [];
  const causes: (string | null)[] = [];
  const bodies: (string | null)[] = [];
  for await (const rows of snapshot.rows()) {
    for (const [seq, subject, name, , time, end, , ownCauses, body] of rows) {
      const number = numbers.get(subject) ?? seqs.length;
      numbers.set(subject, number);
      seqs[number] = seq;
      names[number] = name;
      times[number] = time;
      ends[number] = end;
      causes[number] = ownCauses;
      bodies[number] = body;
    }
  }
  return { seqs, names, times, ends, causes, bodies };
}

/** The boundary to the journal, which wrote the list. */
const parseCauses = (text: string | null): readonly SnapshotCause[] => (text === null ? [] : JSON.parse(text));
