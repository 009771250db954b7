import { isDeepStrictEqual } from 'node:util';
import type { JournalEntry, Operation, Revision } from 'chronoscribe/kinds/journal';
import { type Cause, type LedgerEvent, type NewEvent, normalizeLocation, planOf } from './event.ts';

/** An event as it is stored. Empty fields are left out. */
type StoredEvent = Pick<LedgerEvent, 'event_id' | 'description' | 'time' | 'location'> &
  Partial<Omit<LedgerEvent, 'causes'>> & {
    /** An id alone if there is nothing else to say. */
    readonly causes?: readonly (Cause | string)[];
    /** The operation that wrote it, so that a retry recognises its own event. */
    readonly operation?: string;
  };

/** Where and by what an event is written. */
export interface Placement {
  readonly timelineId: string;
  readonly operation: Operation;
  /** Those of the version before; absent for a new event, and the order of recording also for a new version. */
  readonly subject?: number | null;
  readonly recorded?: number | null;
  readonly requestId: string;
  readonly operationId?: string;
}

/** The journal entry of an event. */
export function toJournalEntry(
  event: LedgerEvent,
  { operationId, subject = null, recorded = null, ...placement }: Placement,
): JournalEntry {
  const { event_id, description, time, end_time, location, geo, fixed, plan, manipulation, imported } = event;
  const { causes, participants, requires, effects } = event;
  const sets = Object.keys(effects);
  const needs = Object.keys(requires);
  const body: StoredEvent = {
    event_id,
    description,
    time,
    location,
    ...(end_time !== null && { end_time }),
    ...(causes.length > 0 && { causes: causes.map(toStoredCause) }),
    ...(participants.length > 0 && { participants }),
    ...(needs.length > 0 && { requires }),
    ...(sets.length > 0 && { effects }),
    ...(geo !== null && { geo }),
    ...(fixed && { fixed }),
    ...planOf(plan),
    ...(manipulation !== null && { manipulation }),
    ...(imported !== undefined && { imported }),
    ...(operationId !== undefined && { operation: operationId }),
  };
  return {
    ...{ ...placement, subject, recorded },
    eventId: event.event_id,
    time,
    until: end_time ?? time,
    place: normalizeLocation(location),
    causes: causes.map((cause) => ({ eventId: cause.event_id, minDelay: cause.min_delay, maxDelay: cause.max_delay })),
    participants,
    sets,
    needs,
    rich:
      participants.length + sets.length + needs.length > 0 ||
      fixed ||
      plan !== undefined ||
      manipulation !== null ||
      causes.some(({ from }) => from === 'end'),
    body: JSON.stringify(body),
  };
}

/** The event of a revision. One that was rescheduled has the body that it had before it moved. */
export function toLedgerEvent({ time, until, body }: Pick<Revision, 'time' | 'until' | 'body'>): LedgerEvent {
  const stored = parseBody(body);
  return {
    event_id: stored.event_id,
    description: stored.description,
    time,
    location: stored.location,
    end_time: (stored.end_time ?? null) === null ? null : until,
    causes: stored.causes?.map(toCause) ?? [],
    participants: stored.participants ?? [],
    requires: stored.requires ?? {},
    effects: stored.effects ?? {},
    geo: stored.geo ?? null,
    fixed: stored.fixed ?? false,
    ...planOf(stored.plan),
    manipulation: stored.manipulation ?? null,
    ...(stored.imported !== undefined && { imported: stored.imported }),
  };
}

/** Whether this operation wrote a revision: then it is a retry. */
export function isWrittenBy({ body }: Pick<Revision, 'body'>, operationId: string): boolean {
  return parseBody(body).operation === operationId;
}

/** The event of a request, under its own id or a generated one. */
export function newLedgerEvent(event: NewEvent, generatedId: string): LedgerEvent {
  return {
    event_id: event.event_id ?? generatedId,
    description: event.description,
    time: event.time,
    location: event.location.trim(),
    end_time: event.end_time ?? null,
    causes: event.causes ?? [],
    participants: [...new Set(event.participants)],
    requires: event.requires ?? {},
    effects: event.effects ?? {},
    geo: event.geo ?? null,
    fixed: event.fixed ?? false,
    ...planOf(event.plan),
    manipulation: null,
  };
}

function parseBody(body: string): StoredEvent {
  // The boundary to storage: `toJournalEntry` wrote it, and the journal does not change it.
  return JSON.parse(body) as StoredEvent;
}

function toStoredCause(cause: Cause): Cause | string {
  const { event_id, min_delay, max_delay, from, instead_of } = cause;
  const isPlain = min_delay === null && max_delay === null && from !== 'end' && instead_of === undefined;
  return isPlain ? event_id : cause;
}

function toCause(stored: Cause | string): Cause {
  return typeof stored === 'string' ? { event_id: stored, min_delay: null, max_delay: null } : stored;
}

type Shown = Pick<Revision, 'time' | 'until' | 'body'> | undefined;

/** Whether two views show the same version of an event: the same id with the same content, or both none. */
export function isSameVersion(one: Shown, other: Shown): boolean {
  if (one === undefined || other === undefined) return one === other;
  return isDeepStrictEqual(toLedgerEvent(one), toLedgerEvent(other));
}

/** Whether two changes of one event lead to the same, though perhaps under different ids. */
export function isSameChange(one: Shown, other: Shown): boolean {
  if (one === undefined || other === undefined) return one === other;
  return isDeepStrictEqual(withoutIds(toLedgerEvent(one)), withoutIds(toLedgerEvent(other)));
}

function withoutIds({ event_id: _, manipulation, ...content }: LedgerEvent) {
  return { ...content, manipulation: manipulation && { ...manipulation, of: null } };
}
