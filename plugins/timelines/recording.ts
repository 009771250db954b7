import type { Journal } from 'chronoscribe/kinds/journal';
import type { LedgerEvent, NewEvent } from './event.ts';
import { entryOf, eventOf, isStatedBy, recordedEvent } from './event-entry.ts';
import { type ChangeRequest, primary } from './kind.ts';
import { viewOf } from './reading.ts';
import { eventExists } from './refusals.ts';

/** Records an event. @throws Problem `event-exists`, `timeline-not-found`. */
export function record(
  journal: Journal,
  account: string,
  event: NewEvent,
  { timelineId = primary, requestId, operationId }: ChangeRequest,
): Promise<LedgerEvent> {
  const recorded = recordedEvent(event, `evt_${operationId}`);
  return journal.transaction(account, async (writes) => {
    await viewOf(writes, account, timelineId);
    const [taken] = await writes.taken(account, [recorded.event_id]);
    if (taken !== undefined) {
      const [first] = (await writes.history(account, taken)).filter(({ eventId }) => eventId === taken);
      if (first === undefined || !isStatedBy(first, operationId)) throw eventExists(taken);
      return eventOf(first);
    }
    await writes.append([
      entryOf(recorded, { timelineId, operation: 'record', subject: null, recorded: null, requestId, operationId }),
    ]);
    return recorded;
  });
}
