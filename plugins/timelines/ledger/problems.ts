import { Problem } from 'chronoscribe';
import { primary } from '../kind.ts';

/** The problems of the ledger. */

export function timelineNotFound(timelineId: string): Problem {
  return new Problem('timeline-not-found', {
    status: 404,
    detail: `There is no timeline "${timelineId}". GET /v1/list-timelines names those there are; "${primary}" is always one.`,
  });
}

/** @param timelineId undefined if all timelines were searched */
export function eventNotFound(eventId: string, timelineId?: string): Problem {
  const where = timelineId === undefined ? 'No timeline has an' : `The timeline "${timelineId}" has no`;
  return new Problem('event-not-found', {
    status: 404,
    detail: `${where} event "${eventId}". GET /v1/search-events finds those there are.`,
  });
}

export function eventExists(eventId: string): Problem {
  return new Problem('event-exists', {
    status: 409,
    detail: `There is an event "${eventId}" already. Choose another event_id, leave it out to be given one, or change the event with POST /v1/manipulate-event.`,
  });
}

export function eventSuperseded(eventId: string, supersededBy: string): Problem {
  return new Problem('event-superseded', {
    status: 409,
    detail: `The event "${eventId}" was superseded by "${supersededBy}". Manipulate that one.`,
    members: { superseded_by: supersededBy },
  });
}

export function eventNotManipulated(eventId: string): Problem {
  return new Problem('event-not-manipulated', {
    status: 409,
    detail: `The event "${eventId}" was not made by a manipulation on this timeline, so there is nothing to restore.`,
  });
}

export function eventNotMoved(eventId: string): Problem {
  return new Problem('event-not-manipulated', {
    status: 409,
    detail: `The last change of the event "${eventId}" on this timeline is no move, so there is none to take back.`,
  });
}

export function eventAlreadyReverted(eventId: string, shown: string): Problem {
  return new Problem('event-already-reverted', {
    status: 409,
    detail: `The event "${eventId}" was reverted already. The timeline shows "${shown}" in its place.`,
  });
}

export function eventHasSuccessor(eventId: string, shown: string): Problem {
  return new Problem('event-has-successor', {
    status: 409,
    detail: `The event "${eventId}" was itself changed since. Revert "${shown}" first.`,
    members: { superseded_by: shown },
  });
}

export function resultTooLarge(max: number, hint: string): Problem {
  return new Problem('result-too-large', {
    status: 422,
    detail: `The result has more than ${max.toLocaleString('en')} entries. ${hint}`,
  });
}

export function timelineIsPrimary(what: string): Problem {
  return new Problem('timeline-is-primary', {
    status: 409,
    detail: `The timeline "${primary}" cannot be ${what}: all other timelines branch from it.`,
  });
}

export function timelineHasBranches(timelineId: string, branches: readonly string[]): Problem {
  return new Problem('timeline-has-branches', {
    status: 409,
    detail: `The timeline "${timelineId}" has branches: ${branches.slice(0, 10).join(', ')}${branches.length > 10 ? ', …' : ''}. Delete them first.`,
    members: { branches },
  });
}

export function timelineBusy(timelineId: string): Problem {
  return new Problem('timeline-busy', {
    status: 409,
    detail: `The timeline "${timelineId}" changed again and again while the move was planned. Nothing was changed. Try again when fewer changes are made at once.`,
  });
}
