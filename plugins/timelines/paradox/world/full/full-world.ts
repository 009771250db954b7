import { createSequentialLoader, resolve } from '../batch-loader.ts';
import { backwardSpan, edgesWithin, findBackwardEffects, shortestCycle } from '../causal-graph.ts';
import { findDependence, formerProviders, type Need } from '../dependence.ts';
import { findNegativeCycle } from '../temporal-network.ts';
import type {
  DelayConstraint,
  StronglyConnectedComponent,
  UndoneVersions,
  World,
  WorldEvent,
  WorldSettings,
} from '../world.ts';
import { findUnmetRows, indexRequirements } from './full-requirements.ts';
import type { FullTimeline } from './full-timeline.ts';
import { hashLongText, latestMentions, mentionsWithin, noMentions } from './mentions.ts';
import type { SnapshotEvents } from './snapshot-events.ts';

/** A world over a whole timeline in columns. */
export function createFullWorld(timeline: FullTimeline, events: SnapshotEvents, settings: WorldSettings): World {
  const { rows, dictionary } = timeline;
  /** The last row with an event id; -1 if there is none. */
  const rowOf = (eventId: string) => dictionary.rows[events.codeOf(eventId) ?? -1] ?? -1;
  const isShown = (row: number) => row !== -1 && rows.shown[row] === row;
  const firstDuplicateRow = createDuplicateFinder(timeline, events);

  const causality = createCausalQueries(timeline, events);
  const requirementsOf = lazy(() => indexRequirements(timeline));
  const unmetRows = lazy(() => findUnmetRows(timeline, () => false));
  /** What an event needs that is not too early to depend on what is undone. */
  async function needsOfCode(code: number, floor: number, undone: UndoneVersions): Promise<readonly Need<number>[]> {
    const row = dictionary.rows[code] ?? -1;
    if (!isShown(row) || (rows.times[row] ?? 0) < floor) return [];
    const needs: Need<number>[] = causality.causesOf(row).map((cause) => ({ key: null, providers: [cause] }));
    for (const { key, providers } of requirementsOf()(row)) {
      const isUndone = providers.length === 0 && undone.versions.some(({ effects }) => Object.hasOwn(effects, key));
      const former = isUndone ? await formerOf(row, key, undone) : [];
      needs.push({ key, providers: [...providers.map((provider) => rows.idCodes[provider] ?? -1), ...former] });
    }
    return needs;
  }
  /** The codes of the undone versions that would provide a value. */
  async function formerOf(row: number, key: string, undone: UndoneVersions): Promise<readonly number[]> {
    const [event] = await events.readAll([row]);
    if (event === undefined) return [];
    const requirement = { key, value: event.requires[key] ?? null };
    const former = await resolve(() => formerProviders(event, requirement, undone, world));
    return former.flatMap(({ event_id }) => events.codeOf(event_id) ?? []);
  }
  const dependences = createSequentialLoader(
    async (query: { readonly undone: UndoneVersions; readonly to: string }) => {
      const floor = causality.earliestDependent(query.undone.versions);
      const to = events.codeOf(query.to);
      if (floor === undefined || to === undefined) return undefined;
      const undone = new Set(query.undone.versions.flatMap(({ event_id }) => events.codeOf(event_id) ?? []));
      const links = await findDependence(
        to,
        (code) => undone.has(code),
        async (codes) => {
          const needs: (readonly [number, readonly Need<number>[]])[] = [];
          for (const code of codes) needs.push([code, await needsOfCode(code, floor, query.undone)]);
          return needs;
        },
      );
      const ids = await events.readIds(links?.map(({ node }) => node) ?? []);
      return links?.map(({ key }, at) => ({ event_id: ids[at] ?? '', key }));
    },
  );

  const world: World = {
    ...settings,
    ...causality,
    dependence: (undone, to) => dependences.get({ undone, to }),
    unmetKeys(eventId) {
      const row = rowOf(eventId);
      if (!unmetRows().has(row)) return [];
      const unmet = requirementsOf()(row).filter(({ providers }) => providers.every((each) => unmetRows().has(each)));
      const keys = new Set(unmet.map(({ key }) => key));
      // In the order in which the event names them.
      return events.all([row]).flatMap(({ requires }) => Object.keys(requires).filter((key) => keys.has(key)));
    },
    event: (eventId) => world.events([eventId])[0],
    events: (eventIds) => events.all(eventIds.map(rowOf).filter(isShown)),
    earlierVersions({ event_id }) {
      const versions: number[] = [];
      for (let row = rowOf(event_id); row !== -1; row = rows.previous[row] ?? -1) versions.push(row);
      const codes = versions.map((row) => rows.idCodes[row] ?? -1);
      // Up to where it was first made: a version that replaced it and was reverted is not one that it undoes.
      const first = codes.lastIndexOf(codes[0] ?? -1) + 1;
      return events.all(
        versions.slice(first).filter((_, at) => codes.indexOf(codes[first + at] ?? -1, first) === first + at),
      );
    },
    successor(eventId) {
      const row = rowOf(eventId);
      return row === -1 || isShown(row) ? undefined : events.all([rows.shown[row] ?? -1])[0];
    },
    firstDuplicate: (event) => events.all([firstDuplicateRow(rowOf(event.event_id))])[0] ?? event,
    attendances(participant, from, to) {
      const attended = timeline.attendances.get(participant) ?? noMentions;
      const found: number[] = [];
      let at = mentionsWithin(attended, rows.times, to, to).to - 1;
      while ((attended.latestEnds[at] ?? Number.NEGATIVE_INFINITY) >= from) {
        const row = attended.rows[at] ?? -1;
        if ((rows.ends[row] ?? 0) >= from) found.push(row);
        at -= 1;
      }
      return events.all(found.reverse());
    },
    setters(key, at, except) {
      const set = timeline.assignments.get(key) ?? noMentions;
      const exceptions = except.map(rowOf);
      const latest = latestMentions(set, rows.times, at, exceptions);
      return events.all(set.rows.slice(latest.from, latest.to).filter((row) => !exceptions.includes(row)));
    },
    settersAt(key, instant) {
      const set = timeline.assignments.get(key) ?? noMentions;
      const { from, to } = mentionsWithin(set, rows.times, instant, instant);
      return events.all(set.rows.slice(from, to));
    },
  };
  return world;
}

