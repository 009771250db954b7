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
  'GET /v1/critical-path': {
    weight: 1,
    act(practice, random) {
      const timeline_id = random.one([...practice.timelines.keys()]);
      return reading('GET /v1/critical-path', practice, `/v1/critical-path?${new URLSearchParams({ timeline_id })}`);
    },
  },
};
