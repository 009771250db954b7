import { compareByTime, normalizeLocation } from '../../ledger/event.ts';
import { createSequentialLoader } from '../world/batch-loader.ts';
import { dependentsOf, isSameValue } from '../world/state-over-time.ts';
import { findNegativeCycle } from '../world/temporal-network.ts';
import {
  type DelayConstraint,
  type DependenceLink,
  endTimeOf,
  type LazyWorld,
  type StronglyConnectedComponent,
  type UndoneVersions,
  type WorldEvent,
  type WorldSettings,
} from '../world/world.ts';

/** The last version of each event. */
export function currentVersions(versions: readonly WorldEvent[]): readonly WorldEvent[] {
  return [...new Map(versions.map((version) => [version.subject, version])).values()];
}

/**
 * A reference implementation of a world: it holds all events and scans them for each query. Only negative cycles are
 * found by the code under test, through a loader.
 */
export function plainWorld(
  versions: readonly WorldEvent[],
  { anchors = [], maxSpeedKmh = 1000 }: Partial<WorldSettings> = {},
): LazyWorld {
  const shown = currentVersions(versions);
  const ordered = shown.toSorted(compareByTime);
  const byRecording = shown.toSorted((one, other) => one.recorded - other.recorded);
  const event = (id: string) => shown.find(({ event_id }) => event_id === id);
  const effects = (id: string) => byRecording.filter(({ causes }) => causes.some(({ event_id }) => event_id === id));
  const reached = reachedBy(effects);
  const contradictions = createSequentialLoader((broken: DelayConstraint) =>
    findNegativeCycle(
      {
        current: async (ids) => shown.filter(({ event_id }) => ids.includes(event_id)),
        effects: async (ids) => [...new Set(ids.flatMap(effects))],
      },
      broken,
    ),
  );
  const duplicates = ({ time, location, description }: WorldEvent) =>
    byRecording
      .filter((each) => each.time === time && each.description === description)
      .filter((each) => normalizeLocation(each.location) === normalizeLocation(location));

  const settersOf: LazyWorld['setters'] = (key, at, except) => {
    const setting = ordered.filter(
      ({ event_id, effects, time }) => !except.includes(event_id) && Object.hasOwn(effects, key) && time <= at,
    );
    return setting.filter(({ time }) => time === setting.at(-1)?.time);
  };
  const providersIn = (one: WorldEvent, key: string) =>
    settersOf(key, one.time, [one.event_id]).filter((other) => isSameValue(other.effects[key], one.requires[key]));
  /** All events lack what no event with all that it requires provides: until nothing changes any more. */
  const unmet = () => {
    const lacking = new Map<string, readonly string[]>();
    for (let count = -1; count !== [...lacking.values()].flat().length; ) {
      count = [...lacking.values()].flat().length;
      for (const one of shown) {
        const keys = Object.keys(one.requires);
        const lacks = keys.filter((key) => providersIn(one, key).every((other) => lacking.has(other.event_id)));
        if (lacks.length > 0) lacking.set(one.event_id, lacks);
      }
    }
    return lacking;
  };

  const world: LazyWorld = {
    event,
    events: (ids) => ids.flatMap((id) => event(id) ?? []),
    effects,
    earlierVersions({ subject, event_id }) {
      const own = versions.filter((each) => each.subject === subject);
      const first = own.findIndex((each) => each.event_id === event_id);
      const latest = new Map(own.slice(0, first).map((each) => [each.event_id, each]));
      return [...latest.values()].toSorted((one, other) => own.indexOf(other) - own.indexOf(one));
    },
    successor(id) {
      const { subject } = versions.find(({ event_id }) => event_id === id) ?? {};
      return shown.find((each) => each.subject === subject && each.event_id !== id);
    },
    dependence: (undone, to) => plainDependence(undone, to, { shown, settersOf, providersIn }),
    unmetKeys: (id) => unmet().get(id) ?? [],
    stronglyConnectedComponent(id) {
      const isHere = event(id) !== undefined;
      const members = shown.filter(({ event_id }) => isHere && reached(id).has(event_id) && reached(event_id).has(id));
      return members.length === 0 ? undefined : knotOf(members, effects);
    },
    negativeCycle: contradictions.get,
    allRequirers(changed) {
      const found = new Set<WorldEvent>();
      const lacking = unmet();
      for (let layer = changed; layer.length > 0; ) {
        const next = dependentsOf(layer, world).filter((each) => !found.has(each));
        for (const each of next) found.add(each);
        layer = next.filter((each) => lacking.has(each.event_id));
      }
      return [...found];
    },
    allDependents(changed) {
      const found = new Set<WorldEvent>();
      for (let layer = changed; layer.length > 0; ) {
        layer = [...layer.flatMap(({ event_id }) => effects(event_id)), ...dependentsOf(layer, world)].filter(
          (each) => !found.has(each),
        );
        for (const each of layer) found.add(each);
      }
      return [...found];
    },
    manipulations: () => shown.filter(({ manipulation }) => manipulation !== null),
    firstDuplicate: (event) => duplicates(event)[0] ?? event,
    duplicates,
    attendances: (participant, from, to) =>
      ordered.filter((each) => each.participants.includes(participant) && each.time <= to && endTimeOf(each) >= from),
    setters: (key, at, except) => settersOf(key, at, except),
    settersAt: (key, instant) =>
      byRecording.filter(({ effects, time }) => Object.hasOwn(effects, key) && time === instant),
    nextAssignment: (key, after) =>
      ordered.find(({ effects, time }) => Object.hasOwn(effects, key) && time > after)?.time,
    dependents: (key, from, to) =>
      ordered.filter(({ requires, time }) => Object.hasOwn(requires, key) && time >= from && time <= to),
    coLocated: ({ event_id, location, ...event }, limit) =>
      ordered
        .filter(
          (each) => each.event_id !== event_id && normalizeLocation(each.location) === normalizeLocation(location),
        )
        .filter((each) => each.time <= (event.end_time ?? event.time) && endTimeOf(each) >= event.time)
        .slice(0, limit),
    anchors,
    maxSpeedKmh,
  };
  return world;
}

