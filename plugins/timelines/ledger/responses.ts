import { InstantText, writeInstant } from 'chronoscribe/kinds/clock';
import { z } from 'zod';
import { Degrees, EventId, Facts, type LedgerEvent } from './event.ts';
import { type Consequence, type Finding, findingKinds, type Verdict } from './safety-check.ts';

/** How events, findings and consequences look in a response. */

const DelayText = z.string().meta({ description: 'A whole number of minutes: `90m`' });

export const ShownEvent = z.object({
  event_id: EventId,
  description: z.string().meta({ description: 'What happened' }),
  time: InstantText,
  location: z.string().meta({ description: 'Where it happened' }),
  end_time: InstantText.optional().meta({ description: 'When it ended' }),
  causes: z
    .array(z.object({ event_id: EventId, min_delay: DelayText.optional(), max_delay: DelayText.optional() }))
    .optional()
    .meta({ description: 'What brought it about' }),
  participants: z.array(z.string()).optional().meta({ description: 'Who took part' }),
  requires: Facts.optional().meta({ description: 'What must be so at that time' }),
  effects: Facts.optional().meta({ description: 'What it sets' }),
  geo: z.object(Degrees).optional().meta({ description: 'Where on Earth' }),
  manipulation: z
    .object({
      original_event_id: EventId,
      changes: z
        .array(z.object({ action: z.string().meta({ description: 'What was done' }), time: InstantText }))
        .meta({ description: 'What was done, and when' }),
    })
    .optional()
    .meta({ description: 'What it was made from, where a manipulation made it' }),
});

/** A list of events in a response. */
export function shownEvents(description: string) {
  return z.array(ShownEvent).meta({ description });
}

/** Fields that the event has nothing of are left out. */
export function shownEvent(event: LedgerEvent): z.input<typeof ShownEvent> {
  const { event_id, description, time, location, end_time, causes, participants, requires, effects, geo, manipulation } = event;
  return {
    event_id,
    description,
    time: writeInstant(time),
    location,
    ...(end_time !== null && { end_time: writeInstant(end_time) }),
    ...(causes.length > 0 && {
      causes: causes.map((cause) => ({
        event_id: cause.event_id,
        ...(cause.min_delay !== null && { min_delay: inMinutes(cause.min_delay) }),
        ...(cause.max_delay !== null && { max_delay: inMinutes(cause.max_delay) }),
      })),
    }),
    ...(participants.length > 0 && { participants: [...participants] }),
    ...(Object.keys(requires).length > 0 && { requires: { ...requires } }),
    ...(Object.keys(effects).length > 0 && { effects: { ...effects } }),
    ...(geo !== null && { geo }),
    ...(manipulation !== null && {
      manipulation: {
        original_event_id: manipulation.of,
        changes: manipulation.changes.map(({ action, time: instant }) => ({ action, time: writeInstant(instant) })),
      },
    }),
  };
}

/** Every delay was read from a count of minutes, hours or days. */
function inMinutes(milliseconds: number): string {
  return `${Math.floor(milliseconds / 60_000)}m`;
}

export const FindingKind = z.enum(findingKinds);

export const ShownFinding = z.object({
  kind: FindingKind.meta({ description: 'Which paradox or lesser fault it is' }),
  severity: z.enum(['error', 'warning', 'info']).meta({ description: 'How grave it is' }),
  event_ids: z.array(z.string()).meta({ description: 'The events that it is about, each once' }),
  witness: z
    .array(
      z.object({
        from: z.string().meta({ description: 'An event id, `anchor:` with an id, or a fact with its value' }),
        to: z.string().meta({ description: 'The same' }),
        relation: z.string().meta({ description: 'What `from` is to `to`: `causes`, `requires`, `sets`, …' }),
        detail: z.string().meta({ description: 'In plain words' }),
      }),
    )
    .meta({ description: 'A shortest chain of evidence' }),
  explanation: z.string().meta({ description: 'For a person' }),
  introduced_by: z
    .object({
      event_id: z.string().meta({ description: 'Which event it is' }),
      timeline_id: z.string().meta({ description: 'Where it was recorded' }),
      recorded_at: InstantText,
      request_id: z.string().meta({ description: 'Of the request that recorded it' }),
    })
    .nullable()
    .meta({ description: 'The event in the witness that was recorded last; null where none was recorded yet' }),
});

export function shownFinding({ introduced_by, ...finding }: Finding): z.input<typeof ShownFinding> {
  return {
    ...finding,
    event_ids: [...finding.event_ids],
    witness: [...finding.witness],
    introduced_by: introduced_by && { ...introduced_by, recorded_at: writeInstant(introduced_by.recorded_at) },
  };
}

const ShownConsequence = z.object({
  event_id: z.string().meta({ description: 'Which event it is' }),
  description: z.string().meta({ description: 'What happens there' }),
  time: InstantText,
  effect: z.enum(['orphaned', 'retimed', 'affected']).meta({ description: 'What the change does to it' }),
  distance: z.int().meta({ description: 'Steps from the manipulated event' }),
  path: z.array(z.string()).meta({ description: 'From the manipulated event to this one' }),
  basis: z.enum(['causes', 'requires', 'co_located']).meta({ description: 'What ties it to the step before it' }),
});

export function shownConsequence({ time, path, ...consequence }: Consequence): z.input<typeof ShownConsequence> {
  return { ...consequence, time: writeInstant(time), path: [...path] };
}

/** What a change that was checked tells beside what it did. */
export const shownVerdict = {
  findings: z.array(ShownFinding).optional().meta({ description: 'New warnings; only with `safety_check`' }),
  consequences: z
    .array(ShownConsequence)
    .optional()
    .meta({ description: 'What hangs on it, nearest first; only with `safety_check`' }),
  more_consequences: z.boolean().optional().meta({ description: 'Whether there are more than are listed' }),
};

/** The fields of `shownVerdict`; none where nothing was checked. */
export function verdictFields({ findings, consequences, more }: Verdict, checked: boolean) {
  if (!checked) return {};
  return {
    findings: findings.map(shownFinding),
    consequences: consequences.map(shownConsequence),
    more_consequences: more,
  };
}
