import { endOfTime, startOfTime } from 'chronoscribe/kinds/clock';
import type { MentionQuery } from 'chronoscribe/kinds/journal';
import { compareByTime, normalizeLocation } from '../../ledger/event.ts';
import { batchMap, createBatchLoader, createSequentialLoader, resolve } from './batch-loader.ts';
import { findComponents } from './causal-queries.ts';
import { findAllDependents, findAllRequirers, findDependence, findUnmetKeys, needsOf } from './dependence.ts';
import { type EventReads, effectsByCause, type LocationQuery } from './event-reads.ts';
import { findNegativeCycle } from './temporal-network.ts';
import {
  type DelayConstraint,
  endTimeOf,
  type LazyWorld,
  type StronglyConnectedComponent,
  type UndoneVersions,
  type WorldEvent,
  type WorldSettings,
} from './world.ts';

/** A world that reads from the journal only what is asked for. */
export function createLazyWorld(reads: EventReads, settings: WorldSettings): LazyWorld {
  const events = createBatchLoader<string, WorldEvent | undefined>(String, async (ids) => {
    const found = new Map((await reads.current(ids)).map((event) => [event.event_id, event]));
    return ids.map((id) => [id, found.get(id)]);
  });
  const effects = createBatchLoader<string, readonly WorldEvent[]>(String, async (ids) => {
    const loaded = byRecording(await reads.effects(ids));
    // A search back from the last effects need not read them again.
    for (const event of loaded) events.put(event.event_id, event);
    const found = effectsByCause(loaded);
    return ids.map((id) => [id, found.get(id) ?? []]);
  });
  const versions = createBatchLoader<string, readonly WorldEvent[]>(String, async (ids) => {
    const found = await reads.versions(ids);
    const subjects = new Map(found.map(({ event_id, subject }) => [event_id, subject]));
    const ofSubject = Map.groupBy(found, ({ subject }) => subject);
    return ids.map((id) => [id, ofSubject.get(subjects.get(id) ?? Number.NaN) ?? []]);
  });
  const components = createBatchLoader<string, StronglyConnectedComponent | undefined>(String, async (ids) => {
    const found = await findComponents(reads, ids);
    return ids.map((id) => [id, found.get(id)]);
  });
  const dependences = createSequentialLoader(
    async ({ undone, to }: { readonly undone: UndoneVersions; readonly to: string }) => {
      const floor = await earliestDependent(reads, undone.versions);
      if (floor === undefined) return undefined;
      const ids = new Set(undone.versions.map(({ event_id }) => event_id));
      const links = await findDependence(
        to,
        (id) => ids.has(id),
        (layer) =>
          resolve(() =>
            batchMap(
              world.events(layer).filter(({ time }) => time >= floor),
              (event) => [event.event_id, needsOf(event, undone, world)] as const,
            ),
          ),
      );
      return links?.map(({ node, key }) => ({ event_id: node, key }));
    },
  );
  const lacking = new Map<string, readonly string[]>();
  const unmetKeys = createBatchLoader<string, readonly string[]>(String, async (ids) => {
    const found = await findUnmetKeys(ids, world, lacking);
    for (const [id, keys] of found) lacking.set(id, keys);
    return found;
  });
  const allRequirers = createSequentialLoader((changed: readonly WorldEvent[]) => findAllRequirers(changed, world));
  const allDependents = createSequentialLoader((changed: readonly WorldEvent[]) => findAllDependents(changed, world));
  const manipulations = createBatchLoader<null, readonly WorldEvent[] | undefined>(String, async () => [
    [null, await reads.manipulations()],
  ]);
  const negativeCycles = createSequentialLoader((broken: DelayConstraint) => findNegativeCycle(reads, broken));
  const mentions = createSequentialLoader((query: MentionQuery) => reads.mentions(query));
  const startingAt = createSequentialLoader(({ place, time }: { readonly place: string; readonly time: number }) =>
    reads.startingAt(place, time),
  );
  const overlapping = createSequentialLoader((query: LocationQuery) => reads.overlapping(query));

  const duplicates: LazyWorld['duplicates'] = ({ location, time, description }) =>
    byRecording(startingAt.get({ place: normalizeLocation(location), time })).filter(
      (event) => event.description === description,
    );

  const world: LazyWorld = {
    ...settings,
    ...createFactQueries(mentions),
    event: events.get,
    events: (ids) => batchMap(ids, events.get).filter((event) => event !== undefined),
    effects: effects.get,
    earlierVersions({ event_id }) {
      const all = versions.get(event_id);
      // Up to where it was first made: a version that replaced it and was reverted is not one that it undoes.
      const earlier = all
        .slice(
          0,
          all.findIndex((version) => version.event_id === event_id),
        )
        .toReversed();
      return earlier.filter((each, at) => at === earlier.findIndex((other) => other.event_id === each.event_id));
    },
    successor(eventId) {
      const newest = versions.get(eventId).at(-1);
      return newest?.event_id === eventId ? undefined : newest;
    },
    dependence: (undone, to) => dependences.get({ undone, to }),
    unmetKeys: unmetKeys.get,
    stronglyConnectedComponent: components.get,
    negativeCycle: negativeCycles.get,
    allRequirers: allRequirers.get,
    allDependents: allDependents.get,
    manipulations: () => manipulations.get(null),
    firstDuplicate: (event) => duplicates(event)[0] ?? event,
    duplicates,
    attendances: (participant, from, to) =>
      mentions.get({ role: 'participant', word: participant, from, to }).toSorted(compareByTime),
    coLocated: (event, limit) =>
      overlapping
        .get({ place: normalizeLocation(event.location), from: event.time, to: endTimeOf(event), limit: limit + 1 })
        .filter(({ event_id }) => event_id !== event.event_id)
        .slice(0, limit),
  };
  return world;
}

