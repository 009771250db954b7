import type { Anchor } from 'chronoscribe/kinds/anchors';
import { formatInstant } from 'chronoscribe/kinds/clock';
import type { Calendar } from '../calendars/calendar.ts';
import { isDuring } from '../ledger/event.ts';
import { requireInRange } from '../ledger/outcome.ts';
import type { LevelRequest, PlanPath, Rescheduled } from '../ledger/planning.ts';
import { inMinutes } from '../ledger/responses.ts';
import { findCriticalPath, type PlanSection } from './critical-path.ts';
import { endOf } from './dated.ts';
import { levelled } from './level-plan.ts';
import { eventsBetween, type Holds, linkedWith, type Network, networkOf } from './network.ts';
import { type Plan, type PlanSnapshot, readPlan } from './read-plan.ts';
import { type PlanConflict, putBack, type Rescheduling, reschedule } from './rescheduling.ts';

/** What is asked of a plan. Events are named by the `seq` of their revisions. */
export type PlanQuestion =
  | { readonly type: 'critical-path'; readonly between?: { readonly from: number; readonly to: number } | undefined }
  /** `time` in milliseconds since 1970. */
  | { readonly type: 'reschedule'; readonly target: number; readonly time: number }
  | {
      readonly type: 'put-back';
      /** When the events began, by the `seq` of their revisions; milliseconds since 1970. */
      readonly times: ReadonlyMap<number, number>;
      /** When those ended that lasted longer or shorter. */
      readonly ends: ReadonlyMap<number, number>;
    }
  | ({ readonly type: 'level' } & Omit<LevelRequest, 'dryRun'>);

/** With what rules the plan: structured-cloneable. */
export type PlanJob = PlanQuestion & {
  readonly anchors: readonly Anchor[];
  readonly calendars?: readonly Calendar[] | undefined;
};

/** What a move changes; for each of `moved`, the `seq` of the revision that it replaces, and when it begins then. */
export interface Move {
  readonly rescheduled: Rescheduled;
  readonly replaced: Float64Array;
  readonly times: Float64Array;
  /** By how many milliseconds each lasts longer then. */
  readonly longer: Float64Array;
}

type PlanAnswer<Job extends PlanJob> = Job extends { readonly type: 'critical-path' } ? PlanPath : Move;

/** Reads a plan and computes. Nothing is written. @throws Problem `time-out-of-range`. */
export async function answerPlanJob<Job extends PlanJob>(snapshot: PlanSnapshot, job: Job): Promise<PlanAnswer<Job>>;
export async function answerPlanJob(snapshot: PlanSnapshot, job: PlanJob): Promise<PlanPath | Move> {
  const plan = await readPlan(snapshot, job.anchors, job.calendars, job.type === 'level' && job.places.size > 0);
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
      const [times, ends] = [job.times, job.ends].map(
        (bySeq) => new Map(plan.seqs.flatMap((seq, event) => mapped(event, bySeq.get(seq)))),
      );
      const moved = putBack(plan.network, times ?? new Map(), plan.holds);
      return movePlan({ ...plan, ids }, { ...moved, ...(ends && { ends }) }, job.anchors, (event) => plan.seqs[event]);
    }
    case 'level': {
      const moved = levelled(plan, job);
      return movePlan({ ...plan, ids }, moved, job.anchors, (event) => plan.seqs[event]);
    }
  }
}

const mapped = <Key, Value>(key: Key, value: Value | undefined): readonly (readonly [Key, Value])[] =>
  value === undefined ? [] : [[key, value]];

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
  const ends = network.starts.map((start, event) => start + (network.durations[event] ?? 0));
  /** What ends after a limit, which is shown in whole seconds. */
  const endingAfter = async (limits: Float64Array) => {
    const found = [...ends.keys()].filter((event) => secondOf(ends[event]) > (limits[event] ?? 0)).slice(0, maxSlack);
    const foundIds = await ids(found);
    return found.map((event, at) => ({
      event_id: foundIds[at] ?? '',
      limit: formatInstant(limits[event] ?? 0),
      ends: formatInstant(ends[event] ?? 0),
    }));
  };
  const late = await endingAfter(network.deadlines);
  const slipped = await endingAfter(network.baselines);
  return {
    critical_path: await ids(path),
    slack: tightest.map((event, at) => ({ event_id: names[at] ?? '', slack: inMinutes(slack[event] ?? 0) })),
    more_slack: slack.length > maxSlack,
    ...(late.length > 0 && { late: late.map(({ limit, ...event }) => ({ ...event, deadline: limit })) }),
    ...(slipped.length > 0 && { slipped: slipped.map(({ limit, ...event }) => ({ ...event, baseline: limit })) }),
  };
}

const secondOf = (instant = 0): number => Math.floor(instant / 1000) * 1000;

/** What moves, and the plan after it. */
async function movePlan(
  { network: before, holds, ids }: PlanPart,
  { starts, conflicts, ends }: Rescheduling,
  anchors: readonly Anchor[],
  seqOf: (event: number) => number | undefined,
): Promise<Move> {
  const startOf = (event: number) => starts[event] ?? 0;
  const durations = before.durations.slice();
  const changed = [...starts.keys()].filter((event) => starts[event] !== before.starts[event] || ends?.has(event));
  for (const event of changed) {
    const end = ends?.get(event) ?? (before.times[event] && endOf(before, event, startOf(event)));
    if (end !== undefined) durations[event] = end - startOf(event);
  }
  const network = { ...before, starts, durations };
  const longerBy = (event: number) => (durations[event] ?? 0) - (before.durations[event] ?? 0);
  const moved = changed
    .filter((event) => starts[event] !== before.starts[event] || longerBy(event) !== 0)
    .sort((one, other) => startOf(one) - startOf(other));
  const names = await ids(moved);
  for (const [at, event] of moved.entries())
    requireInRange(names[at] ?? '', startOf(event), startOf(event) + (durations[event] ?? 0));

  const landed = moved.flatMap((event) => landing(event, network, anchors));
  const isLanded = new Set(landed.map(({ event }) => event));
  const heldNow = holds.map((hold, event) => hold ?? (isLanded.has(event) ? ('anchor' as const) : undefined));
  const byTime = [...conflicts, ...landed].toSorted((one, other) => one.time - other.time);
  const endIn = (plan: Network, event: number) => (plan.starts[event] ?? 0) + (plan.durations[event] ?? 0);
  const rescheduled = {
    moved: moved.map((event, at) => ({
      event_id: names[at] ?? '',
      from: formatInstant(before.starts[event] ?? 0),
      to: formatInstant(startOf(event)),
      ...(longerBy(event) !== 0 && {
        ended: formatInstant(endIn(before, event)),
        ends: formatInstant(endIn(network, event)),
      }),
    })),
    conflicts: await withIds(byTime, ids),
    ...(await pathOf({ network, holds: heldNow, ids })),
  };
  const replaced = Float64Array.from(moved, (event) => seqOf(event) ?? -1);
  return {
    rescheduled,
    replaced,
    times: Float64Array.from(moved, startOf),
    longer: Float64Array.from(moved, longerBy),
  };
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
