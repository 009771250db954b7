import { Blobs, definePlugin, EventStream, Problem, rawBody, route } from 'chronoscribe';
import { Clock, Instant, InstantText, TimeRange, writeInstant } from 'chronoscribe/kinds/clock';
import {
  EventId,
  EventResponse,
  eventListSchema,
  Ledger,
  NewEvent,
  NewOutcomeFields,
  safetyCheckFields,
  toEventResponse,
  toSafetyCheckFields,
} from 'chronoscribe/kinds/ledger';
import { z } from 'zod';
import { ImportResponse, importSeed, importWorkflow, seeds } from './import-workflow.ts';
import { MonitoredEvent, openMonitor, toMonitoredEvent } from './monitoring.ts';
import { importTypes } from './read-events.ts';

const Status = z.string().meta({ description: 'What was done, for people' });

const TimelineId = z.string().min(1).max(200).meta({ description: 'The timeline; default `primary`' });

const Location = z.string().max(1000).regex(/\S/, 'Name a place: it must not be blank');

const AsOf = Instant.meta({ description: 'The state of the timeline at this real time; default now' });

const pageFields = {
  limit: z.int().min(1).max(1000).optional().meta({ description: 'The most events that a page holds' }),
  cursor: z.string().optional().meta({ description: '`next_cursor` of the page before' }),
};

const NextCursor = z.string().optional().meta({ description: 'Absent on the last page, and where no page was asked for' });

const mostImportBytes = 4 * 1024 ** 3;

