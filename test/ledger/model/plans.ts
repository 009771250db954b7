import { shortestWalks } from './shortest-walks.ts';
import { type Anchor, normalizeSecond, type Version } from './state.ts';

/** `to` begins at least `least` milliseconds after `from`, or before it if that is negative. */
interface Tie {
  readonly from: string;
  readonly to: string;
  readonly least: number;
  readonly isCause: boolean;
}

/** An event that would have to move and stays. */
export interface PlanConflict {
  readonly event_id: string;
  readonly reason: string;
  readonly time: number;
  readonly needed: number;
  /** The events whose delays need it there. */
  readonly pushers: readonly string[];
}

export interface MovedPlan {
  /** The events at their new times. */
  readonly events: readonly Version[];
  readonly conflicts: readonly PlanConflict[];
}

type Held = ReadonlyMap<string, string>;

/** What the delays say; a cause begins at least a millisecond before its effect, unless it is a milestone. */
function tiesOf(events: readonly Version[]): readonly Tie[] {
  return events.flatMap((effect) =>
    effect.causes.flatMap(({ event_id, min_delay, max_delay, from = 'start' }): readonly Tie[] => {
      const cause = events.find((event) => event.event_id === event_id);
      if (cause === undefined) return [];
      const since = from === 'end' ? endOf(cause) - cause.time : 0;
      const isMilestone = from === 'end' && min_delay === 0 && endOf(cause) === cause.time;
      const least = isMilestone ? 0 : Math.max(1, min_delay === null ? 1 : min_delay + since);
      const [early, late] = [cause.event_id, effect.event_id];
      const first = { from: early, to: late, least, isCause: true };
      if (max_delay === null) return [first];
      return [first, { from: late, to: early, least: -max_delay - since, isCause: false }];
    }),
  );
}

const endOf = ({ time, end_time }: Version) => end_time ?? time;

/** What never moves: fixed events, those at locked anchors, and those on cycles of delays that no times keep. */
function heldIn(events: readonly Version[], anchors: readonly Anchor[], more: Held = new Map()): Held {
  const held = new Map<string, string>(more);
  for (const event of events) {
    if (event.fixed) held.set(event.event_id, 'fixed');
    else if (isAnchored(event, anchors)) held.set(event.event_id, 'anchor');
  }
  const ties = tiesOf(events).filter(({ from, to }) => !held.has(from) && !held.has(to));
  const lengths = shortestWalks(ties.map(({ from, to, least }) => ({ from, to, length: -least })));
  const linked = shortestWalks(ties.map(({ from, to }) => ({ from, to, length: 1 })));
  const bad = events.filter(({ event_id: id }) => lengths(id, id) < 0);
  for (const { event_id: id } of events) {
    const isAmong = bad.some(({ event_id: other }) => linked(id, other) + linked(other, id) < Number.POSITIVE_INFINITY);
    if (isAmong && !held.has(id)) held.set(id, 'contradiction');
  }
  return held;
}

function isAnchored({ time, ...event }: Version, anchors: readonly Anchor[]): boolean {
  const last = normalizeSecond(endOf({ time, ...event }));
  return anchors.some(
    ({ timestamp, locked }) =>
      locked && normalizeSecond(time) <= normalizeSecond(timestamp) && normalizeSecond(timestamp) <= last,
  );
}

/** The events that causes link with one, directly or not. */
export function linkedEvents(events: readonly Version[], id: string): readonly Version[] {
  const causes = tiesOf(events).filter(({ isCause }) => isCause);
  const both = causes.flatMap(({ from, to }) => [
    { from, to, length: 1 },
    { from: to, to: from, length: 1 },
  ]);
  const distance = shortestWalks(both);
  return events.filter(({ event_id: other }) => other === id || distance(id, other) < Number.POSITIVE_INFINITY);
}

/**
 * Moves one event, and then whatever a moved event is too near to, as little as possible, until nothing moves any more.
 */
export function movePlan(
  events: readonly Version[],
  target: string,
  time: number,
  anchors: readonly Anchor[],
): MovedPlan {
  const before = new Map(events.map((event) => [event.event_id, event.time]));
  const own = before.get(target) ?? time;
  const reason = heldIn(events, anchors).get(target);
  if ((reason === 'fixed' || reason === 'anchor') && own !== time)
    return { events, conflicts: [{ event_id: target, reason, time: own, needed: time, pushers: [target] }] };
  const held = heldIn(events, anchors, new Map([[target, 'target']]));
  const isLater = time >= own;
  const times = new Map(before).set(target, time);
  const timeOf = (id: string) => times.get(id) ?? 0;
  const hasMoved = (id: string) => timeOf(id) !== before.get(id);
  /** Where a tie needs the other event, if one of its two has moved. */
  const needs = ({ from, to, least }: Tie) =>
    isLater
      ? { id: to, pusher: from, needed: timeOf(from) + least, isNeeded: timeOf(from) + least > timeOf(to) }
      : { id: from, pusher: to, needed: timeOf(to) - least, isNeeded: timeOf(to) - least < timeOf(from) };
  const broken = () =>
    tiesOf(events)
      .map(needs)
      .filter(({ pusher, isNeeded }) => isNeeded && (pusher === target || hasMoved(pusher)));
  for (let next = broken().find(({ id }) => !held.has(id)); next; next = broken().find(({ id }) => !held.has(id))) {
    times.set(next.id, next.needed);
  }

  const conflicts = new Map<string, PlanConflict>();
  for (const { id, needed } of broken()) {
    const known = conflicts.get(id)?.needed ?? timeOf(id);
    const pushers = broken()
      .filter((other) => other.id === id && other.needed === needed)
      .map(({ pusher }) => pusher);
    if (isLater ? needed > known : needed < known)
      conflicts.set(id, { event_id: id, reason: held.get(id) ?? '', time: timeOf(id), needed, pushers });
  }
  const moved = events.map((event) => moveVersion(event, timeOf(event.event_id)));
  const landed = moved
    .filter((event) => hasMoved(event.event_id) && isAnchored(event, anchors))
    .map(({ event_id, time: at }) => ({ event_id, reason: 'anchor', time: at, needed: at, pushers: [event_id] }));
  return { events: moved, conflicts: [...conflicts.values(), ...landed] };
}

