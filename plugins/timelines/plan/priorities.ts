import type { Adjacency } from './network.ts';

/** Each event after those that push it, and of those that can be next the one with the smallest key. */
export function orderBy({ first, nodes }: Pick<Adjacency, 'first' | 'nodes'>, keys: Float64Array): readonly number[] {
  const waiting = new Int32Array(keys.length);
  for (const node of nodes) waiting[node] = (waiting[node] ?? 0) + 1;
  const order: number[] = [];
  const heap: number[] = [];
  const isBefore = (one: number, other: number) => (keys[one] ?? 0) - (keys[other] ?? 0) || one - other;
  const push = (event: number) => {
    let at = heap.push(event) - 1;
    for (; at > 0; at = (at - 1) >>> 1) {
      const parent = (at - 1) >>> 1;
      if (isBefore(heap[parent] ?? 0, event) <= 0) break;
      heap[at] = heap[parent] ?? 0;
    }
    heap[at] = event;
  };
  const pop = (): number | undefined => {
    const [top] = heap;
    const moved = heap.pop();
    if (moved === undefined || heap.length === 0) return top;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && isBefore(heap[child + 1] ?? 0, heap[child] ?? 0) < 0) child += 1;
      if (isBefore(moved, heap[child] ?? 0) <= 0) break;
      heap[at] = heap[child] ?? 0;
      at = child;
    }
    heap[at] = moved;
    return top;
  };
  for (const [event, count] of waiting.entries()) if (count === 0) push(event);
  for (let event = pop(); event !== undefined; event = pop()) {
    order.push(event);
    for (let at = first[event] ?? 0; at < (first[event + 1] ?? 0); at += 1) {
      const other = nodes[at] ?? 0;
      waiting[other] = (waiting[other] ?? 0) - 1;
      if (waiting[other] === 0) push(other);
    }
  }
  return order;
}

/** Beyond this, sets of all successors take too much memory. */
const mostCounted = 4_000;

/** How many events each leads to, directly or not; undefined for a plan that is too large to count. */
export function successorsOf({ first, nodes }: Pick<Adjacency, 'first' | 'nodes'>, order: Int32Array) {
  if (order.length > mostCounted) return undefined;
  const sets: Set<number>[] = [];
  for (const event of order.toReversed()) {
    const own = nodes.subarray(first[event], first[event + 1]);
    sets[event] = new Set([...own, ...[...own].flatMap((other) => [...(sets[other] ?? [])])]);
  }
  return Float64Array.from(sets, (set) => set?.size ?? 0);
}

/** Numbers from 0 up to 1 (M. O'Neill, “PCG”, 2014, in the form of Mulberry32 by T. Ettinger). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