interface Providing {
  readonly shown: readonly WorldEvent[];
  readonly settersOf: LazyWorld['setters'];
  readonly providersIn: (event: WorldEvent, key: string) => readonly WorldEvent[];
}

/** Rounds over all events: each finds what depends on what was found before, first what is undone. */
function plainDependence(
  { versions, by }: UndoneVersions,
  to: string,
  { shown, settersOf, providersIn }: Providing,
): readonly DependenceLink[] | undefined {
  const undone = new Set(versions.map(({ event_id }) => event_id));
  const wouldProvide = (one: WorldEvent, key: string) =>
    versions.filter(
      ({ time, effects }) =>
        time <= one.time &&
        isSameValue(effects[key], one.requires[key]) &&
        settersOf(key, one.time, [one.event_id, by]).every((other) => other.time <= time),
    );
  const needsOf = (one: WorldEvent) => [
    ...one.causes.map(({ event_id }) => ({ key: null, from: [event_id] })),
    ...Object.keys(one.requires).map((key) => {
      const provided = providersIn(one, key);
      return { key, from: (provided.length > 0 ? provided : wouldProvide(one, key)).map(({ event_id }) => event_id) };
    }),
  ];
  const dependent = new Set(undone);
  const brokenNeeds = (one: WorldEvent) =>
    needsOf(one).filter(({ from }) => from.length > 0 && from.every((id) => dependent.has(id)));
  for (let size = 0; size !== dependent.size; ) {
    size = dependent.size;
    for (const one of shown) if (brokenNeeds(one).length > 0) dependent.add(one.event_id);
  }

  let chains: readonly (readonly DependenceLink[])[] = versions.map(({ event_id }) => [{ event_id, key: null }]);
  const seen = new Set<string>();
  while (chains.length > 0) {
    chains = chains.flatMap((chain) =>
      shown.flatMap((one) =>
        brokenNeeds(one)
          .filter(({ from }) => from.includes(chain.at(-1)?.event_id ?? ''))
          .map(({ key }) => [...chain, { event_id: one.event_id, key }]),
      ),
    );
    const found = chains.find((chain) => chain.at(-1)?.event_id === to);
    if (found !== undefined) return found;
    chains = chains.filter((chain) => {
      const end = chain.at(-1)?.event_id ?? '';
      return !seen.has(end) && seen.add(end);
    });
  }
  return undefined;
}

type Effects = (id: string) => readonly WorldEvent[];

/** The ids of all descendants of an id; the id itself only if it is in a cycle. */
function reachedBy(effects: Effects): (id: string) => ReadonlySet<string> {
  return (id) => {
    const ids = new Set<string>();
    const open = [id];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const found = effects(next).map(({ event_id }) => event_id);
      open.push(...found.filter((each) => !ids.has(each)));
      for (const each of found) ids.add(each);
    }
    return ids;
  };
}

/** A shortest path of at least one edge. */
function pathFrom(from: string, to: string, effects: Effects): readonly string[] | undefined {
  const seen = new Set<string>();
  let paths: readonly (readonly string[])[] = [[from]];
  while (paths.length > 0) {
    paths = paths.flatMap((path) => effects(path.at(-1) ?? '').map(({ event_id }) => [...path, event_id]));
    const found = paths.find((path) => path.at(-1) === to);
    if (found !== undefined) return found;
    paths = paths.filter((path) => {
      const end = path.at(-1) ?? '';
      return !seen.has(end) && seen.add(end);
    });
  }
  return undefined;
}

function shortest(paths: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  return paths
    .flatMap((path) => (path === undefined ? [] : [path]))
    .toSorted((one, other) => one.length - other.length)[0];
}

function knotOf(members: readonly WorldEvent[], effects: Effects): StronglyConnectedComponent {
  const circles = members.map(({ event_id }) => pathFrom(event_id, event_id, effects));
  const inside = new Set(members.map(({ event_id }) => event_id));
  return {
    shortestCycle: shortest(circles)?.slice(1) ?? [],
    edges: () =>
      members.flatMap((cause) =>
        effects(cause.event_id)
          .filter(({ event_id }) => inside.has(event_id))
          .map((effect) => [cause.subject, effect.subject] as const),
      ),
  };
}