function moveVersion(event: Version, time: number): Version {
  return { ...event, time, end_time: event.end_time === null ? null : event.end_time - event.time + time };
}

export interface ModelPath {
  /** All paths that are as long as the longest. */
  readonly paths: readonly (readonly string[])[];
  /** Milliseconds, by event. */
  readonly slack: ReadonlyMap<string, number>;
}

/** The critical path by trying all paths. Without a section, the plan ends with the event that ends last. */
export function modelPath(
  all: readonly Version[],
  anchors: readonly Anchor[],
  section?: { readonly from: string; readonly to: string },
): ModelPath {
  const events = section === undefined ? all : between(all, section);
  const held = heldIn(events, anchors);
  const ties = tiesOf(events);
  const isEffect = (id: string) => ties.some(({ to, isCause }) => isCause && to === id);
  const begins = (id: string) => held.has(id) || (section === undefined ? !isEffect(id) : id === section.from);
  const end = Math.max(...events.map(endOf));
  const last =
    section?.to ??
    events.filter((event) => endOf(event) === end).toSorted((one, other) => other.time - one.time)[0]?.event_id;
  if (last === undefined || events.length === 0) return { paths: [], slack: new Map() };

  const timeOf = (id: string) => events.find(({ event_id }) => event_id === id)?.time ?? 0;
  const begun = waysTo(last, ties, held).filter(([first = '']) => begins(first));
  // On a cycle of delays of nothing, between milestones, no event begins: the last one is the whole path.
  const allWays = begun.length > 0 ? begun : [[last]];
  // Nothing pushes an event that is held: its path is what comes nearest to that.
  const longer = held.has(last) ? allWays.filter((way) => way.length > 1) : allWays;
  const ways = longer.length > 0 ? longer : allWays;
  const dates = ways.map((way) => timeOf(way[0] ?? '') + lengthOf(way, ties));
  const longest = Math.max(...dates);

  const slack = events.map((event): readonly [string, number] => {
    if (held.has(event.event_id)) return [event.event_id, 0];
    const limits = events.flatMap((other) =>
      waysFrom(event.event_id, other.event_id, ties, held).map((way) => {
        const isEnd = held.has(other.event_id) || other.event_id === last;
        const latest = isEnd
          ? other.time
          : section === undefined
            ? end - (endOf(other) - other.time)
            : Number.POSITIVE_INFINITY;
        return latest - lengthOf(way, ties);
      }),
    );
    return [event.event_id, Math.min(...limits) - event.time];
  });
  return { paths: ways.filter((_, at) => dates[at] === longest), slack: new Map(slack) };
}

function between(events: readonly Version[], { from, to }: { readonly from: string; readonly to: string }) {
  const causes = tiesOf(events).filter(({ isCause }) => isCause);
  const distance = shortestWalks(causes.map((tie) => ({ ...tie, length: 1 })));
  const leads = (one: string, other: string) => one === other || distance(one, other) < Number.POSITIVE_INFINITY;
  return events.filter(({ event_id: id }) => leads(from, id) && leads(id, to));
}

/** All ways to an event that visit nothing twice; only at its ends may a way have something that is held. */
function waysTo(last: string, ties: readonly Tie[], held: Held): readonly (readonly string[])[] {
  const longer = (way: readonly string[]): readonly (readonly string[])[] => {
    const [first = ''] = way;
    const before =
      way.length > 1 && held.has(first) ? [] : ties.filter(({ to }) => to === first).map(({ from }) => from);
    return [way, ...new Set(before)].flatMap((step) =>
      typeof step === 'string' ? (way.includes(step) ? [] : longer([step, ...way])) : [step],
    );
  };
  return longer([last]);
}

function waysFrom(from: string, to: string, ties: readonly Tie[], held: Held): readonly (readonly string[])[] {
  return waysTo(to, ties, held).filter(([first]) => first === from);
}

/** The greatest sum of the ties along a way. */
function lengthOf(way: readonly string[], ties: readonly Tie[]): number {
  return way
    .slice(1)
    .map((to, at) => Math.max(...ties.filter((tie) => tie.from === way[at] && tie.to === to).map(({ least }) => least)))
    .reduce((sum, least) => sum + least, 0);
}
