import { z } from 'zod';
import { type Ask, Broken, type Load, reading } from '../deed.ts';

const Moved = z.object({ moved: z.array(z.object({ event_id: z.string(), to: z.string() })) });
const Found = z.object({
  versions: z.array(z.object({ event_id: z.string(), timeline_id: z.string(), time: z.string() })),
});

/** When a timeline shows that an event begins; undefined if nothing is known of the event. */
async function timeOf(ask: Ask, event_id: string, timelineId: string): Promise<string | undefined> {
  const { status, json } = await ask({ method: 'GET', path: `/v1/event-history?${new URLSearchParams({ event_id })}` });
  if (status !== 200) return undefined;
  return Found.parse(json).versions.findLast((each) => each.event_id === event_id && each.timeline_id === timelineId)
    ?.time;
}

/** The hours of each calendar, by name. */
export async function calendarsOf(ask: Ask): Promise<ReadonlyMap<string, string>> {
  const { json } = await ask({ method: 'GET', path: '/v1/list-calendars' });
  const shape = z.object({
    calendars: z.array(z.object({ name: z.string(), week: z.object({ mon: z.array(z.string()) }) })),
  });
  return new Map(shape.parse(json).calendars.map(({ name, week }) => [name, week.mon.join()]));
}

/** Moves of events in time, which keep their ids. */
export const planLoad: Load = {
  'POST /v1/reschedule': {
    weight: 3,
    act(practice, random) {
      const [timelineId, { shows, changed }] = random.one([...practice.timelines]);
      const own = [...changed].flatMap((number) => shows.get(number) ?? []);
      if (own.length === 0) return undefined;
      const { id } = random.one(own);
      const time = `2025-03-02T${String(random.whole(0, 23)).padStart(2, '0')}:${String(random.whole(0, 59)).padStart(2, '0')}:00Z`;
      return {
        operation: 'POST /v1/reschedule',
        call: {
          method: 'POST',
          path: '/v1/reschedule',
          key: practice.key,
          json: { event_id: id, time, timeline_id: timelineId },
        },
        // A locked anchor at its moment keeps it where it is; the answer says what has moved.
        book: (answer) => void Moved.parse(answer.json),
        async lookFor(ask) {
          if ((await timeOf(ask, id, timelineId)) === undefined)
            throw new Broken('lost', `the event ${id} is not on ${timelineId} after a move`);
        },
      };
    },
  },
  'POST /v1/revert-reschedule': {
    weight: 1,
    act(practice, random) {
      const [timelineId, { shows, changed }] = random.one([...practice.timelines]);
      const own = [...changed].flatMap((number) => shows.get(number) ?? []);
      if (own.length === 0) return undefined;
      const { id } = random.one(own);
      return {
        operation: 'POST /v1/revert-reschedule',
        call: {
          method: 'POST',
          path: '/v1/revert-reschedule',
          key: practice.key,
          json: { event_id: id, timeline_id: timelineId },
        },
        // Its last change was no move.
        refusals: [409],
        book: (answer) => void Moved.parse(answer.json),
        async lookFor(ask) {
          if ((await timeOf(ask, id, timelineId)) === undefined)
            throw new Broken('lost', `the event ${id} is not on ${timelineId} after a move was taken back`);
        },
      };
    },
  },
  'GET /v1/export-events': {
    weight: 1,
    act(practice, random) {
      const timeline_id = random.one([...practice.timelines.keys()]);
      const query = new URLSearchParams({ timeline_id, format: random.one(['ics', 'csv', 'ndjson', 'mspdi']) });
      return reading('GET /v1/export-events', practice, `/v1/export-events?${query}`);
    },
  },
  'POST /v1/level-resources': {
    weight: 1,
    act(practice, random) {
      const [timeline_id] = random.one([...practice.timelines]);
      return {
        operation: 'POST /v1/level-resources',
        call: {
          method: 'POST',
          path: '/v1/level-resources',
          key: practice.key,
          json: { timeline_id, seconds: 0, dry_run: random.chance(0.5) },
        },
        book: (answer) => void Moved.parse(answer.json),
        lookFor: async () => undefined,
      };
    },
  },
  'POST /v1/save-baseline': {
    weight: 1,
    act(practice, random) {
      const [timeline_id] = random.one([...practice.timelines]);
      return {
        operation: 'POST /v1/save-baseline',
        call: {
          method: 'POST',
          path: '/v1/save-baseline',
          key: practice.key,
          json: { timeline_id, clear: random.chance(0.3) },
        },
        book: (answer) => void z.object({ saved: z.int() }).parse(answer.json),
        lookFor: async () => undefined,
      };
    },
  },
  'POST /v1/set-calendar': {
    weight: 1,
    act(practice, random) {
      const hours = [`0${random.whole(6, 9)}:00-${random.whole(14, 18)}:00`];
      const name = `calendar ${random.whole(1, 5)}`;
      return {
        operation: 'POST /v1/set-calendar',
        call: {
          method: 'POST',
          path: '/v1/set-calendar',
          key: practice.key,
          json: { name, week: { mon: hours, tue: hours, wed: hours, sat: hours, sun: hours } },
        },
        book: () => void practice.calendars.set(name, hours.join()),
        async lookFor(ask) {
          const now = (await calendarsOf(ask)).get(name);
          if (now === hours.join()) practice.calendars.set(name, now);
          else if (now !== practice.calendars.get(name))
            throw new Broken('lost', `the calendar ${name} is neither as it was nor as it was set`);
        },
      };
    },
  },
  'GET /v1/list-calendars': {
    weight: 1,
    act: (practice) => reading('GET /v1/list-calendars', practice, '/v1/list-calendars'),
  },
  'DELETE /v1/delete-calendar': {
    weight: 1,
    act(practice, random) {
      if (practice.calendars.size === 0) return undefined;
      const name = random.one([...practice.calendars.keys()]);
      return {
        operation: 'DELETE /v1/delete-calendar',
        call: { method: 'DELETE', path: '/v1/delete-calendar', key: practice.key, json: { name } },
        // Another request may have been quicker.
        refusals: [404],
        book: () => void practice.calendars.delete(name),
        async lookFor(ask) {
          if (!(await calendarsOf(ask)).has(name)) practice.calendars.delete(name);
        },
      };
    },
  },
  'GET /v1/critical-path': {
    weight: 1,
    act(practice, random) {
      const timeline_id = random.one([...practice.timelines.keys()]);
      return reading('GET /v1/critical-path', practice, `/v1/critical-path?${new URLSearchParams({ timeline_id })}`);
    },
  },
};
