import { endOf, leavesOf, onHours, partsOf, startFor } from './dated.ts';
import { earliestDates, holdContradictions, reversed } from './dates.ts';
import { type Adjacency, adjacency, type Hold, type Holds, type Network } from './network.ts';

/** What moves with an event. */
export interface Rescheduling {
  /** When each event begins then, in milliseconds since 1970. */
  readonly starts: Float64Array;
  /** When those end that do not last as long as they are worked on. */
  readonly ends?: ReadonlyMap<number, number>;
  /** One for each event that would have to move and stays, by its number. */
  readonly conflicts: readonly PlanConflict[];
}

export interface PlanConflict {
  readonly event: number;
  /** The event whose delay it breaks now; its own number if it should have been moved itself. */
  readonly pusher: number;
  /** Where it stays, and where the delays need it; milliseconds since 1970. */
  readonly time: number;
  readonly needed: number;
  readonly hold: Hold;
}

/**
 * Moves an event, and what must move with it. An event that moves later pushes others later, each to the earliest date
 * that keeps the delays; one that moves earlier takes others along only as far as it must, each to the latest such date.
 * What need not move stays, and so does what is held. A delay that was broken before is mended only where it ties an
 * event that moves, or the one that is moved: to where it is, it pushes what follows too early. All land on hours of
 * their calendars, and none leaves the dates that it is limited to.
 */
export function reschedule(network: Network, target: number, asked: number, given: Holds): Rescheduling {
  const own = network.starts[target] ?? asked;
  const hold = given[target];
  if (hold !== undefined && asked !== own) {
    const conflicts = [{ event: target, pusher: target, time: own, needed: asked, hold }];
    return { starts: network.starts, conflicts };
  }
  const targets = leavesOf(target, partsOf(network)).filter((event) => event === target || given[event] === undefined);
  const held = given.slice();
  for (const event of targets) held[event] ??= 'target';
  const { holds, forward, components } = holdContradictions(network, held);
  const lastStarts = network.notAfter.map((end, event) => (Number.isFinite(end) ? startFor(network, event, end) : end));
  const landed = targets.map((event) => {
    const date = (network.starts[event] ?? 0) + asked - own;
    return holds[event] === 'target' ? onHours(network, event, date) : date;
  });
  const times = landed.map((date, at) => {
    const event = targets[at] ?? target;
    return Math.max(network.notBefore[event] ?? date, Math.min(date, lastStarts[event] ?? date));
  });
  // Earlier is the same in a mirror: pushes run backward, and times have the other sign.
  const sign = (times[0] ?? own) < (network.starts[targets[0] ?? target] ?? own) ? -1 : 1;
  const pushes = sign === 1 ? forward : adjacency(network, 'backward');
  const before = network.starts.map((start) => sign * start);
  for (const [at, event] of targets.entries()) before[event] = sign * (times[at] ?? own);
  const { dates } = earliestDates(pushes, sign === 1 ? components : reversed(components), {
    own: before,
    holds,
    pushing: targets,
    limits: sign === 1 ? lastStarts : network.notBefore.map((date) => -date),
    floors: sign === 1 ? network.notBefore : lastStarts.map((date) => -date),
  });

  const conflicts = new Map<number, PlanConflict>();
  const limit = (later: boolean): Hold => (later ? 'not_after' : 'not_before');
  for (const [at, event] of targets.entries()) {
    const [time = own, needed = own] = [times[at], landed[at]];
    if (time !== needed) conflicts.set(event, { event, pusher: event, time, needed, hold: limit(needed > time) });
  }
  const isTarget = new Set(targets);
  for (const [event, date] of dates.entries()) {
    if (!isTarget.has(event) && date === sign * (network.starts[event] ?? 0)) continue;
    for (let at = pushes.first[event] ?? 0; at < (pushes.first[event + 1] ?? 0); at += 1) {
      const other = pushes.nodes[at] ?? 0;
      const needed = pushes.after(at, event, date);
      const stays = dates[other] ?? 0;
      if (needed <= Math.max(stays, sign * (conflicts.get(other)?.needed ?? sign * stays))) continue;
      const isLimited = stays === (sign === 1 ? lastStarts[other] : -(network.notBefore[other] ?? 0));
      const because = holds[other] ?? (isLimited ? limit(sign === 1) : 'contradiction');
      conflicts.set(other, { event: other, pusher: event, time: sign * stays, needed: sign * needed, hold: because });
    }
  }
  const starts = dates.map((date) => sign * date);
  delay(network, starts, forward, reversed(components).events, (event) => holds[event] === undefined);
  return { starts, conflicts: [...conflicts.values()], ends: summarize(network, starts) };
}

