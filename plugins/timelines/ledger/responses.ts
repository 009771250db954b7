import { formatInstant, InstantText } from 'chronoscribe/kinds/clock';
import { z } from 'zod';
import { Degrees, EventId, Facts, type LedgerEvent } from './event.ts';
import { type Consequence, type Finding, findingKinds, type SafetyCheckResult } from './safety-check.ts';

/** Response schemas of events, findings and consequences, and their serialisation. */

const DelayText = z.string().meta({ description: 'A whole number of minutes: `90m`' });

export const EventResponse = z
  .object({
    event_id: EventId,
    description: z.string().meta({ description: 'What happened' }),
    time: InstantText,
    location: z.string().meta({ description: 'Where it happened' }),
    end_time: InstantText.optional().meta({ description: 'When it ended' }),
    causes: z
      .array(
        z.object({
          event_id: EventId,
          min_delay: DelayText.optional(),
          max_delay: DelayText.optional(),
          from: z.enum(['end']).optional().meta({ description: 'The delays count from the end of the cause' }),
        }),
      )
      .optional()
      .meta({ description: 'The events that caused it' }),
    participants: z.array(z.string()).optional().meta({ description: 'Who took part' }),
    requires: Facts.optional().meta({ description: 'The state that it needs' }),
    effects: Facts.optional().meta({ description: 'The state that it sets' }),
    geo: z.object(Degrees).optional().meta({ description: 'Where on Earth' }),
    fixed: z.literal(true).optional().meta({ description: 'Rescheduling other events leaves it at its time' }),
    manipulation: z
      .object({
        original_event_id: EventId,
        changes: z
          .array(z.object({ action: z.string().meta({ description: 'What was done' }), time: InstantText }))
          .meta({ description: 'What was changed, and when' }),
      })
      .optional()
      .meta({ description: 'Where a manipulation made it: from which event, and how' }),
  })
  .meta({ id: 'TimelineEvent' });

/** The schema of a list of events. */
export const eventListSchema = (description: string) => z.array(EventResponse).meta({ description });

/** An event as a response shows it. Empty fields are left out. */
export function toEventResponse(event: LedgerEvent): z.input<typeof EventResponse> {
  const { event_id, description, time, end_time, location, geo, fixed, manipulation } = event;
  const { causes, participants, requires, effects } = event;
  return {
    event_id,
    description,
    time: formatInstant(time),
    location,
    ...(end_time !== null && { end_time: formatInstant(end_time) }),
    ...(causes.length > 0 && {
      causes: causes.map((cause) => ({
        event_id: cause.event_id,
        ...(cause.min_delay !== null && { min_delay: inMinutes(cause.min_delay) }),
        ...(cause.max_delay !== null && { max_delay: inMinutes(cause.max_delay) }),
        ...(cause.from === 'end' && { from: cause.from }),
      })),
    }),
    ...(participants.length > 0 && { participants: [...participants] }),
    ...(Object.keys(requires).length > 0 && { requires: { ...requires } }),
    ...(Object.keys(effects).length > 0 && { effects: { ...effects } }),
    ...(geo !== null && { geo }),
    ...(fixed && { fixed }),
    ...(manipulation !== null && {
      manipulation: {
        original_event_id: manipulation.of,
        changes: manipulation.changes.map(({ action, time: instant }) => ({ action, time: formatInstant(instant) })),
      },
    }),
  };
}

/** An event as `monitor-events` shows it. */
export const MonitoredEvent = z.object({
  time: InstantText,
  description: z.string().meta({ description: 'What happens' }),
});
export type MonitoredEvent = z.output<typeof MonitoredEvent>;

export function toMonitoredEvent({ time, description }: LedgerEvent): MonitoredEvent {
  return { time: formatInstant(time), description };
}

/** Delays are whole minutes, because a request gives them in minutes, hours or days. */
const inMinutes = (milliseconds: number): string => `${Math.floor(milliseconds / 60_000)}m`;

export const FindingKind = z.enum(findingKinds);

export const FindingResponse = z
  .object({
    kind: FindingKind.meta({ description: 'The kind of paradox or fault' }),
    severity: z.enum(['error', 'warning', 'info']).meta({ description: 'How severe it is' }),
    event_ids: z.array(z.string()).meta({ description: 'The events concerned, each once' }),
    witness: z
      .array(
        z.object({
          from: z.string().meta({ description: 'An event id, `anchor:` with an id, or a state key with its value' }),
          to: z.string().meta({ description: 'The same' }),
          relation: z.string().meta({ description: 'The relation of `from` to `to`: `causes`, `requires`, `sets`, …' }),
          detail: z.string().meta({ description: 'For people' }),
        }),
      )
      .meta({ description: 'The shortest chain of evidence' }),
    explanation: z.string().meta({ description: 'For people' }),
    introduced_by: z
      .object({
        event_id: z.string().meta({ description: 'Which event it is' }),
        timeline_id: z.string().meta({ description: 'Where it was recorded' }),
        recorded_at: InstantText,
        request_id: z.string().meta({ description: 'Of the request that recorded it' }),
      })
      .nullable()
      .meta({ description: 'The event of the witness that was recorded last; null if none was recorded yet' }),
  })
  .meta({ id: 'Finding' });

export function toFindingResponse({ introduced_by, ...finding }: Finding): z.input<typeof FindingResponse> {
  return {
    ...finding,
    event_ids: [...finding.event_ids],
    witness: [...finding.witness],
    introduced_by: introduced_by && { ...introduced_by, recorded_at: formatInstant(introduced_by.recorded_at) },
  };
}

const ConsequenceResponse = z
  .object({
    event_id: z.string().meta({ description: 'Which event it is' }),
    description: z.string().meta({ description: 'What happens there' }),
    time: InstantText,
    effect: z.enum(['orphaned', 'retimed', 'affected']).meta({ description: 'How the change affects it' }),
    distance: z.int().meta({ description: 'The number of steps from the manipulated event' }),
    path: z.array(z.string()).meta({ description: 'From the manipulated event to this one' }),
    basis: z.enum(['causes', 'requires', 'co_located']).meta({ description: 'What links it to the previous step' }),
  })
  .meta({ id: 'Consequence' });

export function toConsequenceResponse({
  time,
  path,
  ...consequence
}: Consequence): z.input<typeof ConsequenceResponse> {
  return { ...consequence, time: formatInstant(time), path: [...path] };
}

/** The response fields of a change with a safety check. */
export const safetyCheckFields = {
  findings: z.array(FindingResponse).optional().meta({ description: 'New warnings; only with `safety_check`' }),
  consequences: z
    .array(ConsequenceResponse)
    .optional()
    .meta({ description: 'The events that it affects, nearest first; only with `safety_check`' }),
  more_consequences: z.boolean().optional().meta({ description: 'Whether there are more than are listed' }),
};

/** The values of `safetyCheckFields`; empty if nothing was checked. */
export function toSafetyCheckFields({ findings, consequences, more }: SafetyCheckResult, checked: boolean) {
  if (!checked) return {};
  return {
    findings: findings.map(toFindingResponse),
    consequences: consequences.map(toConsequenceResponse),
    more_consequences: more,
  };
}
