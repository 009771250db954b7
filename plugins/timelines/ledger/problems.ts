import { Problem } from 'chronoscribe';
import { primary } from '../kind.ts';

/** The problems of the ledger. */

export const notFound = (code: string, detail: string) => new Problem(code, { status: 404, detail });
const conflict = (code: string, detail: string, members: Readonly<Record<string, unknown>> = {}) =>
  new Problem(code, { status: 409, detail, members });

export const timelineNotFound = (timelineId: string): Problem =>
  notFound(
    'timeline-not-found',
    `There is no timeline "${timelineId}". GET /v1/list-timelines names those there are; "${primary}" is always one.`,
  );

/** @param timelineId undefined if all timelines were searched */
export function eventNotFound(eventId: string, timelineId?: string): Problem {
  const where = timelineId === undefined ? 'No timeline has an' : `The timeline "${timelineId}" has no`;
  return notFound('event-not-found', `${where} event "${eventId}". GET /v1/search-events finds those there are.`);
}

export const eventExists = (eventId: string): Problem =>
  conflict(
    'event-exists',
    `There is an event "${eventId}" already. Choose another event_id, leave it out to be given one, or change the event with POST /v1/manipulate-event.`,
  );

export const eventSuperseded = (eventId: string, superseded_by: string): Problem =>
  conflict('event-superseded', `The event "${eventId}" was superseded by "${superseded_by}". Manipulate that one.`, {
    superseded_by,
  });

export const eventNotManipulated = (eventId: string): Problem =>
  conflict(
    'event-not-manipulated',
    `The event "${eventId}" was not made by a manipulation on this timeline, so there is nothing to restore.`,
  );

export const eventNotMoved = (eventId: string): Problem =>
  conflict(
    'event-not-manipulated',
    `The last change of the event "${eventId}" on this timeline is no move, so there is none to take back.`,
  );

export const eventAlreadyReverted = (eventId: string, shown: string): Problem =>
  conflict(
    'event-already-reverted',
    `The event "${eventId}" was reverted already. The timeline shows "${shown}" in its place.`,
  );

export const eventHasSuccessor = (eventId: string, superseded_by: string): Problem =>
  conflict('event-has-successor', `The event "${eventId}" was itself changed since. Revert "${superseded_by}" first.`, {
    superseded_by,
  });

export function resultTooLarge(max: number, hint: string): Problem {
  const detail = `The result has more than ${max.toLocaleString('en')} entries. ${hint}`;
  return new Problem('result-too-large', { status: 422, detail });
}

export const timelineIsPrimary = (what: string): Problem =>
  conflict('timeline-is-primary', `The timeline "${primary}" cannot be ${what}: all other timelines branch from it.`);

export function timelineHasBranches(timelineId: string, branches: readonly string[]): Problem {
  const named = `${branches.slice(0, 10).join(', ')}${branches.length > 10 ? ', …' : ''}`;
  return conflict('timeline-has-branches', `The timeline "${timelineId}" has branches: ${named}. Delete them first.`, {
    branches,
  });
}

export const timelineBusy = (timelineId: string): Problem =>
  conflict(
    'timeline-busy',
    `The timeline "${timelineId}" changed again and again while the move was planned. Nothing was changed. Try again when fewer changes are made at once.`,
  );