/** The events of a timeline: record, import, search, monitor, manipulate and revert. */
export default definePlugin({
  name: 'events',
  auth: 'time',
  config: z.strictObject({
    seed: z
      .enum(seeds)
      .optional()
      .describe(
        'Events that are imported into the account "default" at the first start. `history`: some events of world history.',
      ),
  }),
  needs: { ledger: Ledger, clock: Clock, blobs: Blobs },
  start: async ({ config, needs: { ledger } }) => {
    if (config.seed !== undefined) await importSeed(ledger, config.seed);
    return {};
  },
  workflows: ({ needs: { ledger, blobs } }) => ({ importEvents: importWorkflow(ledger, blobs) }),
  routes: ({ needs: { ledger, clock }, workflows }) => [
    route({
      method: 'POST',
      path: '/v1/record-event',
      summary: 'Record an event',
      description:
        'A cause may name an event that is recorded later. No event is refused for a paradox; GET /v1/check-paradox finds them.',
      request: NewEvent.safeExtend({ timeline_id: TimelineId.optional() }),
      response: z.object({ status: Status, ...EventResponse.shape }),
      status: 201,
      problems: ['event-exists', 'timeline-not-found', 'invalid-timestamp', 'time-out-of-range', 'invalid-duration'],
      handle: async ({ account, input: { timeline_id: timelineId, ...event }, requestId, operationId }) => {
        const recorded = await ledger.record(account, event, { timelineId, requestId, operationId });
        return { status: 'Event recorded', ...toEventResponse(recorded) };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/import-events',
      summary: 'Import many events',
      description:
        'NDJSON (the fields of an event, or CloudEvents 1.0), CSV with a header, or iCalendar, by `Content-Type`. All or nothing, unless `on_error=skip`. An unknown CSV column is always refused; an unknown field of an NDJSON line is an error of that line. `Prefer: respond-async` and `Accept: text/event-stream` follow the progress.',
      request: z.object({
        timeline_id: TimelineId.optional(),
        on_error: z.enum(['fail', 'skip']).default('fail').meta({ description: '`skip` records the valid lines' }),
      }),
      body: rawBody({ accept: Object.keys(importTypes), maxBytes: mostImportBytes, description: 'The events' }),
      response: ImportResponse,
      byRun: true,
      problems: ['import-failed', 'timeline-not-found'],
      handle: ({ body, input, requestId, operationId, run }) =>
        run(
          workflows.importEvents,
          {
            blob: body.blob,
            bytes: body.bytes,
            type: body.type,
            timelineId: input.timeline_id,
            skipErrors: input.on_error === 'skip',
            requestId,
            operationId,
          },
          { name: 'import-events' },
        ),
    }),
    route({
      method: 'GET',
      path: '/v1/search-events',
      summary: 'Search events',
      description:
        'The events at a location within a time range, ordered by time and then by order of recording. Without `limit` all of them, unless there are more than 10,000.',
      request: z.object({
        location: Location.meta({ description: 'The whole name of the place, compared without case and surrounding spaces' }),
        time_range: TimeRange,
        timeline_id: TimelineId.optional(),
        as_of: AsOf.optional(),
        ...pageFields,
      }),
      response: z.object({
        events: eventListSchema('By time, then by order of recording'),
        next_cursor: NextCursor,
      }),
      problems: [
        'invalid-time-range',
        'invalid-timestamp',
        'time-out-of-range',
        'invalid-cursor',
        'result-too-large',
        'timeline-not-found',
      ],
      handle: async ({ account, input }) => {
        const query = { timelineId: input.timeline_id, location: input.location, range: input.time_range, asOf: input.as_of };
        const { limit, cursor } = input;
        if (limit === undefined && cursor === undefined)
          return { events: (await ledger.search(account, query)).map(toEventResponse) };
        const { events, next } = await ledger.searchPage(account, query, { limit: limit ?? 1000, cursor });
        return { events: events.map(toEventResponse), ...(next !== null && { next_cursor: next }) };
      },
    }),
    route({
      method: 'GET',
      path: '/v1/monitor-events',
      summary: 'Monitor a place or an event',
      description:
        'The events at `location`, or the one with that id, within the range, ordered by time and then by order of recording. Without `limit` all of them, unless there are more than 10,000. With `Accept: text/event-stream` the response stays open and sends each event when the clock passes it, ticking or moved forward; it takes neither `limit` nor `cursor`.',
      request: z.object({
        location: Location.meta({ description: 'A place, or the id of an event' }),
        time_range: TimeRange,
        timeline_id: TimelineId.optional(),
        as_of: AsOf.optional(),
        ...pageFields,
      }),
      response: z.object({
        status: Status,
        events: z.array(MonitoredEvent).meta({ description: 'By time, then by order of recording' }),
        next_cursor: NextCursor,
      }),
      events: MonitoredEvent,
      problems: [
        'invalid-time-range',
        'invalid-timestamp',
        'time-out-of-range',
        'invalid-cursor',
        'result-too-large',
        'timeline-not-found',
      ],
      handle: async ({ account, input, signal, wantsEvents }) => {
        const query = { timelineId: input.timeline_id, location: input.location, range: input.time_range, asOf: input.as_of };
        const { limit, cursor } = input;
        if (wantsEvents) {
          refusePages({ limit, cursor });
          return new EventStream(await openMonitor({ ledger, clock }, account, query, signal));
        }
        const status = 'Monitoring successful';
        if (limit === undefined && cursor === undefined) {
          return { status, events: (await ledger.monitor(account, query)).map(toMonitoredEvent) };
        }
        const { events, next } = await ledger.monitorPage(account, query, { limit: limit ?? 1000, cursor });
        return { status, events: events.map(toMonitoredEvent), ...(next !== null && { next_cursor: next }) };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/manipulate-event',
      summary: 'Give an event a new outcome',
      description:
        'A new event supersedes it on that timeline, at the same time and location. With `safety_check`, the default, a change that introduces a paradox is refused and nothing is written.',
      request: z.object({
        event_id: EventId,
        new_outcome: NewOutcomeFields.meta({ description: 'The new outcome; fields that are left out are inherited' }),
        safety_check: z.boolean().default(true).meta({ description: 'Whether a new paradox refuses the change' }),
        timeline_id: TimelineId.optional().meta({
          description: 'Default: the timeline on which the event was made, if there is exactly one, else `primary`',
        }),
      }),
      response: z.object({
        status: Status,
        new_event_id: EventId,
        description: z.string().meta({ description: 'That of the new event' }),
        time: InstantText,
        ...safetyCheckFields,
      }),
      problems: [
        'event-not-found',
        'event-superseded',
        'paradox-detected',
        'timeline-not-found',
        'invalid-timestamp',
        'time-out-of-range',
        'invalid-duration',
      ],
      handle: async ({ account, input, requestId, operationId }) => {
        const { event_id: eventId, new_outcome: outcome, safety_check: safetyCheck, timeline_id: timelineId } = input;
        const made = await ledger.manipulate(account, { eventId, outcome, safetyCheck }, { timelineId, requestId, operationId });
        return {
          status: 'Event manipulated',
          new_event_id: made.event.event_id,
          description: made.event.description,
          time: writeInstant(made.event.time),
          ...toSafetyCheckFields(made, safetyCheck),
        };
      },
    }),
    route({
      method: 'POST',
      path: '/v1/revert-event',
      summary: 'Revert a manipulation',
      description: 'Restores the event that the manipulated event superseded, under its own id.',
      request: z.object({
        event_id: EventId.meta({ description: 'The manipulated event' }),
        timeline_id: TimelineId.optional(),
      }),
      response: z.object({ status: Status, original_event_id: EventId }),
      problems: [
        'event-not-found',
        'event-not-manipulated',
        'event-already-reverted',
        'event-has-successor',
        'timeline-not-found',
      ],
      handle: async ({ account, input, requestId, operationId }) => {
        const { event_id } = await ledger.revert(account, input.event_id, {
          timelineId: input.timeline_id,
          requestId,
          operationId,
        });
        return { status: 'Event reverted', original_event_id: event_id };
      },
    }),
    route({
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
              operation: z
                .enum(['record', 'manipulate', 'revert', 'merge'])
                .meta({ description: 'The operation that made the version' }),
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
            recorded_at: writeInstant(recordedAt),
            request_id: requestId,
          }),
        ),
      }),
    }),
  ],
});

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
