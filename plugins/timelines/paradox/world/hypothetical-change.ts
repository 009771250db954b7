import type { MentionQuery } from 'chronoscribe/kinds/journal';
import { inOrder, placeOf } from '../../ledger/event.ts';
import { type EventReads, effectsByCause, type PlaceQuery } from './event-reads.ts';
import { type Change, endOf, type WorldEvent } from './world.ts';

/**
 * What a timeline would show after a change. Nothing is written: what the change removes is left out of what is read, and what it
 * adds is put in.
 */
export function withChange(reads: EventReads, { removed, added }: Change): EventReads {
  const fewer = changedEvents(removed);
  const more = changedEvents(added);

  /** What was read, as the change leaves it: without those that are gone, and with those that it adds. */
  const changed = (events: readonly WorldEvent[], additions: readonly WorldEvent[]) => [
    ...events.filter(({ event_id }) => !fewer.byId.has(event_id) && !more.byId.has(event_id)),
    ...additions,
  ];
  const current: EventReads['current'] = async (ids) =>
    changed(
      await reads.current(ids),
      ids.flatMap((id) => more.byId.get(id) ?? []),
    );
  const effects: EventReads['effects'] = async (ids) =>
    changed(await reads.effects(ids), [...new Set(ids.flatMap((id) => more.byCause.get(id) ?? []))]);

  const readBackward = async () => {
    if (await reads.hasBackwardCause()) return true;
    const causes = await current(added.flatMap((event) => event.causes.map(({ event_id }) => event_id)));
    const others = await effects(added.map(({ event_id }) => event_id));
    return hasBackwardStep([...added, ...causes, ...others]);
  };
  let backward: Promise<boolean> | undefined;

  return {
    current,
    effects,
    async versions(ids) {
      // What is only being tried has no versions yet: they are those of what it takes the place of.
      const subjects = ids.flatMap((id) => more.byId.get(id)?.subject ?? []);
      const formerIds = subjects.flatMap((subject) => fewer.bySubject.get(subject)?.event_id ?? []);
      const versions = await reads.versions([...ids, ...formerIds]);
      const known = new Set([...versions.map(({ subject }) => subject), ...subjects]);
      return [...versions, ...[...known].flatMap((subject) => more.bySubject.get(subject) ?? [])];
    },
    async mentions(query) {
      const { order = 'first', limit } = query;
      const additions = more.mentioning(query);
      const spare = additions.length + fewer.mentioning(query).length;
      const read = await reads.mentions({ ...query, ...(limit !== undefined && { limit: limit + spare }) });
      const direction = order === 'first' ? 1 : -1;
      return changed(read, additions)
        .sort((one, other) => direction * inOrder(one, other))
        .slice(0, limit);
    },
    async at(place, instant) {
      const additions = more.at({ place, from: instant, to: instant }).filter(({ time }) => time === instant);
      return changed(await reads.at(place, instant), additions).sort(inOrder);
    },
    async underWay(query) {
      const additions = more.at(query);
      const spare = additions.length + fewer.at(query).length;
      const read = await reads.underWay({ ...query, limit: query.limit + spare });
      return changed(read, additions).sort(inOrder).slice(0, query.limit);
    },
    hasBackwardCause() {
      backward ??= readBackward();
      return backward;
    },
  };
}

/** One side of a change, found without looking through all of it: a merge may change many events, and each is asked about. */
function changedEvents(events: readonly WorldEvent[]) {
  const byWord = timetables(events.flatMap(mentionsBy));
  const byPlace = timetables(events.map((event) => ({ key: placeOf(event.location), event })));
  return {
    byId: new Map(events.map((event) => [event.event_id, event])),
    bySubject: new Map(events.map((event) => [event.subject, event])),
    byCause: effectsByCause(events),
    mentioning: (query: MentionQuery) => byWord.get(`${query.role} ${query.word}`)?.underWay(query) ?? [],
    at: ({ place, ...range }: Omit<PlaceQuery, 'limit'>) => byPlace.get(place)?.underWay(range) ?? [],
  };
}

function timetables(entries: readonly { readonly key: string; readonly event: WorldEvent }[]): ReadonlyMap<string, Timetable> {
  const byKey = Map.groupBy(entries, ({ key }) => key);
  return new Map([...byKey].map(([key, each]) => [key, new Timetable(each.map(({ event }) => event))]));
}

function mentionsBy(event: WorldEvent) {
  const words = [
    ...event.participants.map((participant) => `participant ${participant}`),
    ...Object.keys(event.effects).map((key) => `sets ${key}`),
    ...Object.keys(event.requires).map((key) => `needs ${key}`),
  ];
  return [...new Set(words)].map((key) => ({ key, event }));
}

/** Whether one of these is a cause of another and not earlier. */
function hasBackwardStep(events: readonly WorldEvent[]): boolean {
  const times = new Map(events.map(({ event_id, time }) => [event_id, time]));
  return events.some((effect) =>
    effect.causes.some(({ event_id }) => (times.get(event_id) ?? Number.NEGATIVE_INFINITY) >= effect.time),
  );
}

/** Events by time, and then by order of recording; those under way are found without looking through all. */
export class Timetable {
  readonly #events: readonly WorldEvent[];
  /** For each event, when the last of those up to it ends. */
  readonly #latestEnds: readonly number[];

  constructor(events: readonly WorldEvent[]) {
    let latest = Number.NEGATIVE_INFINITY;
    this.#events = events.toSorted(inOrder);
    this.#latestEnds = this.#events.map((event) => {
      latest = Math.max(latest, endOf(event));
      return latest;
    });
  }

  /** The events that are under way at some moment between these, both included. */
  underWay({ from, to }: { readonly from: number; readonly to: number }): readonly WorldEvent[] {
    const found: WorldEvent[] = [];
    for (let at = this.#countUpTo(to) - 1; (this.#latestEnds[at] ?? Number.NEGATIVE_INFINITY) >= from; at -= 1) {
      const event = this.#events[at];
      if (event !== undefined && endOf(event) >= from) found.push(event);
    }
    return found.reverse();
  }

  #countUpTo(instant: number): number {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#events[middle]?.time ?? instant) <= instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
