import { Problem } from 'chronoscribe';
import type { Journal, JournalReads, Revision, View } from 'chronoscribe/kinds/journal';
import type { ChangeRequest, Outcome } from '../kind.ts';
import type { LedgerEvent, NewOutcome } from './event.ts';
import { eventAlreadyReverted, eventHasSuccessor, eventNotFound, eventNotManipulated, eventSuperseded } from './problems.ts';
import { nothingFound, type PrepareSafetyCheck } from './safety-check.ts';
import { entryOf, eventOf, isStatedBy } from './stored-event.ts';
import { homeOf, viewOf } from './views.ts';

/** What is to become of an event. */
export interface Manipulating {
  readonly eventId: string;
  readonly outcome: NewOutcome;
  readonly safetyCheck: boolean;
}

/**
 * Gives an event a new outcome: a new event takes its place. Looking, checking and writing are one transaction, so of two at once
 * one finds the event superseded.
 *
 * @throws Problem `event-not-found`, `event-superseded`, `timeline-not-found`; `paradox-detected`, and nothing is written then.
 */
export async function manipulate(
  journal: Journal,
  prepareCheck: PrepareSafetyCheck,
  account: string,
  { eventId, outcome, safetyCheck }: Manipulating,
  request: ChangeRequest,
): Promise<Outcome> {
  const { requestId, operationId } = request;
  const newId = `evt_${operationId}`;
  const check = await prepareCheck(account, safetyCheck);
  return journal.transaction(account, async (writes) => {
    const timelineId = request.timelineId ?? (await homeOf(writes, account, eventId));
    const view = await viewOf(writes, account, timelineId);
    const made = await madeBefore(writes, view, newId, operationId);
    if (made !== undefined) return { event: made, ...nothingFound };

    const original = await shown(writes, view, eventId, timelineId);
    const event = outcomeOf(eventOf(original), outcome, newId);
    const entry = entryOf(event, {
      timelineId,
      operation: 'manipulate',
      subject: original.subject,
      recorded: null,
      requestId,
      operationId,
    });
    const verdict = await check({ journal: writes, view, removed: [original], added: [{ entry, event }] });
    await writes.append([entry]);
    return { event, ...verdict };
  });
}

/** The revision that a timeline shows under an event id. */
async function shown(journal: JournalReads, view: View, eventId: string, timelineId: string): Promise<Revision> {
  const [current] = await journal.current(view, [eventId]);
  if (current !== undefined) return current;
  const latest = (await journal.versions(view, [eventId])).at(-1);
  throw latest === undefined ? eventNotFound(eventId, timelineId) : eventSuperseded(eventId, latest.eventId);
}

async function madeBefore(
  journal: JournalReads,
  view: View,
  newId: string,
  operationId: string,
): Promise<LedgerEvent | undefined> {
  const versions = await journal.versions(view, [newId]);
  const own = versions.find((revision) => revision.eventId === newId && isStatedBy(revision, operationId));
  return own && eventOf(own);
}

/** What an outcome does not name is inherited; time and location always are. */
function outcomeOf(original: LedgerEvent, outcome: NewOutcome, newId: string): LedgerEvent {
  const { description, changes, causes, requires, effects, participants, end_time, geo } = outcome;
  if (end_time !== undefined && end_time < original.time) {
    throw new Problem('invalid-request', {
      detail: 'new_outcome.end_time: The event would end before it begins.',
      errors: [
        { in: 'body', path: ['new_outcome', 'end_time'], detail: 'Must not be before the time of the event', type: 'custom' },
      ],
    });
  }
  return {
    event_id: newId,
    description,
    time: original.time,
    location: original.location,
    end_time: end_time ?? original.end_time,
    causes: causes ?? original.causes,
    participants: participants ?? original.participants,
    requires: requires ?? original.requires,
    effects: effects ?? original.effects,
    geo: geo ?? original.geo,
    manipulation: {
      of: original.event_id,
      changes,
      namedCauses: causes !== undefined || (original.manipulation?.namedCauses ?? false),
      namedRequires: requires !== undefined || (original.manipulation?.namedRequires ?? false),
    },
  };
}

/**
 * Brings back what a manipulated event took the place of, on that timeline: its direct predecessor, under its own id and at its
 * old place in the order of recording.
 *
 * @throws Problem `event-not-found`, `event-not-manipulated`, `event-already-reverted`, `event-has-successor`,
 * `timeline-not-found`
 */
export function revert(journal: Journal, account: string, eventId: string, request: ChangeRequest): Promise<LedgerEvent> {
  const { requestId, operationId } = request;
  return journal.transaction(account, async (writes) => {
    const timelineId = request.timelineId ?? (await homeOf(writes, account, eventId));
    const view = await viewOf(writes, account, timelineId);
    const versions = await writes.versions(view, [eventId]);
    const first = versions.findIndex((revision) => revision.eventId === eventId);
    if (first < 0) throw eventNotFound(eventId, timelineId);
    const predecessor = versions[first - 1];
    if (predecessor === undefined) throw eventNotManipulated(eventId);

    const successor = versions[versions.findLastIndex((revision) => revision.eventId === eventId) + 1];
    if (successor !== undefined) {
      if (isStatedBy(successor, operationId)) return eventOf(successor);
      throw refusal(eventId, successor, versions);
    }
    const event = eventOf(predecessor);
    const { subject, recorded } = predecessor;
    await writes.append([entryOf(event, { timelineId, operation: 'revert', subject, recorded, requestId, operationId })]);
    return event;
  });
}

/** Why an event that is not shown any more cannot be reverted. */
function refusal(eventId: string, successor: Revision, versions: readonly Revision[]) {
  const shown = versions.at(-1) ?? successor;
  return successor.operation === 'revert'
    ? eventAlreadyReverted(eventId, shown.eventId)
    : eventHasSuccessor(eventId, shown.eventId);
}
