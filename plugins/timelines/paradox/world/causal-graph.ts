import { findComponents } from './components.ts';

/**
 * A graph in compressed sparse row form. Events are numbered from 0; the causes of `event` are `causes[first[event]]`
 * up to but not including `causes[first[event + 1]]`. -1 stands for a missing cause.
 */
export interface CausalGraph {
  /** Of each event, in milliseconds since 1970. */
  readonly times: Float64Array;
  readonly first: Int32Array;
  readonly causes: Int32Array;
}

/** Builds a graph from events and the numbers of their causes. */
export function packGraph(
  events: readonly { readonly time: number; readonly causes: readonly number[] }[],
): CausalGraph {
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

/** The causes of an event, without those that are missing. */
export function* causesIn({ first, causes }: CausalGraph, event: number): Generator<number> {
  const end = first[event + 1] ?? 0;
  for (let at = first[event] ?? 0; at < end; at += 1) {
    const cause = causes[at] ?? -1;
    if (cause !== -1) yield cause;
  }
}

/** The events with a cause that is not earlier than themselves. If there are none, the graph has no cycle. */
export function findBackwardEffects({ times, first, causes }: CausalGraph): readonly number[] {
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

/**
 * The time span that contains every cycle: from the earliest of these effects to the latest of their causes. The
 * earliest event of a cycle has a cause that is not earlier, and the latest event is such a cause.
 *
 * @param effects the events with a cause that is not earlier, see `findBackwardEffects`
 */
export function backwardSpan(graph: CausalGraph, effects: readonly number[]) {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const effect of effects) {
    from = Math.min(from, graph.times[effect] ?? 0);
    for (const cause of causesIn(graph, effect)) to = Math.max(to, graph.times[cause] ?? 0);
  }
  return { from, to };
}

/**
 * The strongly connected components that contain a cycle, each as the numbers of its events. Only the time span of
 * backward edges is searched, and nothing if all edges run forward.
 */
export function stronglyConnectedComponents(graph: CausalGraph): readonly (readonly number[])[] {
  const starts = findBackwardEffects(graph);
  if (starts.length === 0) return [];
  const { from, to } = backwardSpan(graph, starts);
  const isWithin = (_: number, cause: number) => {
    const time = graph.times[cause] ?? Number.NaN;
    return time >= from && time <= to;
  };
  const components: (readonly number[])[] = [];
  findComponents({ first: graph.first, nodes: graph.causes }, starts, isWithin, (members) => {
    if (members.length > 1 || isOwnCause(graph, members[0] ?? 0)) components.push(members);
  });
  return components;
}

function isOwnCause({ first, causes }: CausalGraph, event: number): boolean {
  return causes.subarray(first[event], first[event + 1]).includes(event);
}

/** How many edges a search follows before the shortest cycle found so far is good enough: some tenths of a second. */
const maxEdges = 4_000_000;

/**
 * A shortest cycle in a component: each event causes the next, and the last the first. Every cycle has an event with a
 * cause that is not earlier, so a search from each of these is enough. In a very large component the cycle may not be
 * the shortest.
 *
 * @param component the numbers of its events, see `stronglyConnectedComponents`
 */
export function shortestCycle(graph: CausalGraph, component: readonly number[]): readonly number[] {
  const inside = subgraph(graph, component);
  const search = new CycleSearch(inside);
  let shortest: readonly number[] = [];
  for (const start of findBackwardEffects(inside)) {
    if (search.edges > maxEdges) break;
    shortest = search.shorterThan(shortest.length, start) ?? shortest;
  }
  return shortest.map((member) => component[member] ?? member);
}

/** The edges from cause to effect in a component, each once. */
export function edgesWithin(
  graph: CausalGraph,
  component: readonly number[],
): readonly (readonly [cause: number, effect: number])[] {
  const members = new Set(component);
  return component.flatMap((effect) =>
    [...new Set(causesIn(graph, effect))]
      .filter((cause) => members.has(cause))
      .map((cause) => [cause, effect] as const),
  );
}

/** The subgraph of a component, its events numbered by their positions in it. */
function subgraph(graph: CausalGraph, component: readonly number[]): CausalGraph {
  const positions = new Map(component.map((event, position) => [event, position]));
  return packGraph(
    component.map((event) => ({
      time: graph.times[event] ?? 0,
      causes: [...causesIn(graph, event)].flatMap((cause) => positions.get(cause) ?? []),
    })),
  );
}

/** Breadth-first searches that reuse their memory. */
class CycleSearch {
  readonly #graph: CausalGraph;
  /** The effect through which each event was reached, and the start of the search that reached it. */
  readonly #effect: Int32Array;
  readonly #reachedFrom: Int32Array;
  edges = 0;

  constructor(graph: CausalGraph) {
    this.#graph = graph;
    this.#effect = new Int32Array(graph.times.length);
    this.#reachedFrom = new Int32Array(graph.times.length).fill(-1);
  }

  /** A shortest cycle through `start` with fewer events than `length` (0: any length); undefined if there is none. */
  shorterThan(length: number, start: number): readonly number[] | undefined {
    const { first, causes } = this.#graph;
    let layer = [start];
    for (let depth = 1; layer.length > 0 && (length === 0 || depth < length); depth += 1) {
      const next: number[] = [];
      for (const effect of layer) {
        const end = first[effect + 1] ?? 0;
        for (let at = first[effect] ?? 0; at < end; at += 1) {
          const cause = causes[at] ?? -1;
          this.edges += 1;
          if (cause === start) return this.#cycleThrough(effect, start);
          if (this.#reachedFrom[cause] === start) continue;
          this.#reachedFrom[cause] = start;
          this.#effect[cause] = effect;
          next.push(cause);
        }
      }
      layer = next;
    }
    return undefined;
  }

  /** The start, the effect that was found last, and on along the effects through which each was reached. */
  #cycleThrough(effect: number, start: number): readonly number[] {
    const cycle = [start];
    for (let event = effect; event !== start; event = this.#effect[event] ?? start) cycle.push(event);
    return cycle;
  }
}
