import { type CausalGraph, causesIn, effectsBeforeCauses, packGraph } from './causal-graph.ts';

/** How many steps a search may take before the shortest circle found so far is good enough: some tenths of a second. */
const mostSteps = 4_000_000;

/**
 * A shortest circle in a knot: each event causes the next, and the last the first. Every circle has an event with a cause that is
 * not earlier, so it is enough to look for one through each of these. In a knot that is too large for that, it may be longer than
 * the shortest.
 *
 * @param knot the numbers of its events, see `knotsOf`
 */
export function shortestCircle(graph: CausalGraph, knot: readonly number[]): readonly number[] {
  const inside = within(graph, knot);
  const search = new CircleSearch(inside);
  let shortest: readonly number[] = [];
  for (const start of effectsBeforeCauses(inside)) {
    if (search.steps > mostSteps) break;
    shortest = search.shorterThan(shortest.length, start) ?? shortest;
  }
  return shortest.map((member) => knot[member] ?? member);
}

/** The steps from cause to effect in a knot, each once. */
export function stepsWithin(graph: CausalGraph, knot: readonly number[]): readonly (readonly [cause: number, effect: number])[] {
  const members = new Set(knot);
  return knot.flatMap((effect) =>
    [...new Set(causesIn(graph, effect))].filter((cause) => members.has(cause)).map((cause) => [cause, effect] as const),
  );
}

/** The graph of a knot's events alone, numbered by their places in it. */
function within(graph: CausalGraph, knot: readonly number[]): CausalGraph {
  const places = new Map(knot.map((event, place) => [event, place]));
  return packGraph(
    knot.map((event) => ({
      time: graph.times[event] ?? 0,
      causes: [...causesIn(graph, event)].flatMap((cause) => places.get(cause) ?? []),
    })),
  );
}

/** Looks for circles breadth-first, in memory that is used again for each. */
class CircleSearch {
  readonly #graph: CausalGraph;
  /** The effect over which each event was met, and the start of the search in which it was. */
  readonly #effect: Int32Array;
  readonly #metFrom: Int32Array;
  steps = 0;

  constructor(graph: CausalGraph) {
    this.#graph = graph;
    this.#effect = new Int32Array(graph.times.length);
    this.#metFrom = new Int32Array(graph.times.length).fill(-1);
  }

  /** A shortest circle through `start`; undefined where it has not fewer events than `length`, unless that is 0. */
  shorterThan(length: number, start: number): readonly number[] | undefined {
    const { first, causes } = this.#graph;
    let layer = [start];
    for (let met = 1; layer.length > 0 && (length === 0 || met < length); met += 1) {
      const next: number[] = [];
      for (const effect of layer) {
        const end = first[effect + 1] ?? 0;
        for (let at = first[effect] ?? 0; at < end; at += 1) {
          const cause = causes[at] ?? -1;
          this.steps += 1;
          if (cause === start) return this.#circleOver(effect, start);
          if (this.#metFrom[cause] === start) continue;
          this.#metFrom[cause] = start;
          this.#effect[cause] = effect;
          next.push(cause);
        }
      }
      layer = next;
    }
    return undefined;
  }

  /** The start, the effect of it that was found last, and on along what each was met over. */
  #circleOver(effect: number, start: number): readonly number[] {
    const circle = [start];
    for (let event = effect; event !== start; event = this.#effect[event] ?? start) circle.push(event);
    return circle;
  }
}
