import { findComponents } from '../paradox/world/components.ts';
import { type Adjacency, adjacency, type Holds, type Network } from './network.ts';

/** The dates that pushes lead to. */
export interface Dates {
  /** Milliseconds since 1970. */
  readonly dates: Float64Array;
  /** The event that pushed each to its date; -1 if none did. */
  readonly pushers: Int32Array;
}

/**
 * The earliest dates that keep the delays: each event at its own date, or as far after it as it is pushed. An event
 * pushes if it is among `pushing`, or was pushed itself. Exact, by components in topological order: the longest path to
 * each event, and within a component, whose pushes form cycles, repeatedly (Bellman-Ford).
 *
 * @param own the date of each event before it is pushed; -Infinity for one that has none
 * @param holds the events that nothing pushes; a component in which pushes would never end must be among them, see
 *   `findContradictions`
 * @param limits how late each event may be pushed, at most
 * @param floors how early an event may be that is pushed
 */
export function earliestDates(
  { first, nodes, after }: Adjacency,
  { events, first: starts, of }: Components,
  { own, holds, pushing, limits, floors }: Pushing,
): Dates {
  const dates = own.slice();
  const pushers = new Int32Array(own.length).fill(-1);
  const isPushing = new Uint8Array(own.length);
  const isQueued = new Uint8Array(own.length);
  const queue: number[] = [];
  let left = 0;

  const push = (event: number) => {
    for (let at = first[event] ?? 0; at < (first[event + 1] ?? 0); at += 1) {
      const other = nodes[at] ?? 0;
      if (holds[other] !== undefined) continue;
      const wanted = Math.max(after(at, event, dates[event] ?? 0), floors?.[other] ?? Number.NEGATIVE_INFINITY);
      const date = Math.min(wanted, limits?.[other] ?? Number.POSITIVE_INFINITY);
      if (date <= (dates[other] ?? 0)) continue;
      dates[other] = date;
      pushers[other] = event;
      isPushing[other] = 1;
      if (of[other] === of[event] && isQueued[other] === 0) {
        isQueued[other] = 1;
        queue.push(other);
      }
    }
  };
  for (const event of pushing) {
    isPushing[event] = 1;
    if (holds[event] !== undefined) push(event);
  }
  for (let component = 0; component < starts.length - 1; component += 1) {
    queue.length = 0;
    for (let place = starts[component] ?? 0; place < (starts[component + 1] ?? 0); place += 1) {
      const event = events[place] ?? 0;
      isQueued[event] = isPushing[event] ?? 0;
      if (isPushing[event] === 1 && holds[event] === undefined) queue.push(event);
    }
    // Between calendars a cycle may be pushed round more often, and where their hours never agree, for ever.
    left = maxRounds * queue.length + minPushes;
    for (let at = 0; at < queue.length && left > 0; at += 1, left -= 1) {
      const event = queue[at] ?? 0;
      isQueued[event] = 0;
      push(event);
    }
  }
  return { dates, pushers };
}

const [maxRounds, minPushes] = [1_000, 10_000];

interface Pushing {
  readonly own: Float64Array;
  readonly holds: Holds;
  readonly pushing: Iterable<number>;
  readonly limits?: Float64Array;
  readonly floors?: Float64Array;
}

/** A network with what holds its events, in which no pushes go on forever. */
export interface SolvableNetwork {
  /** Those that were given, and a contradiction for each event whose delays no times keep. */
  readonly holds: Holds;
  readonly forward: Adjacency;
  readonly components: Components;
}

/** Finds the components in which pushes never end, and holds their events. */
export function holdContradictions(network: Network, given: Holds): SolvableNetwork {
  const forward = adjacency(network, 'forward');
  const components = componentsOf(forward, network.starts, given);
  const pushesForever = contradictionFinder(forward, components, network.starts);
  const contradictions: number[] = [];
  for (let component = 0; component < components.first.length - 1; component += 1) {
    const members = components.events.subarray(components.first[component], components.first[component + 1]);
    if (given[members[0] ?? 0] === undefined && pushesForever(members)) contradictions.push(...members);
  }
  if (contradictions.length === 0) return { holds: given, forward, components };
  const holds = given.slice();
  for (const event of contradictions) holds[event] = 'contradiction';
  return { holds, forward, components: componentsOf(forward, network.starts, holds) };
}