/** The earliest time at which an event can depend on one of these; undefined if nothing does. */
async function earliestDependent(reads: EventReads, versions: readonly WorldEvent[]): Promise<number | undefined> {
  const effects = await reads.effects(versions.map(({ event_id }) => event_id));
  const setting = versions.filter((version) => Object.keys(version.effects).length > 0);
  if (effects.length + setting.length === 0) return undefined;
  // If all causes are earlier than their effects, an event that is earlier than all of these does not depend on them.
  if (await reads.hasBackwardCause()) return Number.NEGATIVE_INFINITY;
  return [...effects, ...setting].reduce((earliest, { time }) => Math.min(earliest, time), Number.POSITIVE_INFINITY);
}

type FactQueries = Pick<LazyWorld, 'setters' | 'settersAt' | 'nextAssignment' | 'dependents'>;

/**
 * What sets a key and what requires it. The journal finds events that overlap a range; here their start must lie in it.
 */
function createFactQueries(mentions: { get(query: MentionQuery): readonly WorldEvent[] }): FactQueries {
  const settersAt: FactQueries['settersAt'] = (key, instant) =>
    byRecording(
      mentions.get({ role: 'sets', word: key, from: instant, to: instant }).filter(({ time }) => time === instant),
    );
  return {
    settersAt,
    setters(key, at, except) {
      const isOther = ({ event_id }: WorldEvent) => !except.includes(event_id);
      // One more than the exceptions.
      const limit = except.length + 1;
      const last = mentions.get({ role: 'sets', word: key, from: startOfTime, to: at, order: 'last', limit });
      const latest = last.find(isOther);
      if (latest === undefined) return [];
      // Where it ends, or goes on to an earlier instant, it has all of the latest one.
      const isWhole = last.length < limit || last.some(({ time }) => time < latest.time);
      const setters = isWhole
        ? byRecording(last.filter(({ time }) => time === latest.time))
        : settersAt(key, latest.time);
      return setters.filter(isOther);
    },
    nextAssignment(key, after) {
      for (let limit = 4; ; limit *= 8) {
        const first = mentions.get({ role: 'sets', word: key, from: after + 1, to: endOfTime, limit });
        const next = first.find(({ time }) => time > after);
        if (next !== undefined || first.length < limit) return next?.time;
      }
    },
    dependents: (key, from, to) =>
      mentions
        .get({ role: 'needs', word: key, from, to })
        .filter(({ time }) => time >= from)
        .toSorted(compareByTime),
  };
}

function byRecording(events: readonly WorldEvent[]): readonly WorldEvent[] {
  return events.toSorted((one, other) => one.recorded - other.recorded);
}
