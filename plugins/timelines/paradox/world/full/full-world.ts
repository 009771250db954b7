import { createBatchLoader, createSequentialLoader } from '../batch-loader.ts';
import { findDependence, findUnmetKeys } from '../dependence.ts';
import type { UndoneVersions, World, WorldSettings } from '../world.ts';
import { createCausalQueries } from './full-causality.ts';
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
  const dependences = createSequentialLoader((query: { readonly undone: UndoneVersions; readonly to: string }) => {
    const floor = causality.earliestDependent(query.undone.versions);
    return floor === undefined
      ? Promise.resolve(undefined)
      : findDependence(query.undone, { to: query.to, floor }, world);
  });
  const unmetKeys = createBatchLoader<string, readonly string[]>(String, (ids) => findUnmetKeys(ids, world));

  const world: World = {
    ...settings,
    ...causality,
    dependence: (undone, to) => dependences.get({ undone, to }),
    unmetKeys: unmetKeys.get,
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
