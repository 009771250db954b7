import { formatInstant, InstantText } from 'chronoscribe/kinds/clock';
import { z } from 'zod';
import { Degrees, EventId, Facts, type LedgerEvent, Plan } from './event.ts';

/** Response schemas of events, and their serialisation. */

const DelayText = z.string().meta({ description: 'A whole number of minutes: `90m`' });

export const EventResponse = z
  .object({
    event_id: EventId,
    description: z.string().meta({ description: 'What happened' }),
    time: InstantText,
    location: z.string().meta({ description: 'Where it happened' }),
    end_time: InstantText.exactOptional().meta({ description: 'When it ended' }),
    causes: z
      .array(
        z.object({
          event_id: EventId,
          min_delay: DelayText.exactOptional(),
          max_delay: DelayText.exactOptional(),
          from: z.enum(['end']).exactOptional().meta({ description: 'The delays count from the end of the cause' }),
        }),
      )
      .exactOptional()
      .meta({ description: 'The events that caused it' }),
    participants: z.array(z.string()).exactOptional().meta({ description: 'Who took part' }),
    requires: Facts.exactOptional().meta({ description: 'The state that it needs' }),
    effects: Facts.exactOptional().meta({ description: 'The state that it sets' }),
    geo: z.object(Degrees).exactOptional().meta({ description: 'Where on Earth' }),
    plan: Plan.exactOptional(),
    fixed: z.literal(true).exactOptional().meta({ description: 'Rescheduling other events leaves it at its time' }),
    manipulation: z
      .object({
        original_event_id: EventId,
        changes: z
          .array(z.object({ action: z.string().meta({ description: 'What was done' }), time: InstantText }))
          .meta({ description: 'What was changed, and when' }),
      })
      .exactOptional()
      .meta({ description: 'Where a manipulation made it: from which event, and how' }),
  })
  .meta({ id: 'TimelineEvent' });

/** The schema of a list of events. */
export const eventListSchema = (description: string) => z.array(EventResponse).meta({ description });

/** An event as a response shows it. Empty fields are left out. */
export function toEventResponse(event: LedgerEvent): z.output<typeof EventResponse> {
  const { event_id, description, time, end_time, location, geo, fixed, plan, manipulation } = event;
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
    ...(plan !== undefined && { plan }),
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
export const inMinutes = (milliseconds: number): string => `${Math.floor(milliseconds / 60_000)}m`;
