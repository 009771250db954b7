import { oneByOne } from '../batch-loader.ts';
import { backwardSpan, effectsBeforeCauses } from '../causal-graph.ts';
import { shortestWay } from '../causal-queries.ts';
import { shortestCircle, stepsWithin } from '../shortest-cycle.ts';
import { readContradiction } from '../temporal-network.ts';
import type { Knot, Limit, World } from '../world.ts';
import type { WholeTimeline } from './full-timeline.ts';
import type { WholeEvents } from './snapshot-events.ts';

interface ChainQuery {
  readonly from: readonly number[];
  readonly to: number;
}

/** What a world answers about causes. Most timelines are asked none of it, so nothing is prepared before it is asked for. */
export function wholeCauses(timeline: WholeTimeline, events: WholeEvents): Pick<World, 'chain' | 'knot' | 'contradiction'> {
  const { rows, names, graph, causeNames, knots } = timeline;
  const effectsOf = once(() => indexEffects(timeline));
  const knotOfRow = once(() => new Map(knots.flatMap((knot, number) => knot.map((row) => [row, number] as const))));
  const span = once(() => backwardSpan(graph, effectsBeforeCauses(graph)));
  const timeOf = (row: number) => rows.times[row] ?? 0;

  const readKnot = oneByOne(async (number: number): Promise<Knot> => {
    const knot = knots[number] ?? [];
    const subject = (row: number) => rows.subjects[row] ?? -1;
    return {
      circle: await events.readIds(shortestCircle(graph, knot).map((row) => rows.names[row] ?? -1)),
      steps: () => stepsWithin(graph, knot).map(([cause, effect]) => [subject(cause), subject(effect)]),
    };
  });
  const readChain = oneByOne(async ({ from, to }: ChainQuery) => {
    const effects = from.flatMap((name) => effectsOf()(name));
    if (effects.length === 0) return undefined;
    // What is earlier than all of these comes of them only by a step against time, and such steps lead no further back than the
    // span.
    const floor = effects.reduce((earliest, row) => Math.min(earliest, timeOf(row)), span().from);
    const ends = new Set(from);
    const stepsToCauses = (name: number) => {
      const row = names.rows[name] ?? -1;
      const isBehind = row === -1 || rows.shown[row] !== row || timeOf(row) < floor;
      const causes = isBehind ? [] : [...causeNames.subarray(graph.first[row], graph.first[row + 1])];
      return causes.map((cause) => ({ from: name, to: cause }));
    };
    const way = await shortestWay(
      to,
      (name) => ends.has(name),
      async (layer) => layer.flatMap(stepsToCauses),
    );
    return way === undefined ? undefined : (await events.readIds(way)).toReversed();
  });

  const rowsNamed = (id: string) => {
    const row = names.rows[events.nameOf(id) ?? -1] ?? -1;
    return row !== -1 && rows.shown[row] === row ? [row] : [];
  };
  const contradictions = oneByOne((broken: Limit) =>
    readContradiction(
      {
        current: (ids) => events.readAll(ids.flatMap(rowsNamed)),
        effects: (ids) => events.readAll(ids.flatMap((id) => effectsOf()(events.nameOf(id) ?? -1))),
      },
      broken,
    ),
  );

  return {
    chain(from, to) {
      const end = events.nameOf(to);
      const starts = from.flatMap((id) => events.nameOf(id) ?? []);
      return end === undefined ? undefined : readChain.get({ from: starts, to: end });
    },
    knot(eventId) {
      const number = knotOfRow().get(names.rows[events.nameOf(eventId) ?? -1] ?? -1);
      return number === undefined ? undefined : readKnot.get(number);
    },
    contradiction: contradictions.get,
  };
}

/** Makes something when it is first asked for. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Finds the rows shown that name a cause, each once. */
export type EffectsOf = (name: number) => readonly number[];

/** Sorts all steps by their causes. */
export function indexEffects({ names, graph, causeNames }: WholeTimeline): EffectsOf {
  const count = graph.first.at(-1) ?? 0;
  const first = new Int32Array(names.rows.length + 1);
  for (const name of causeNames.subarray(0, count)) first[name + 1] = (first[name + 1] ?? 0) + 1;
  for (let name = 0; name < names.rows.length; name += 1) first[name + 1] = (first[name + 1] ?? 0) + (first[name] ?? 0);

  const next = first.slice();
  const effects = new Int32Array(count);
  for (let row = 0; row < graph.times.length; row += 1) {
    for (const name of causeNames.subarray(graph.first[row], graph.first[row + 1])) {
      const at = next[name] ?? 0;
      effects[at] = row;
      next[name] = at + 1;
    }
  }
  return (name) => [...new Set(effects.subarray(first[name], first[name + 1]))];
}
