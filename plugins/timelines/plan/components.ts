import type { Adjacency, Holds } from './network.ts';

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
 * The components of the events that can move (R. Tarjan, “Depth-First Search and Linear Graph Algorithms”, 1972), in
 * topological order. An event that is held is a component of its own: nothing moves it, so it passes no push on.
 * Iterative, because a chain of causes may be longer than the call stack.
 *
 * The order by time matters: most pushes go from earlier events to later ones, so that dates spread through a component
 * of 10^5 events in about one pass. In another order events are pushed again and again.
 */
export function componentsOf({ first, nodes }: Adjacency, starts: Float64Array, holds: Holds): Components {
  const size = first.length - 1;
  // Filled from the end: the last component that is found pushes none that was found before.
  const events = new Int32Array(size);
  const firsts: number[] = [];
  let free = size;
  const of = new Int32Array(size);
  /** The order in which each event was visited, from 1; 0 if it was not. */
  const index = new Int32Array(size);
  const low = new Int32Array(size);
  const isOpen = new Uint8Array(size);
  const next = first.slice();
  const open: number[] = [];
  const path: number[] = [];
  let count = 0;

  const enter = (event: number) => {
    count += 1;
    index[event] = count;
    low[event] = count;
    isOpen[event] = 1;
    open.push(event);
    path.push(event);
  };
  const lower = (event: number, to: number | undefined) => {
    low[event] = Math.min(low[event] ?? 0, to ?? 0);
  };
  const leave = (event: number) => {
    path.pop();
    const before = path.at(-1);
    if (before !== undefined) lower(before, low[event]);
    if (low[event] !== index[event]) return;
    const end = free;
    for (let member = open.pop(); member !== undefined; member = member === event ? undefined : open.pop()) {
      isOpen[member] = 0;
      of[member] = firsts.length;
      free -= 1;
      events[free] = member;
    }
    if (end - free > 1) events.subarray(free, end).sort((one, other) => (starts[one] ?? 0) - (starts[other] ?? 0));
    firsts.push(free);
  };

  for (let start = 0; start < size; start += 1) {
    if (index[start] === 0) enter(start);
    for (let event = path.at(-1); event !== undefined; event = path.at(-1)) {
      const at = next[event] ?? 0;
      if (at >= (first[event + 1] ?? 0) || holds[event] !== undefined) {
        leave(event);
        continue;
      }
      next[event] = at + 1;
      const other = nodes[at] ?? 0;
      if (holds[other] !== undefined) continue;
      if (index[other] === 0) enter(other);
      else if (isOpen[other] === 1) lower(event, index[other]);
    }
  }
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
