import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edgesWithin, packGraph, shortestCycle, stronglyConnectedComponents } from './causal-graph.ts';

interface Event {
  readonly time: number;
  readonly causes: readonly number[];
}

const anyGraph: fc.Arbitrary<readonly Event[]> = fc
  .array(fc.record({ time: fc.nat(5), causes: fc.array(fc.integer({ min: -1, max: 7 }), { maxLength: 3 }) }), {
    maxLength: 8,
  })
  .map((events) =>
    events.map(({ time, causes }) => ({ time, causes: causes.map((cause) => (cause < events.length ? cause : -1)) })),
  );

/**
 * The fewest steps from each event to each by way of causes, after Floyd and Warshall; without steps to itself at no
 * cost.
 */
function distances(events: readonly Event[]): readonly (readonly number[])[] {
  const table = events.map(({ causes }) => events.map((_, to) => (causes.includes(to) ? 1 : Number.POSITIVE_INFINITY)));
  for (const [over, row] of table.entries()) {
    for (const from of table) {
      for (const [to, rest] of row.entries()) from[to] = Math.min(from[to] ?? 0, (from[over] ?? 0) + rest);
    }
  }
  return table;
}

/** A ring of `size` events, each the cause of the next, one second apart. */
const ring = (size: number) =>
  Array.from({ length: size }, (_, at) => ({ time: at * 1000, causes: [(at + size - 1) % size] }));

describe('the strongly connected components of a graph of causes', () => {
  it('are the mutual ancestors, each with its edges and a shortest cycle', () => {
    const same = fc.property(anyGraph, (events) => {
      const graph = packGraph(events);
      const distance = distances(events);
      const knots = stronglyConnectedComponents(graph);

      const knotOf = (event: number) =>
        events
          .map((_, other) => other)
          .filter((other) => Number.isFinite((distance[event]?.[other] ?? 0) + (distance[other]?.[event] ?? 0)));
      const expected = events.map((_, event) => knotOf(event)).filter((knot, event) => knot[0] === event);
      expect(knots.map((knot) => knot.toSorted()).toSorted()).toEqual(expected.toSorted());

      for (const knot of knots) {
        const circle = shortestCycle(graph, knot);
        expect(circle.length).toBe(Math.min(...knot.map((event) => distance[event]?.[event] ?? 0)));
        circle.forEach((cause, at) => {
          expect(events[circle[(at + 1) % circle.length] ?? 0]?.causes).toContain(cause);
        });
        const steps = knot.flatMap((effect) => [...new Set(events[effect]?.causes)].map((cause) => [cause, effect]));
        expect(edgesWithin(graph, knot)).toEqual(steps.filter(([cause = -1]) => knot.includes(cause)));
      }
    });
    fc.assert(same, { numRuns: 3000 });
  });

  it('may be larger than the call stack', () => {
    const graph = packGraph(ring(100_000));
    const [knot = [], ...others] = stronglyConnectedComponents(graph);
    expect(others).toEqual([]);
    expect(shortestCycle(graph, knot)).toHaveLength(100_000);
  });

  it('are found quickly in a large component with many backward edges', () => {
    const graph = packGraph(ring(50_000).map(({ causes }) => ({ time: 0, causes })));
    expect(shortestCycle(graph, stronglyConnectedComponents(graph)[0] ?? [])).toHaveLength(50_000);
  });
});
