import type { Journal, Revision } from 'chronoscribe/kinds/journal';
import type { LedgerEvent } from './event.ts';
import { entryOf, eventOf, isStatedBy } from './event-entry.ts';
import type { ChangeRequest } from './kind.ts';
import { homeOf, viewOf } from './reading.ts';
import { eventAlreadyReverted, eventHasSuccessor, eventNotFound, eventNotManipulated } from './refusals.ts';

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
