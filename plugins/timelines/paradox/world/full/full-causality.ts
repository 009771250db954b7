import { createSequentialLoader } from '../batch-loader.ts';
import { backwardSpan, findBackwardEffects } from '../causal-graph.ts';
import { edgesWithin, shortestCycle } from '../shortest-cycle.ts';
import { findNegativeCycle } from '../temporal-network.ts';
import type { DelayConstraint, StronglyConnectedComponent, World, WorldEvent } from '../world.ts';
import type { FullTimeline } from './full-timeline.ts';
import type { SnapshotEvents } from './snapshot-events.ts';

interface CausalQueries extends Pick<World, 'stronglyConnectedComponent' | 'negativeCycle'> {
  /** The earliest time at which an event can depend on one of these; undefined if nothing does. */
  earliestDependent(versions: readonly WorldEvent[]): number | undefined;
  /** The codes of the causes of a row. */
  causesOf(row: number): readonly number[];
}

/** The queries of a world about causes. Each index is built when it is first needed: most timelines need none. */
export function createCausalQueries(timeline: FullTimeline, events: SnapshotEvents): CausalQueries {
  const { rows, dictionary, graph, causeCodes, components } = timeline;
  const effectsOf = lazy(() => indexEffects(timeline));
  const componentOfRow = lazy(
    () => new Map(components.flatMap((component, number) => component.map((row) => [row, number] as const))),
  );
  const span = lazy(() => backwardSpan(graph, findBackwardEffects(graph)));
  const timeOf = (row: number) => rows.times[row] ?? 0;

  const readComponent = createSequentialLoader(async (number: number): Promise<StronglyConnectedComponent> => {
    const component = components[number] ?? [];
    const subject = (row: number) => rows.subjects[row] ?? -1;
    return {
      shortestCycle: await events.readIds(shortestCycle(graph, component).map((row) => rows.idCodes[row] ?? -1)),
      edges: () => edgesWithin(graph, component).map(([cause, effect]) => [subject(cause), subject(effect)]),
    };
  });
  const currentRows = (id: string) => {
    const row = dictionary.rows[events.codeOf(id) ?? -1] ?? -1;
    return row !== -1 && rows.shown[row] === row ? [row] : [];
  };
  const negativeCycles = createSequentialLoader((broken: DelayConstraint) =>
    findNegativeCycle(
      {
        current: (ids) => events.readAll(ids.flatMap(currentRows)),
        effects: (ids) => events.readAll(ids.flatMap((id) => effectsOf()(events.codeOf(id) ?? -1))),
      },
      broken,
    ),
  );

  return {
    causesOf: (row) => [...causeCodes.subarray(graph.first[row], graph.first[row + 1])],
    earliestDependent(versions) {
      const effects = versions.flatMap(({ event_id }) => effectsOf()(events.codeOf(event_id) ?? -1)).map(timeOf);
      const settings = versions.filter(({ effects: set }) => Object.keys(set).length > 0).map(({ time }) => time);
      if (effects.length + settings.length === 0) return undefined;
      return [...effects, ...settings].reduce((earliest, time) => Math.min(earliest, time), span().from);
    },
    stronglyConnectedComponent(eventId) {
      const number = componentOfRow().get(dictionary.rows[events.codeOf(eventId) ?? -1] ?? -1);
      return number === undefined ? undefined : readComponent.get(number);
    },
    negativeCycle: negativeCycles.get,
  };
}

/** Computes a value when it is first needed. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Finds the current rows that name a cause, by its code; each once. */
type EffectsOf = (code: number) => readonly number[];

/** Indexes all edges by their causes. */
function indexEffects({ dictionary, graph, causeCodes }: FullTimeline): EffectsOf {
  const count = graph.first.at(-1) ?? 0;
  const first = new Int32Array(dictionary.rows.length + 1);
  for (const code of causeCodes.subarray(0, count)) first[code + 1] = (first[code + 1] ?? 0) + 1;
  for (let code = 0; code < dictionary.rows.length; code += 1)
    first[code + 1] = (first[code + 1] ?? 0) + (first[code] ?? 0);

  const next = first.slice();
  const effects = new Int32Array(count);
  for (let row = 0; row < graph.times.length; row += 1) {
    for (const code of causeCodes.subarray(graph.first[row], graph.first[row + 1])) {
      const at = next[code] ?? 0;
      effects[at] = row;
      next[code] = at + 1;
    }
  }
  return (code) => [...new Set(effects.subarray(first[code], first[code + 1]))];
}
