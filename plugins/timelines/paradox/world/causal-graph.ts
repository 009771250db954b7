/**
 * Events by number, from 0 on, and the causes of each, packed so that millions fit: those of `event` are `causes[first[event]]`
 * up to and without `causes[first[event + 1]]`; -1 stands for a cause that is not there.
 */
export interface CausalGraph {
  /** Of each event, in milliseconds since 1970. */
  readonly times: Float64Array;
  readonly first: Int32Array;
  readonly causes: Int32Array;
}

/** Packs events and the numbers of their causes. */
export function packGraph(events: readonly { readonly time: number; readonly causes: readonly number[] }[]): CausalGraph {
  const first = new Int32Array(events.length + 1);
  events.forEach(({ causes }, event) => {
    first[event + 1] = (first[event] ?? 0) + causes.length;
  });
  return {
    times: Float64Array.from(events, ({ time }) => time),
    first,
    causes: Int32Array.from(events.flatMap(({ causes }) => causes)),
  };
}

/** The causes of an event that are there. */
export function* causesIn({ first, causes }: CausalGraph, event: number): Generator<number> {
  const end = first[event + 1] ?? 0;
  for (let at = first[event] ?? 0; at < end; at += 1) {
    const cause = causes[at] ?? -1;
    if (cause !== -1) yield cause;
  }
}

/** The events that have a cause not earlier than themselves. Where there are none, no way leads back to where it began. */
export function effectsBeforeCauses({ times, first, causes }: CausalGraph): readonly number[] {
  const found: number[] = [];
  for (let event = 0; event < times.length; event += 1) {
    const time = times[event] ?? 0;
    const end = first[event + 1] ?? 0;
    for (let at = first[event] ?? 0; at < end; at += 1) {
      const cause = causes[at] ?? -1;
      if (cause === -1 || (times[cause] ?? 0) < time) continue;
      found.push(event);
      break;
    }
  }
  return found;
}

/** A range of time, both ends included, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The span in which ways against time begin and end: from the earliest of these effects to the latest of their causes. The
 * earliest event of a circle has a cause that is not earlier, and the latest one is such a cause, so every circle lies within.
 */
export function backwardSpan(graph: CausalGraph, effects: readonly number[]): Span {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const effect of effects) {
    from = Math.min(from, graph.times[effect] ?? 0);
    for (const cause of causesIn(graph, effect)) to = Math.max(to, graph.times[cause] ?? 0);
  }
  return { from, to };
}

/**
 * The strongly connected components that hold a circle (R. Tarjan, “Depth-First Search and Linear Graph Algorithms”, 1972), each
 * as the numbers of its events. Without recursion, since a circle may be longer than the stack is deep. Only what lies between
 * steps against time is walked, and nothing where all steps are forward.
 */
export function knotsOf(graph: CausalGraph): readonly (readonly number[])[] {
  const { times, first, causes } = graph;
  const starts = effectsBeforeCauses(graph);
  if (starts.length === 0) return [];
  const span = backwardSpan(graph, starts);

  const knots: (readonly number[])[] = [];
  /** When each event was met, from 1 on; 0 before. */
  const met = new Int32Array(times.length);
  /** The event met first of those that each event leads back to. */
  const lowest = new Int32Array(times.length);
  const next = first.slice();
  const isOpen = new Uint8Array(times.length);
  const open: number[] = [];
  const way: number[] = [];
  let count = 0;

  const meet = (event: number) => {
    count += 1;
    met[event] = count;
    lowest[event] = count;
    isOpen[event] = 1;
    open.push(event);
    way.push(event);
  };
  const lower = (event: number, to: number | undefined) => {
    lowest[event] = Math.min(lowest[event] ?? 0, to ?? 0);
  };
  const leave = (event: number) => {
    way.pop();
    const effect = way.at(-1);
    if (effect !== undefined) lower(effect, lowest[event]);
    if (lowest[event] !== met[event]) return;
    const members = open.splice(open.lastIndexOf(event));
    for (const member of members) isOpen[member] = 0;
    if (members.length > 1 || isOwnCause(graph, event)) knots.push(members);
  };

  for (const start of starts) {
    if (met[start] === 0) meet(start);
    for (let event = way.at(-1); event !== undefined; event = way.at(-1)) {
      const at = next[event] ?? 0;
      if (at >= (first[event + 1] ?? 0)) {
        leave(event);
        continue;
      }
      next[event] = at + 1;
      const cause = causes[at] ?? -1;
      const time = times[cause] ?? Number.NaN;
      if (!(time >= span.from && time <= span.to)) continue;
      if (met[cause] === 0) meet(cause);
      else if (isOpen[cause] === 1) lower(event, met[cause]);
    }
  }
  return knots;
}

function isOwnCause({ first, causes }: CausalGraph, event: number): boolean {
  return causes.subarray(first[event], first[event + 1]).includes(event);
}
