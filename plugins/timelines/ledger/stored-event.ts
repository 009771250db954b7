import type { JournalEntry, Operation, Revision } from 'chronoscribe/kinds/journal';
import { type Cause, type LedgerEvent, type NewEvent, placeOf } from './event.ts';

/** What is kept of an event. What most events have nothing of is left out. */
type Body = Pick<LedgerEvent, 'event_id' | 'description' | 'time' | 'location'> &
  Partial<Omit<LedgerEvent, 'causes'>> & {
    /** An id alone where the delay has no limits. */
    readonly causes?: readonly (Cause | string)[];
    /** The operation that stated it, so that the same one tried again finds that it did. */
    readonly operation?: string;
  };

/** Where and how an event is stated. */
export interface Placement {
  readonly timelineId: string;
  readonly operation: Operation;
  readonly subject: number | null;
  readonly recorded: number | null;
  readonly requestId: string;
  readonly operationId?: string;
}

/** An event as the journal keeps it. */
export function entryOf(event: LedgerEvent, { operationId, ...placement }: Placement): JournalEntry {
  const { event_id, description, time, end_time, location, causes, participants, requires, effects, geo, manipulation } = event;
  const body: Body = {
    event_id,
    description,
    time,
    location,
    ...(end_time !== null && { end_time }),
    ...(causes.length > 0 && { causes: causes.map(keptCause) }),
    ...(participants.length > 0 && { participants }),
    ...(Object.keys(requires).length > 0 && { requires }),
    ...(Object.keys(effects).length > 0 && { effects }),
    ...(geo !== null && { geo }),
    ...(manipulation !== null && { manipulation }),
    ...(operationId !== undefined && { operation: operationId }),
  };
  return {
    ...placement,
    eventId: event.event_id,
    time,
    until: end_time ?? time,
    place: placeOf(location),
    causes: causes.map((cause) => ({ eventId: cause.event_id, minDelay: cause.min_delay, maxDelay: cause.max_delay })),
    participants,
    sets: Object.keys(effects),
    needs: Object.keys(requires),
    rich: participants.length > 0 || Object.keys({ ...requires, ...effects }).length > 0 || event.manipulation !== null,
    body: JSON.stringify(body),
  };
}

/** The event that a revision states. */
export function eventOf({ body }: Pick<Revision, 'body'>): LedgerEvent {
  const kept = bodyOf(body);
  return {
    event_id: kept.event_id,
    description: kept.description,
    time: kept.time,
    location: kept.location,
    end_time: kept.end_time ?? null,
    causes: kept.causes?.map(causeOf) ?? [],
    participants: kept.participants ?? [],
    requires: kept.requires ?? {},
    effects: kept.effects ?? {},
    geo: kept.geo ?? null,
    manipulation: kept.manipulation ?? null,
  };
}

/** Whether a revision was stated by this operation, which is then tried for the second time. */
export function isStatedBy({ body }: Pick<Revision, 'body'>, operationId: string): boolean {
  return bodyOf(body).operation === operationId;
}

/** An event as it is recorded, under its own id or the one that is given to it. */
export function recordedEvent(event: NewEvent, otherwise: string): LedgerEvent {
  return {
    event_id: event.event_id ?? otherwise,
    description: event.description,
    time: event.time,
    location: event.location.trim(),
    end_time: event.end_time ?? null,
    causes: event.causes ?? [],
    participants: [...new Set(event.participants)],
    requires: event.requires ?? {},
    effects: event.effects ?? {},
    geo: event.geo ?? null,
    manipulation: null,
  };
}

function bodyOf(body: string): Body {
  // The boundary to what is kept: `entryOf` wrote it, and the journal changes nothing.
  return JSON.parse(body) as Body;
}

function keptCause(cause: Cause): Cause | string {
  return cause.min_delay === null && cause.max_delay === null ? cause.event_id : cause;
}

function causeOf(kept: Cause | string): Cause {
  return typeof kept === 'string' ? { event_id: kept, min_delay: null, max_delay: null } : kept;
}
