import type { MentionQuery } from 'chronoscribe/kinds/journal';
import { compareByTime, normalizeLocation } from '../../ledger/event.ts';
import { type EventReads, effectsByCause, type LocationQuery } from './event-reads.ts';
import { type Change, endTimeOf, type WorldEvent } from './world.ts';

/**
 * Reads a timeline as it would be after a change. Nothing is written: removed events are filtered out, added ones
 * merged in.
 */
export function withHypotheticalChange(reads: EventReads, { removed, added }: Change): EventReads {
  const removedIndex = indexEvents(removed);
  const addedIndex = indexEvents(added);

  /** What was read, without the removed events and with the added ones. */
  const changed = (events: readonly WorldEvent[], additions: readonly WorldEvent[]) => [
    ...events.filter(({ event_id }) => !removedIndex.byId.has(event_id) && !addedIndex.byId.has(event_id)),
    ...additions,
  ];
  const current: EventReads['current'] = async (ids) =>
    changed(
      await reads.current(ids),
      ids.flatMap((id) => addedIndex.byId.get(id) ?? []),
    );
  const effects: EventReads['effects'] = async (ids) =>
    changed(await reads.effects(ids), [...new Set(ids.flatMap((id) => addedIndex.byCause.get(id) ?? []))]);

  const readBackward = async () => {
    if (await reads.hasBackwardCause()) return true;
    const causes = await current(added.flatMap((event) => event.causes.map(({ event_id }) => event_id)));
    const others = await effects(added.map(({ event_id }) => event_id));
    return hasBackwardEdge([...added, ...causes, ...others]);
  };
  let backward: Promise<boolean> | undefined;

  return {
    current,
    effects,
    async versions(ids) {
      // A hypothetical event has no versions yet: it has those of the event that it replaces.
      const subjects = ids.flatMap((id) => addedIndex.byId.get(id)?.subject ?? []);
      const formerIds = subjects.flatMap((subject) => removedIndex.bySubject.get(subject)?.event_id ?? []);
      const versions = await reads.versions([...ids, ...formerIds]);
      const known = new Set([...versions.map(({ subject }) => subject), ...subjects]);
      return [...versions, ...[...known].flatMap((subject) => addedIndex.bySubject.get(subject) ?? [])];
    },
    async mentions(query) {
      const { order = 'first', limit } = query;
      const additions = addedIndex.mentioning(query);
      const spare = additions.length + removedIndex.mentioning(query).length;
      const read = await reads.mentions({ ...query, ...(limit !== undefined && { limit: limit + spare }) });
      const direction = order === 'first' ? 1 : -1;
      return changed(read, additions)
        .sort((one, other) => direction * compareByTime(one, other))
        .slice(0, limit);
    },
    async startingAt(place, instant) {
      const additions = addedIndex.at({ place, from: instant, to: instant }).filter(({ time }) => time === instant);
      return changed(await reads.startingAt(place, instant), additions).sort(compareByTime);
    },
    async overlapping(query) {
      const additions = addedIndex.at(query);
      const spare = additions.length + removedIndex.at(query).length;
      const read = await reads.overlapping({ ...query, limit: query.limit + spare });
      return changed(read, additions).sort(compareByTime).slice(0, query.limit);
    },
    async manipulations() {
      const known = await reads.manipulations();
      return (
        known &&
        changed(
          known,
          added.filter(({ manipulation }) => manipulation !== null),
        )
      );
    },
    hasBackwardCause() {
      backward ??= readBackward();
      return backward;
    },
  };
}

/** Indexes one side of a change: a merge may change thousands of events, and each is looked up. */
function indexEvents(events: readonly WorldEvent[]) {
  const byWord = indexIntervals(events.flatMap(mentionsOf));
  const byPlace = indexIntervals(events.map((event) => ({ key: normalizeLocation(event.location), event })));
  return {
    byId: new Map(events.map((event) => [event.event_id, event])),
    bySubject: new Map(events.map((event) => [event.subject, event])),
    byCause: effectsByCause(events),
    mentioning: (query: MentionQuery) => byWord.get(`${query.role} ${query.word}`)?.overlapping(query) ?? [],
    at: ({ place, ...range }: Omit<LocationQuery, 'limit'>) => byPlace.get(place)?.overlapping(range) ?? [],
  };
}

function indexIntervals(
  entries: readonly { readonly key: string; readonly event: WorldEvent }[],
): ReadonlyMap<string, IntervalIndex> {
  const byKey = Map.groupBy(entries, ({ key }) => key);
  return new Map([...byKey].map(([key, each]) => [key, new IntervalIndex(each.map(({ event }) => event))]));
}

function mentionsOf(event: WorldEvent) {
  const words = [
    ...event.participants.map((participant) => `participant ${participant}`),
    ...Object.keys(event.effects).map((key) => `sets ${key}`),
    ...Object.keys(event.requires).map((key) => `needs ${key}`),
  ];
  return [...new Set(words)].map((key) => ({ key, event }));
}

/** Whether one of these events is a cause of another and not earlier than it. */
function hasBackwardEdge(events: readonly WorldEvent[]): boolean {
  const times = new Map(events.map(({ event_id, time }) => [event_id, time]));
  return events.some((effect) =>
    effect.causes.some(({ event_id }) => (times.get(event_id) ?? Number.NEGATIVE_INFINITY) >= effect.time),
  );
}

/** Events by time, then by order of recording. Finds those that overlap a range without a full scan. */
export class IntervalIndex {
  readonly #events: readonly WorldEvent[];
  /** For each event, the latest end among the events up to it. */
  readonly #latestEnds: readonly number[];

  constructor(events: readonly WorldEvent[]) {
    let latest = Number.NEGATIVE_INFINITY;
    this.#events = events.toSorted(compareByTime);
    this.#latestEnds = this.#events.map((event) => {
      latest = Math.max(latest, endTimeOf(event));
      return latest;
    });
  }

  /** The events that overlap a range; both ends are included. */
  overlapping({ from, to }: { readonly from: number; readonly to: number }): readonly WorldEvent[] {
    const found: WorldEvent[] = [];
    for (let at = this.#countUpTo(to) - 1; (this.#latestEnds[at] ?? Number.NEGATIVE_INFINITY) >= from; at -= 1) {
      const event = this.#events[at];
      if (event !== undefined && endTimeOf(event) >= from) found.push(event);
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
