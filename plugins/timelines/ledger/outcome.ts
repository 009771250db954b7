import { Problem } from 'chronoscribe';
import { endOfTime, startOfTime } from 'chronoscribe/kinds/clock';
import { type LedgerEvent, type NewOutcome, normalizeLocation, planOf } from './event.ts';

/**
 * The new event. Fields that the outcome leaves out are inherited, with two exceptions: an event that moves keeps its
 * duration, and one that is elsewhere now does not keep its `geo`.
 *
 * @throws Problem `invalid-request`, `time-out-of-range`.
 */
export function applyOutcome(original: LedgerEvent, outcome: NewOutcome, newId: string): LedgerEvent {
  const { description, changes, causes, requires, effects, participants } = outcome;
  const time = outcome.time ?? original.time;
  const location = outcome.location?.trim() ?? original.location;
  const end_time = outcome.end_time ?? movedEnd(original, time);
  if (end_time !== null && end_time < time) throw endsBeforeStart();
  const isElsewhere = normalizeLocation(location) !== normalizeLocation(original.location);
  return {
    event_id: newId,
    description,
    time,
    location,
    end_time,
    causes: causes ?? original.causes,
    participants: participants ?? original.participants,
    requires: requires ?? original.requires,
    effects: effects ?? original.effects,
    geo: outcome.geo ?? (isElsewhere ? null : original.geo),
    fixed: outcome.fixed ?? original.fixed,
    ...planOf(outcome.plan ?? original.plan),
    ...(original.imported !== undefined && { imported: original.imported }),
    manipulation: {
      of: original.event_id,
      changes,
      namedCauses: causes !== undefined || (original.manipulation?.namedCauses ?? false),
      namedRequires: requires !== undefined || (original.manipulation?.namedRequires ?? false),
      ...((time !== original.time || end_time !== original.end_time) && {
        was: { from: original.time, to: original.end_time ?? original.time },
      }),
    },
  };
}

function movedEnd(event: LedgerEvent, time: number): number | null {
  if (event.end_time === null) return null;
  const end = event.end_time + time - event.time;
  requireInRange(event.event_id, time, end);
  return end;
}

/** @throws Problem `time-out-of-range` if an event would not lie within the years that there are. */
export function requireInRange(eventId: string, start: number, end: number): void {
  if (start >= startOfTime && end <= endOfTime) return;
  throw new Problem('time-out-of-range', {
    status: 422,
    detail: `The event "${eventId}" would begin before the year 0000 or end after 9999. Move it less far, or make it shorter.`,
  });
}

function endsBeforeStart(): Problem {
  return new Problem('invalid-request', {
    detail: 'new_outcome.end_time: The event would end before it starts.',
    errors: [
      {
        in: 'body',
        path: ['new_outcome', 'end_time'],
        detail: 'Must not be before the time of the event',
        type: 'custom',
      },
    ],
  });
}
