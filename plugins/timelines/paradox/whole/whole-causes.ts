import { oneByOne } from '../asking.ts';
import { backwardSpan, effectsBeforeCauses } from '../causal-graph.ts';
import { shortestCircle, stepsWithin } from '../shortest-circle.ts';
import { type Limit, readContradiction } from '../temporal-network.ts';
import { shortestWay } from '../walks.ts';
import type { Knot, World } from '../world.ts';
import { indexEffects } from './effects-index.ts';
import type { WholeEvents } from './whole-events.ts';
import type { WholeTimeline } from './whole-timeline.ts';

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
