import type { JournalReads } from 'chronoscribe/kinds/journal';
import { eventOf } from './event-entry.ts';
import type { EventVersion } from './kind.ts';
import { eventNotFound } from './refusals.ts';

/** Every version of an event on every timeline, in the order of recording. @throws Problem `event-not-found`. */
export async function historyOf(journal: JournalReads, account: string, eventId: string): Promise<readonly EventVersion[]> {
  const revisions = await journal.history(account, eventId);
  if (revisions.length === 0) throw eventNotFound(eventId);
  return revisions.map((revision) => {
    const { timelineId, operation, recordedAt, requestId } = revision;
    return { event: eventOf(revision), timelineId, operation, recordedAt, requestId };
  });
}
