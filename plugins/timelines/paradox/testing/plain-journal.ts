import type { JournalReads, Revision } from 'chronoscribe/kinds/journal';
import { compareByTime, normalizeLocation } from '../../ledger/event.ts';
import { createEventReads } from '../world/event-reads.ts';
import { createLazyWorld } from '../world/lazy-world.ts';
import { endTimeOf, type LazyWorld, type WorldEvent, type WorldSettings } from '../world/world.ts';

/** The last version of each event. */
export function currentVersions(versions: readonly WorldEvent[]): readonly WorldEvent[] {
  return [...new Map(versions.map((version) => [version.subject, version])).values()];
}

export const view = { account: 'ann', lineage: [] };

/** The world over a journal of these versions. */
export function worldOf(
  versions: readonly WorldEvent[],
  { anchors = [], maxSpeedKmh = 1000 }: Partial<WorldSettings> = {},
): LazyWorld {
  return createLazyWorld(createEventReads(plainJournal(versions), view), { anchors, maxSpeedKmh });
}

/**
 * A reference implementation of a journal with one timeline, from all versions of its events in the order of insertion.
 */
export function plainJournal(versions: readonly WorldEvent[]) {
  const shown = currentVersions(versions).toSorted(compareByTime);
  const revisions = (events: readonly WorldEvent[]) =>
    events.map((event) => revisionOf(event, versions.indexOf(event) + 1));
  const isUnderWay = (event: WorldEvent, { from, to }: { readonly from: number; readonly to: number }) =>
    event.time <= to && endTimeOf(event) >= from;

  const journal: Pick<
    JournalReads,
    'current' | 'effects' | 'versions' | 'mentions' | 'at' | 'overlapping' | 'revised' | 'hasBackwardCause'
  > = {
    current: async (_, ids) => revisions(shown.filter(({ event_id }) => ids.includes(event_id))),
    effects: async (_, ids) =>
      revisions(shown.filter(({ causes }) => causes.some(({ event_id }) => ids.includes(event_id)))),
    async versions(_, ids) {
      const subjects = versions.filter(({ event_id }) => ids.includes(event_id)).map(({ subject }) => subject);
      return revisions(versions.filter(({ subject }) => subjects.includes(subject)));
    },
    async mentions(_, { role, word, order = 'first', limit, ...range }) {
      const words = (event: WorldEvent) => ({
        participant: event.participants,
        sets: Object.keys(event.effects),
        needs: Object.keys(event.requires),
      });
      const found = shown.filter((event) => words(event)[role].includes(word) && isUnderWay(event, range));
      return revisions((order === 'first' ? found : found.toReversed()).slice(0, limit));
    },
    at: async (_, place, instant) =>
      revisions(shown.filter(({ location, time }) => normalizeLocation(location) === place && time === instant)),
    async overlapping(_, { place, limit, ...range }) {
      const found = shown.filter((event) => normalizeLocation(event.location) === place && isUnderWay(event, range));
      return revisions(found.slice(0, limit));
    },
    // An event has the number of its first version as its subject.
    revised: async (_, limit) =>
      revisions(shown.filter(({ subject, recorded }) => subject !== recorded).slice(0, limit)),
    hasBackwardCause: async () =>
      shown.some((effect) =>
        effect.causes.some(({ event_id }) =>
          shown.some((cause) => cause.event_id === event_id && cause.time >= effect.time),
        ),
      ),
  };
  return journal;
}

export function revisionOf(event: WorldEvent, seq: number): Revision {
  const { subject, recorded, timelineId, recordedAt, requestId, ...body } = event;
  return {
    seq,
    timelineId,
    operation: event.manipulation === null ? 'record' : 'manipulate',
    eventId: event.event_id,
    subject,
    recorded,
    time: event.time,
    until: endTimeOf(event),
    body: JSON.stringify(body),
    requestId,
    recordedAt,
  };
}