/**
 * Returns a function that says whether the pushes within a component have a cycle that adds up to more than 0: a
 * negative cycle of the network. (Bellman-Ford from the dates that the events have, which mostly keep all delays.)
 */
function contradictionFinder({ first, nodes, ms }: Adjacency, { of }: Components, starts: Float64Array) {
  const dates = starts.slice();
  const pushers = new Int32Array(starts.length).fill(-1);
  const isQueued = new Uint8Array(starts.length);
  return (component: Int32Array): boolean => {
    const queue = [...component];
    let pushed = 0;
    for (let next = 0; next < queue.length; next += 1) {
      const event = queue[next] ?? 0;
      isQueued[event] = 0;
      for (let at = first[event] ?? 0; at < (first[event + 1] ?? 0); at += 1) {
        const other = nodes[at] ?? 0;
        const date = (dates[event] ?? 0) + (ms[at] ?? 0);
        if (of[other] !== of[event] || date <= (dates[other] ?? 0)) continue;
        if (other === event) return true;
        dates[other] = date;
        pushers[other] = event;
        pushed += 1;
        if (pushed % component.length === 0 && hasCycle(component, pushers)) return true;
        if (isQueued[other] === 1) continue;
        isQueued[other] = 1;
        queue.push(other);
      }
    }
    return false;
  };
}

/** Whether some events of a component pushed each other in a cycle. */
function hasCycle(component: Int32Array, pushers: Int32Array): boolean {
  const walks = new Map<number, number>();
  for (const start of component) {
    for (let at = start; at !== -1; at = pushers[at] ?? -1) {
      const walk = walks.get(at);
      if (walk === start) return true;
      if (walk !== undefined) break;
      walks.set(at, start);
    }
  }
  return false;
}

/** The strongly connected components of a network, from those that push to those that are pushed. */
export interface Components {
  /** The events, one component after another, and those of a component by time. */
  readonly events: Int32Array;
  /** Where each component begins in `events`; the last entry is the end of the last one. */
  readonly first: Int32Array;
  /** The position of each event's component. */
  readonly of: Int32Array;
}

/**
 * The components of the events that can move, in topological order. An event that is held is a component of its own:
 * nothing moves it, so it passes no push on.
 *
 * The order by time matters: most pushes go from earlier events to later ones, so that dates spread through a component
 * of 10^5 events in about one pass. In another order events are pushed again and again.
 */
export function componentsOf(links: Adjacency, starts: Float64Array, holds: Holds): Components {
  const size = starts.length;
  // Filled from the end: the last component that is found pushes none that was found before.
  const events = new Int32Array(size);
  const firsts: number[] = [];
  let free = size;
  const of = new Int32Array(size);
  const canPush = (event: number, other: number) => holds[event] === undefined && holds[other] === undefined;
  findComponents(links, starts.keys(), canPush, (members) => {
    const end = free;
    free -= members.length;
    events.set(members, free);
    for (const member of members) of[member] = firsts.length;
    if (members.length > 1) events.subarray(free, end).sort((one, other) => (starts[one] ?? 0) - (starts[other] ?? 0));
    firsts.push(free);
  });
  const last = firsts.length - 1;
  return { events, first: Int32Array.from([...firsts.toReversed(), size]), of: of.map((found) => last - found) };
}

/** The same components, from those that are pushed to those that push. */
export function reversed({ events, first, of }: Components): Components {
  const last = first.length - 2;
  return {
    events: events.toReversed(),
    first: first.map((start) => events.length - start).reverse(),
    of: of.map((component) => last - component),
  };
}
