import { formatInstant, InstantText } from 'chronoscribe/kinds/clock';
import { z } from 'zod';
import { Degrees, EventId, Facts, type LedgerEvent, PlanFields } from './event.ts';

/** Response schemas of events, and their serialisation. */

const DelayText = z.string().meta({ description: 'A whole number of minutes: `90m`' });

const { shape: planned } = PlanFields;
const PlanResponse = z.object({
  calendar: planned.calendar.unwrap().exactOptional(),
  links: z
    .array(
      z.object({
        event_id: EventId,
        from: z.enum(['start', 'end']).meta({ description: 'Of the predecessor' }),
        to: z.enum(['start', 'end']).meta({ description: 'Of this event' }),
        lag: z.string().meta({ description: 'A whole number of minutes, negative for a lead: `-90m`' }),
        working: z.literal(true).exactOptional().meta({ description: 'The lag counts working time' }),
      }),
    )
    .exactOptional()
    .meta({ description: 'What ties its dates and is no cause' }),
  not_before: InstantText.exactOptional().meta({ description: 'It does not begin earlier' }),
  not_after: InstantText.exactOptional().meta({ description: 'It does not end later' }),
  as_late_as_possible: planned.as_late_as_possible.unwrap().exactOptional(),
  deadline: InstantText.exactOptional().meta({ description: 'When it is to be done' }),
  percent_complete: planned.percent_complete.unwrap().exactOptional(),
  part_of: planned.part_of.unwrap().exactOptional(),
  units: planned.units.unwrap().exactOptional(),
  baseline: z
    .object({ time: InstantText, end_time: InstantText.exactOptional() })
    .exactOptional()
    .meta({ description: 'When it was to begin and to end' }),
});

function toPlanResponse({ links, baseline, ...plan }: PlanFields): z.input<typeof PlanResponse> {
  return {
    ...given('calendar', plan.calendar),
    ...(links !== undefined && {
      links: links.map(({ lag, working, ...link }) => ({
        ...link,
        lag: inMinutes(lag),
        ...(working && { working: true as const }),
      })),
    }),
    ...instant('not_before', plan.not_before),
    ...instant('not_after', plan.not_after),
    ...given('as_late_as_possible', plan.as_late_as_possible),
    ...instant('deadline', plan.deadline),
    ...given('percent_complete', plan.percent_complete),
    ...given('part_of', plan.part_of),
    ...given('units', plan.units),
    ...(baseline !== undefined && {
      baseline: { time: formatInstant(baseline.time), ...instant('end_time', baseline.end_time) },
    }),
  };
}

const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { readonly [key in Name]?: Value };

const instant = <Name extends string>(name: Name, at: number | undefined) =>
  given(name, at === undefined ? undefined : formatInstant(at));

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
    plan: PlanResponse.exactOptional().meta({ description: 'How it is planned' }),
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
export function toEventResponse(event: LedgerEvent): z.input<typeof EventResponse> {
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
    ...(plan !== undefined && { plan: toPlanResponse(plan) }),
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
