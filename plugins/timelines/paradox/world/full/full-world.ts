import { oneByOne } from '../batch-loader.ts';
import type { World, WorldSettings } from '../world.ts';
import { wholeCauses } from './full-causality.ts';
import type { WholeTimeline } from './full-timeline.ts';
import { brief, latestMentions, mentionsWithin, noMentions } from './mentions.ts';
import type { WholeEvents } from './snapshot-events.ts';

/** A whole timeline as the rules see it. Its answers may be `NotLoaded`, see `asking.ts`. */
export function wholeWorld(timeline: WholeTimeline, events: WholeEvents, settings: WorldSettings): World {
  const { rows, names } = timeline;
  /** The last row with an event id; -1 where there is none. */
  const rowOf = (eventId: string) => names.rows[events.nameOf(eventId) ?? -1] ?? -1;
  const isShown = (row: number) => row !== -1 && rows.shown[row] === row;
  const firstTwins = firstTwinsIn(timeline, events);

  const world: World = {
    ...settings,
    ...wholeCauses(timeline, events),
    event: (eventId) => world.events([eventId])[0],
    events: (eventIds) => events.all(eventIds.map(rowOf).filter(isShown)),
    earlierVersions({ event_id }) {
      const versions: number[] = [];
      for (let row = rowOf(event_id); row !== -1; row = rows.previous[row] ?? -1) versions.push(rows.names[row] ?? -1);
      const ids = events.ids(versions);
      // Before it was first made: what took its place, until that was reverted, is no version that it undoes.
      return [...new Set(ids.slice(ids.lastIndexOf(event_id) + 1))];
    },
    successor(eventId) {
      const row = rowOf(eventId);
      return row === -1 || isShown(row) ? undefined : events.all([rows.shown[row] ?? -1])[0];
    },
    firstTwin: (event) => events.all([firstTwins(rowOf(event.event_id))])[0] ?? event,
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
      const set = timeline.settings.get(key) ?? noMentions;
      const exception = rowOf(except);
      const latest = latestMentions(set, rows.times, at, exception);
      return events.all(set.rows.slice(latest.from, latest.to).filter((row) => row !== exception));
    },
    settersAt(key, instant) {
      const set = timeline.settings.get(key) ?? noMentions;
      const { from, to } = mentionsWithin(set, rows.times, instant, instant);
      return events.all(set.rows.slice(from, to));
    },
  };
  return world;
}

/** How many events are read at once where only something small is kept of each. */
const batch = 1000;

/** Finds the row of an event's first twin. Of each group at one time and place the descriptions are read once. */
function firstTwinsIn({ coincidences }: WholeTimeline, events: WholeEvents): (row: number) => number {
  const groupOf = new Map(coincidences.flatMap((group, number) => group.map((row) => [row, number] as const)));
  const readGroup = oneByOne(async (number: number) => {
    const firstTwins = new Map<number, number>();
    const firstWith = new Map<string, number>();
    const group = coincidences[number] ?? [];
    for (let at = 0; at < group.length; at += batch) {
      const some = group.slice(at, at + batch);
      for (const [place, { description }] of (await events.readAll(some)).entries()) {
        const row = some[place] ?? -1;
        const first = firstWith.get(brief(description)) ?? row;
        firstWith.set(brief(description), first);
        firstTwins.set(row, first);
      }
    }
    return firstTwins;
  });
  return (row) => {
    const group = groupOf.get(row);
    return group === undefined ? row : (readGroup.get(group).get(row) ?? row);
  };
}
