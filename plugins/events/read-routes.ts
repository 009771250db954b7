import { EncodedJson, EventStream, Problem, type Route, route } from 'chronoscribe';
import {
  type Clock,
  ClockId,
  endOfTime,
  formatInstant,
  InstantText,
  startOfTime,
  TimeRange,
} from 'chronoscribe/kinds/clock';
import { operations } from 'chronoscribe/kinds/journal';
import {
  type EncodedPage,
  EventId,
  EventResponse,
  type EventSearch,
  eventListSchema,
  type Ledger,
  MonitoredEvent,
  type PageRequest,
  toEventResponse,
} from 'chronoscribe/kinds/ledger';
import { z } from 'zod';
import { AsOf, Location, NextCursor, pageFields, Status, TimelineId } from './fields.ts';
import { openMonitor } from './monitoring.ts';
import { createWatchLists } from './watch-list.ts';

/** The page size if none is given. */
const defaultLimit = 1000;

const searchFields = {
  time_range: TimeRange,
  timeline_id: TimelineId.optional(),
  as_of: AsOf.optional(),
  ...pageFields,
};

const searchProblems = [
  'invalid-time-range',
  'invalid-timestamp',
  'time-out-of-range',
  'invalid-cursor',
  'result-too-large',
  'timeline-not-found',
] as const;

/** `GET /v1/list-events` */
export function listEvents(ledger: Pick<Ledger, 'search'>): Route {
  return route({
    method: 'GET',
    path: '/v1/list-events',
    summary: 'List the events of a timeline',
    description:
      'The events of every place, page by page, ordered by time and then by order of recording. Without `time_range` those of all time.',
    request: z.object({ ...searchFields, time_range: TimeRange.optional() }),
    response: z.object({ events: eventListSchema('By time, then by order of recording'), next_cursor: NextCursor }),
    problems: searchProblems.filter((problem) => problem !== 'result-too-large'),
    handle: async ({ account, input: { timeline_id, time_range, as_of, limit, cursor }, signal }) => {
      const range = time_range ?? { start: startOfTime, end: endOfTime };
      return encoded(
        await ledger.search(
          account,
          { timelineId: timeline_id, location: null, range, asOf: as_of },
          { limit: limit ?? defaultLimit, cursor },
          signal,
        ),
      );
    },
  });
}

/** The answer with a page of events. */
function encoded({ events, next }: EncodedPage): EncodedJson {
  return new EncodedJson({ events, next_cursor: next ?? undefined });
}

type SearchInput = z.output<z.ZodObject<typeof searchFields>> & { readonly location: string };

function searchOf({ timeline_id, location, time_range, as_of }: SearchInput): EventSearch {
  return { timelineId: timeline_id, location, range: time_range, asOf: as_of };
}

/** The page that is asked for; all, if neither its size nor a cursor is given. */
function pageOf({ limit, cursor }: SearchInput): PageRequest | undefined {
  return limit === undefined && cursor === undefined ? undefined : { limit: limit ?? defaultLimit, cursor };
}

/** `GET /v1/search-events` */
export function searchEvents(ledger: Ledger): Route {
  return route({
    method: 'GET',
    path: '/v1/search-events',
    summary: 'Search events',
    description:
      'The events at a location within a time range, ordered by time and then by order of recording. Without `limit` all of them, unless there are more than 10,000.',
    request: z.object({
      location: Location.meta({
        description: 'The whole name of the place, compared without case and surrounding spaces',
      }),
      ...searchFields,
    }),
    response: z.object({ events: eventListSchema('By time, then by order of recording'), next_cursor: NextCursor }),
    problems: searchProblems,
    handle: async ({ account, input, signal }) => {
      return encoded(await ledger.search(account, searchOf(input), pageOf(input), signal));
    },
  });
}

/** `GET /v1/monitor-events`, as JSON or as an event stream. */
export function monitorEvents(ledger: Ledger, clock: Clock): Route {
  const watchLists = createWatchLists({ clock, ledger });
  return route({
    method: 'GET',
    path: '/v1/monitor-events',
    summary: 'Monitor a place or an event',
    description:
      'The events at `location`, or the one with that id, within the range, ordered by time and then by order of recording. Without `limit` all of them, unless there are more than 10,000. With `Accept: text/event-stream` the response stays open and sends each event when the clock of `clock_id` passes it, ticking or moved forward; it takes neither `limit` nor `cursor`. A client that connects again, to any host, and sends the id of the last event as `Last-Event-ID` gets what the clock has passed since then.',
    request: z.object({
      location: Location.meta({ description: 'A place, or the id of an event' }),
      clock_id: ClockId.optional(),
      ...searchFields,
    }),
    response: z.object({
      status: Status,
      events: z.array(MonitoredEvent).meta({ description: 'By time, then by order of recording' }),
      next_cursor: NextCursor,
    }),
    events: MonitoredEvent,
    problems: [...searchProblems, 'clock-not-found', 'last-event-too-old'],
    handle: async ({ account, input, signal, wantsEvents, lastEventId }) => {
      const query = searchOf(input);
      const { limit, cursor, clock_id: clockId } = input;
      if (wantsEvents) {
        refusePages({ limit, cursor });
        const monitored = { clock: { account, clockId }, query };
        return new EventStream(await openMonitor({ ledger, watchLists }, monitored, { lastEventId, signal }));
      }
      if (clockId !== undefined) await clock.read({ account, clockId });
      const { events, next } = await ledger.monitor(account, query, pageOf(input), signal);
      return new EncodedJson({ status: 'Monitoring successful', events, next_cursor: next ?? undefined });
    },
  });
}

/** A stream has no pages. @throws Problem `invalid-request` */
function refusePages(fields: { readonly limit: number | undefined; readonly cursor: string | undefined }): void {
  const given = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (given.length === 0) return;
  const detail = 'An event stream has no pages: leave it out, or ask without Accept: text/event-stream';
  throw new Problem('invalid-request', {
    detail: given.map((name) => `${name}: ${detail}`).join('; '),
    errors: given.map((name) => ({ in: 'query', path: [name], detail, type: 'custom' })),
  });
}

/** `GET /v1/event-history` */
export function eventHistory(ledger: Ledger): Route {
  return route({
    method: 'GET',
    path: '/v1/event-history',
    summary: 'Read the history of an event',
    description: 'Every version on every timeline, in the order of recording.',
    request: z.object({ event_id: EventId }),
    response: z.object({
      versions: z
        .array(
          z.object({
            ...EventResponse.shape,
            timeline_id: z.string().meta({ description: 'Where it was recorded' }),
            operation: z.enum(operations).meta({
              description:
                'The operation that made the version; `relink`: its cause was replaced or brought back; `import`: a file was imported again; `baseline`: its dates were kept',
            }),
            recorded_at: InstantText.meta({ description: 'The real time' }),
            request_id: z.string().meta({ description: 'The request that recorded it' }),
          }),
        )
        .meta({ description: 'In the order of recording' }),
    }),
    problems: ['event-not-found'],
    handle: async ({ account, input }) => ({
      versions: (await ledger.history(account, input.event_id)).map(
        ({ event, timelineId, operation, recordedAt, requestId }) => ({
          ...toEventResponse(event),
          timeline_id: timelineId,
          operation,
          recorded_at: formatInstant(recordedAt),
          request_id: requestId,
        }),
      ),
    }),
  });
}
