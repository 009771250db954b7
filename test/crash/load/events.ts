import { z } from 'zod';
import type { Answer, Call } from '../client.ts';
import { type Ask, Broken, type Deed, type Load, reading } from '../deed.ts';
import type { BookedEvent, BookedTimeline, Practice } from '../practice.ts';
import type { Random } from '../random.ts';

const always = '0000-01-01T00:00:00Z/9999-12-31T23:59:59Z';
const Search = z.object({ events: z.array(z.object({ event_id: z.string(), description: z.string() })) });
const Recorded = z.object({ event_id: z.string() });
const Manipulated = z.object({ new_event_id: z.string() });

/** What a timeline shows at a place: descriptions by the ids of events. */
export async function eventsAt(ask: Ask, location: string, timeline_id: string): Promise<ReadonlyMap<string, string>> {
  const query = new URLSearchParams({ location, timeline_id, time_range: always });
  const answer = await ask({ method: 'GET', path: `/v1/search-events?${query}` });
  if (answer.status === 404) throw new Broken('lost', `the timeline ${timeline_id} is not there`);
  return new Map(Search.parse(answer.json).events.map(({ event_id, description }) => [event_id, description]));
}

/** Books another version of an event on a timeline. */
function show(practice: Practice, timelineId: string, number: number, event: BookedEvent): void {
  const timeline = practice.timelines.get(timelineId);
  if (timeline === undefined) throw new Error(`There is no timeline ${timelineId} in the book.`);
  practice.timelines.set(timelineId, {
    ...timeline,
    shows: new Map([...timeline.shows, [number, event]]),
    changed: new Set([...timeline.changed, number]),
  });
}

/** A timeline with something on it that was made there, and one of those events. */
function anyOwnEvent(practice: Practice, random: Random, suits: (event: BookedEvent) => boolean) {
  const all = [...practice.timelines].flatMap(([timelineId, { shows, changed }]) =>
    [...changed].flatMap((number) => {
      const event = shows.get(number);
      return event !== undefined && suits(event) ? [{ timelineId, number, event }] : [];
    }),
  );
  return all.length === 0 ? undefined : random.one(all);
}

/** A change of one event on one timeline. */
function change(
  practice: Practice,
  { timelineId, number, event }: { readonly timelineId: string; readonly number: number; readonly event: BookedEvent },
  path: string,
  json: object,
  becomes: (answer: Answer) => BookedEvent,
  recognise: (shown: ReadonlyMap<string, string>) => BookedEvent | undefined,
): Deed {
  const call: Call = {
    method: 'POST',
    path,
    key: practice.key,
    json: { ...json, event_id: event.id, timeline_id: timelineId },
  };
  return {
    operation: `POST ${path}`,
    call,
    book: (answer) => show(practice, timelineId, number, becomes(answer)),
    async lookFor(ask) {
      const shown = await eventsAt(ask, practice.name, timelineId);
      const changed = recognise(shown);
      const kept = shown.has(event.id);
      if ((changed !== undefined && changed.id !== event.id) === kept) {
        throw new Broken(
          'half',
          `of the event ${event.id} ${kept ? 'both versions are' : 'no version is'} shown after POST ${path}`,
        );
      }
      if (changed !== undefined && !kept) show(practice, timelineId, number, changed);
    },
  };
}

const idWith = (shown: ReadonlyMap<string, string>, description: string) =>
  [...shown].find(([, each]) => each === description)?.[0];

/** What happens, on each timeline. */
export const eventLoad: Load = {
  'POST /v1/record-event': {
    weight: 8,
    act(practice, random) {
      practice.serial += 1;
      const number = practice.serial;
      const description = `${practice.name} event ${number}`;
      const timelineId = random.one([...practice.timelines.keys()]);
      const json = {
        description,
        location: practice.name,
        time: `2025-03-01T12:${String(number % 60).padStart(2, '0')}:00Z`,
        timeline_id: timelineId,
        ...(random.chance(0.5) && { event_id: `${practice.name}-e${number}` }),
      };
      return {
        operation: 'POST /v1/record-event',
        call: { method: 'POST', path: '/v1/record-event', key: practice.key, json },
        book: (answer) => show(practice, timelineId, number, { id: Recorded.parse(answer.json).event_id, description }),
        async lookFor(ask) {
          const id = idWith(await eventsAt(ask, practice.name, timelineId), description);
          if (id !== undefined) show(practice, timelineId, number, { id, description });
        },
      };
    },
  },
  'POST /v1/manipulate-event': {
    weight: 6,
    act(practice, random) {
      const own = anyOwnEvent(practice, random, () => true);
      if (own === undefined) return undefined;
      practice.serial += 1;
      const description = `${practice.name} event ${own.number} otherwise ${practice.serial}`;
      const as = (id: string): BookedEvent => ({ id, description, before: own.event });
      const json = { new_outcome: { description, changes: [] } };
      return change(
        practice,
        own,
        '/v1/manipulate-event',
        json,
        (answer) => as(Manipulated.parse(answer.json).new_event_id),
        (shown) => {
          const id = idWith(shown, description);
          return id === undefined ? undefined : as(id);
        },
      );
    },
  },
  'POST /v1/revert-event': {
    weight: 2,
    act(practice, random) {
      const own = anyOwnEvent(practice, random, ({ before }) => before !== undefined);
      const before = own?.event.before;
      if (own === undefined || before === undefined) return undefined;
      return change(
        practice,
        own,
        '/v1/revert-event',
        {},
        () => before,
        (shown) => (shown.has(before.id) ? before : undefined),
      );
    },
  },
  'GET /v1/search-events': {
    weight: 2,
    act(practice, random) {
      const timeline_id = random.one([...practice.timelines.keys()]);
      const query = new URLSearchParams({ location: practice.name, timeline_id, time_range: always });
      return reading('GET /v1/search-events', practice, `/v1/search-events?${query}`);
    },
  },
  'GET /v1/list-events': {
    weight: 1,
    act(practice, random) {
      const timeline_id = random.one([...practice.timelines.keys()]);
      return reading('GET /v1/list-events', practice, `/v1/list-events?${new URLSearchParams({ timeline_id })}`);
    },
  },
  'GET /v1/monitor-events': {
    weight: 1,
    act(practice) {
      const query = new URLSearchParams({ location: practice.name, time_range: always });
      return reading('GET /v1/monitor-events', practice, `/v1/monitor-events?${query}`);
    },
  },
  'GET /v1/event-history': {
    weight: 1,
    act(practice, random) {
      const own = anyOwnEvent(practice, random, () => true);
      if (own === undefined) return undefined;
      return reading(
        'GET /v1/event-history',
        practice,
        `/v1/event-history?${new URLSearchParams({ event_id: own.event.id })}`,
      );
    },
  },
};

/** The events of a timeline as they should be shown: descriptions by id. */
export function bookedEvents({ shows }: BookedTimeline): ReadonlyMap<string, string> {
  return new Map([...shows.values()].map(({ id, description }) => [id, description]));
}