/** How many events are read at once where little is kept of each. */
const batch = 1000;

/**
 * Finds the row of an event's first duplicate. The descriptions of each group at one time and location are read once.
 */
function createDuplicateFinder({ coincidences }: FullTimeline, events: SnapshotEvents): (row: number) => number {
  const groupOf = new Map(coincidences.flatMap((group, number) => group.map((row) => [row, number] as const)));
  const readGroup = createSequentialLoader(async (number: number) => {
    const firstDuplicates = new Map<number, number>();
    const firstWith = new Map<string, number>();
    const group = coincidences[number] ?? [];
    for (let at = 0; at < group.length; at += batch) {
      const some = group.slice(at, at + batch);
      for (const [place, { description }] of (await events.readAll(some)).entries()) {
        const row = some[place] ?? -1;
        const first = firstWith.get(hashLongText(description)) ?? row;
        firstWith.set(hashLongText(description), first);
        firstDuplicates.set(row, first);
      }
    }
    return firstDuplicates;
  });
  return (row) => {
    const group = groupOf.get(row);
    return group === undefined ? row : (readGroup.get(group).get(row) ?? row);
  };
}

/** The queries of a world about causes. Each index is built when it is first needed: most timelines need none. */
function createCausalQueries(timeline: FullTimeline, events: SnapshotEvents) {
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
    /** The codes of the causes of a row. */
    causesOf: (row: number): readonly number[] => [...causeCodes.subarray(graph.first[row], graph.first[row + 1])],
    /** The earliest time at which an event can depend on one of these; undefined if nothing does. */
    earliestDependent(versions: readonly WorldEvent[]): number | undefined {
      const effects = versions.flatMap(({ event_id }) => effectsOf()(events.codeOf(event_id) ?? -1)).map(timeOf);
      const settings = versions.filter(({ effects: set }) => Object.keys(set).length > 0).map(({ time }) => time);
      if (effects.length + settings.length === 0) return undefined;
      return [...effects, ...settings].reduce((earliest, time) => Math.min(earliest, time), span().from);
    },
    stronglyConnectedComponent(eventId: string) {
      const number = componentOfRow().get(dictionary.rows[events.codeOf(eventId) ?? -1] ?? -1);
      return number === undefined ? undefined : readComponent.get(number);
    },
    negativeCycle: negativeCycles.get,
  };
}

/** Computes a value when it is first needed. */
function lazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Finds the current rows that name a cause, by its code; each once. */
function indexEffects({ dictionary, graph, causeCodes }: FullTimeline): (code: number) => readonly number[] {
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
