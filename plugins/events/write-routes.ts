import { type Route, rawBody, route } from 'chronoscribe';
import type { FileReader } from 'chronoscribe/host';
import { formatInstant, Instant, InstantText, TimeZone } from 'chronoscribe/kinds/clock';
import {
  EventId,
  EventResponse,
  type Ledger,
  NewEvent,
  NewOutcomeFields,
  safetyCheckFields,
  toEventResponse,
  toSafetyCheckFields,
} from 'chronoscribe/kinds/ledger';
import type { Extended } from 'chronoscribe/types';
import { z } from 'zod';
import { Location, Status, TimelineId } from './fields.ts';
import { daysOffPeriod } from './import/days-off.ts';
import { ImportResponse, type importWorkflow } from './import-workflow.ts';
import { importTypes } from './read-events.ts';

const maxImportBytes = 4 * 1024 ** 3;

/** `POST /v1/record-event` */
export function recordEvent(ledger: Pick<Ledger, 'record'>): Route {
  return route({
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
  });
}

/** `POST /v1/import-events` */
export function importEvents(
  workflow: ReturnType<typeof importWorkflow>,
  importers: readonly Extended<FileReader>[],
): Route {
  return route({
    method: 'POST',
    path: '/v1/import-events',
    summary: 'Import many events',
    description:
      'NDJSON (the fields of an event, or CloudEvents 1.0), CSV with a header, iCalendar, or the XML of MS Project, by `Content-Type`. All or nothing, unless `on_error=skip`. An unknown CSV column is always refused; an unknown field of an NDJSON line is an error of that line. A calendar that is imported again changes the events that it made, found by UID and RECURRENCE-ID, unless the timeline has a higher SEQUENCE or a later LAST-MODIFIED: those that are cancelled, or missing from a recurring event, stay as `Cancelled: …` without causes, participants, `requires` and `effects`; POST /v1/revert-event undoes the last change. What a calendar cancels that was never imported, events that a higher SEQUENCE replaces, and other components are left out and named in `errors`; times without a zone are in that of `X-WR-TIMEZONE`. `Prefer: respond-async` and `Accept: text/event-stream` follow the progress.',
    request: z.object({
      timeline_id: TimelineId.optional(),
      on_error: z.enum(['fail', 'skip']).default('fail').meta({ description: '`skip` records the valid lines' }),
      dry_run: z
        .boolean()
        .default(false)
        .meta({ description: 'Whether to write nothing, and answer the same with a `preview`' }),
      location: Location.optional().meta({
        description: 'The place of events that name none; default of a calendar `unknown`, else such events are errors',
      }),
      columns: z
        .string()
        .max(10_000)
        .optional()
        .meta({
          description: 'Of a CSV: the fields of columns with other titles; a field that is empty leaves its column out',
          examples: ['Name=description,Start=time,Cost='],
        }),
      dates: z.enum(['dmy', 'mdy']).optional().meta({
        description: 'Of a CSV: the order of day and month in 5/6/2026, which is an error where it is not told',
      }),
      time_zone: TimeZone.optional().meta({
        description: 'Of a project: the zone in which its times are told; default that of our export, else UTC',
        examples: ['Europe/Berlin'],
      }),
      from: Instant.optional().meta({
        description: 'Of the recurring events of a calendar: the occurrences that begin at this time or later',
      }),
      to: Instant.optional().meta({
        description: 'Those that begin at this time or earlier; default: of each event the first 1,000',
      }),
      days_off: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .optional()
        .meta({
          description:
            'A calendar of POST /v1/set-calendar, to which the whole days of the file, such as the holidays of a region, are added as days without hours, except those that it names already. No event is recorded. What recurs counts for the next ten years, if `to` does not say otherwise',
          examples: ['office'],
        }),
    }),
    body: rawBody({ accept: importTypes(importers), maxBytes: maxImportBytes, description: 'The events' }),
    response: ImportResponse,
    byRun: true,
    problems: [
      ...(['import-failed', 'timeline-not-found', 'calendar-not-found', 'invalid-timestamp'] as const),
      ...(['time-out-of-range', 'invalid-time-zone'] as const),
    ],
    handle: ({ body, input, requestId, operationId, run }) => {
      const period = input.days_off === undefined ? undefined : daysOffPeriod(Date.now());
      return run(
        workflow,
        {
          blob: body.blob,
          bytes: body.bytes,
          type: body.type,
          timelineId: input.timeline_id,
          skipErrors: input.on_error === 'skip',
          dryRun: input.dry_run,
          settings: {
            location: input.location,
            from: input.from ?? period?.from,
            to: input.to ?? period?.to,
            columns: input.columns,
            dates: input.dates,
            time_zone: input.time_zone,
          },
          daysOff: input.days_off,
          requestId,
          operationId,
        },
        { name: 'import-events' },
      );
    },
  });
}

/** `POST /v1/manipulate-event` */
export function manipulateEvent(ledger: Pick<Ledger, 'manipulate'>): Route {
  return route({
    method: 'POST',
    path: '/v1/manipulate-event',
    summary: 'Give an event a new outcome',
    description:
      'A new event supersedes it on that timeline. A new `time` or `location` moves it: it keeps its duration, and elsewhere it loses its `geo`. With `safety_check`, the default, a change that introduces a paradox is refused and nothing is written.',
    request: z.object({
      event_id: EventId,
      new_outcome: NewOutcomeFields.meta({ description: 'The new outcome; fields that are left out are inherited' }),
      safety_check: z.boolean().default(true).meta({ description: 'Whether a new paradox refuses the change' }),
      keep_effects: z.boolean().default(false).meta({
        description:
          'Whether the events that name it as a cause name the new event instead, except those that require a value that only the old one sets',
      }),
      dry_run: z.boolean().default(false).meta({ description: 'Whether to write nothing, and answer the same' }),
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
      const { event_id: eventId, new_outcome: outcome, timeline_id: timelineId } = input;
      const { safety_check: safetyCheck, keep_effects: keepEffects, dry_run: dryRun } = input;
      const made = await ledger.manipulate(
        account,
        { eventId, outcome, safetyCheck, keepEffects, dryRun },
        { timelineId, requestId, operationId },
      );
      return {
        status: 'Event manipulated',
        new_event_id: made.event.event_id,
        description: made.event.description,
        time: formatInstant(made.event.time),
        ...toSafetyCheckFields(made, safetyCheck),
      };
    },
  });
}

/** `POST /v1/revert-event` */
export function revertEvent(ledger: Pick<Ledger, 'revert'>): Route {
  return route({
    method: 'POST',
    path: '/v1/revert-event',
    summary: 'Revert a manipulation',
    description:
      'Restores the event that the manipulated event superseded, under its own id. Effects that the manipulation kept rest on it again. Of an event that an import changed, restores what it was before.',
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
  });
}
