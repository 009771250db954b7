import { earliestDates, holdContradictions, reversed } from './dates.ts';
import { adjacency, type Hold, type Holds, type Network } from './network.ts';

/** What moves with an event. */
export interface Rescheduling {
  /** When each event begins then, in milliseconds since 1970. */
  readonly starts: Float64Array;
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
 * event that moves, or the one that is moved: to where it is, it pushes what follows too early.
 */
export function reschedule(network: Network, target: number, time: number, given: Holds): Rescheduling {
  const own = network.starts[target] ?? time;
  const hold = given[target];
  if (hold !== undefined && time !== own) {
    const conflicts = [{ event: target, pusher: target, time: own, needed: time, hold }];
    return { starts: network.starts, conflicts };
  }
  const { holds, forward, components } = holdContradictions(network, given.toSpliced(target, 1, hold ?? 'target'));
  // Earlier is the same in a mirror: pushes run backward, and times have the other sign.
  const sign = time < own ? -1 : 1;
  const pushes = sign === 1 ? forward : adjacency(network, 'backward');
  const before = network.starts.map((start) => sign * start);
  before[target] = sign * time;
  const { dates } = earliestDates(pushes, sign === 1 ? components : reversed(components), {
    own: before,
    holds,
    pushing: [target],
  });

  const conflicts = new Map<number, PlanConflict>();
  for (const [event, date] of dates.entries()) {
    if (event !== target && date === sign * (network.starts[event] ?? 0)) continue;
    for (let at = pushes.first[event] ?? 0; at < (pushes.first[event + 1] ?? 0); at += 1) {
      const other = pushes.nodes[at] ?? 0;
      const because = holds[other];
      const needed = date + (pushes.ms[at] ?? 0);
      const stays = dates[other] ?? 0;
      if (because === undefined || needed <= Math.max(stays, sign * (conflicts.get(other)?.needed ?? sign * stays)))
        continue;
      conflicts.set(other, { event: other, pusher: event, time: sign * stays, needed: sign * needed, hold: because });
    }
  }
  return { starts: dates.map((date) => sign * date), conflicts: [...conflicts.values()] };
}

/** Puts events back to where they were, by their numbers, and moves nothing else. What that breaks anew is a conflict. */
export function putBack(network: Network, times: ReadonlyMap<number, number>, holds: Holds): Rescheduling {
  const { starts: before, pushes } = network;
  const starts = before.map((start, event) => times.get(event) ?? start);
  const conflicts = new Map<number, PlanConflict>();
  for (const [at, pusher] of pushes.from.entries()) {
    const event = pushes.to[at] ?? 0;
    const ms = pushes.ms[at] ?? 0;
    const needed = (starts[pusher] ?? 0) + ms;
    const time = starts[event] ?? 0;
    const wasBroken = (before[event] ?? 0) < (before[pusher] ?? 0) + ms;
    if (wasBroken || needed <= Math.max(time, conflicts.get(event)?.needed ?? time)) continue;
    conflicts.set(event, { event, pusher, time, needed, hold: holds[event] ?? 'later' });
  }
  return { starts, conflicts: [...conflicts.values()] };
}
