import { type CausalGraph, causesIn, findBackwardEffects, packGraph } from './causal-graph.ts';

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
