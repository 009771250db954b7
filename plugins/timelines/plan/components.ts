import type { Adjacency, Holds } from './network.ts';

/** The strongly connected components of a network, from those that push to those that are pushed. */
export interface Components {
  readonly list: readonly (readonly number[])[];
  /** The position in `list` of each event. */
  readonly of: Int32Array;
}

/**
 * The components of the events that can move (R. Tarjan, “Depth-First Search and Linear Graph Algorithms”, 1972), in
 * topological order. An event that is held is a component of its own: nothing moves it, so it passes no push on.
 * Iterative, because a chain of causes may be longer than the call stack.
 */
export function componentsOf({ first, nodes }: Adjacency, holds: Holds): Components {
  const size = first.length - 1;
  const list: (readonly number[])[] = [];
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
    const members = open.splice(open.lastIndexOf(event));
    for (const member of members) {
      isOpen[member] = 0;
      of[member] = list.length;
    }
    list.push(members);
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
  // The last component that is found pushes none that was found before.
  return { list: list.toReversed(), of: of.map((position) => list.length - 1 - position) };
}