/** Moves what stands as late as possible to where it can: before what follows, by its deadline, or to the end of the plan. */
function delay(
  network: Network,
  starts: Float64Array,
  { first, nodes, latest }: Adjacency,
  order: Int32Array,
  canMove: (event: number) => boolean,
): void {
  const { late, notAfter, deadlines } = network;
  if (!late.includes(1)) return;
  const end = starts.reduce((last, start, event) => Math.max(last, endOf(network, event, start)), 0);
  for (const event of order) {
    if (late[event] !== 1 || !canMove(event)) continue;
    const until = Math.min(end, notAfter[event] ?? end, deadlines[event] ?? end);
    let date = startFor(network, event, until);
    for (let at = first[event] ?? 0; at < (first[event + 1] ?? 0); at += 1)
      date = Math.min(date, latest(at, event, starts[nodes[at] ?? 0] ?? 0));
    if (date > (starts[event] ?? 0)) starts[event] = date;
  }
}

/** Gives each summary of what moved the dates of its parts, from those that have none. @returns when they end then */
export function summarize(network: Network, starts: Float64Array): ReadonlyMap<number, number> {
  const { summaries } = network;
  const ends = new Map<number, number>();
  const waiting = new Int32Array(starts.length);
  for (const summary of summaries) if (summary !== -1) waiting[summary] = (waiting[summary] ?? 0) + 1;
  const open = [...summaries.keys()].filter((event) => summaries[event] !== -1 && waiting[event] === 0);
  const spans = new Map<number, { first: number; last: number; isMoved: boolean }>();
  for (const event of open) {
    const own = spans.get(event);
    if (own?.isMoved) {
      starts[event] = own.first;
      ends.set(event, own.last);
    }
    const summary = summaries[event] ?? -1;
    if (summary === -1) continue;
    const start = starts[event] ?? 0;
    const all = spans.get(summary) ?? { first: start, last: start, isMoved: false };
    all.first = Math.min(all.first, own?.first ?? start);
    all.last = Math.max(all.last, own?.last ?? endOf(network, event, start));
    all.isMoved ||= own?.isMoved ?? start !== network.starts[event];
    spans.set(summary, all);
    waiting[summary] = (waiting[summary] ?? 0) - 1;
    if (waiting[summary] === 0) open.push(summary);
  }
  return ends;
}

/** Puts events back to where they were, by their numbers, and moves nothing else. What that breaks anew is a conflict. */
export function putBack(
  network: Network,
  times: ReadonlyMap<number, number>,
  holds: Holds,
  reason: Hold = 'later',
): Rescheduling {
  const before = network.starts;
  const starts = before.map((start, event) => times.get(event) ?? start);
  const pushes = adjacency(network, 'forward');
  const conflicts = new Map<number, PlanConflict>();
  for (const [pusher, start] of starts.entries()) {
    for (let at = pushes.first[pusher] ?? 0; at < (pushes.first[pusher + 1] ?? 0); at += 1) {
      const event = pushes.nodes[at] ?? 0;
      const needed = pushes.after(at, pusher, start);
      const time = starts[event] ?? 0;
      const wasBroken = (before[event] ?? 0) < pushes.after(at, pusher, before[pusher] ?? 0);
      if (wasBroken || needed <= Math.max(time, conflicts.get(event)?.needed ?? time)) continue;
      conflicts.set(event, { event, pusher, time, needed, hold: holds[event] ?? reason });
    }
  }
  return { starts, conflicts: [...conflicts.values()] };
}
