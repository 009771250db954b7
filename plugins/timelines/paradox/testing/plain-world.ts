import { compareByTime, normalizeLocation } from '../../ledger/event.ts';
import { createSequentialLoader } from '../world/batch-loader.ts';
import { findNegativeCycle } from '../world/temporal-network.ts';
import {
  type DelayConstraint,
  endTimeOf,
  type LazyWorld,
  type StronglyConnectedComponent,
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

  return {
    event,
    events: (ids) => ids.flatMap((id) => event(id) ?? []),
    effects,
    earlierVersions({ subject, event_id }) {
      const ids = versions.filter((each) => each.subject === subject).map((each) => each.event_id);
      return [...new Set(ids.slice(0, ids.indexOf(event_id)).reverse())];
    },
    successor(id) {
      const { subject } = versions.find(({ event_id }) => event_id === id) ?? {};
      return shown.find((each) => each.subject === subject && each.event_id !== id);
    },
    causalChain: (from, to) => shortest(from.map((id) => pathFrom(id, to, effects))),
    stronglyConnectedComponent(id) {
      const isHere = event(id) !== undefined;
      const members = shown.filter(({ event_id }) => isHere && reached(id).has(event_id) && reached(event_id).has(id));
      return members.length === 0 ? undefined : knotOf(members, effects);
    },
    negativeCycle: contradictions.get,
    descendants: (ids) => [...new Set(ids.flatMap((id) => [...reached(id)]))],
    firstDuplicate: (event) => duplicates(event)[0] ?? event,
    duplicates,
    attendances: (participant, from, to) =>
      ordered.filter((each) => each.participants.includes(participant) && each.time <= to && endTimeOf(each) >= from),
    setters(key, at, except) {
      const setting = ordered.filter(
        ({ event_id, effects, time }) => event_id !== except && Object.hasOwn(effects, key) && time <= at,
      );
      return setting.filter(({ time }) => time === setting.at(-1)?.time);
    },
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
