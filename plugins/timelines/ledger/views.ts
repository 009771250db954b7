import type { JournalReads, Revision, View } from 'chronoscribe/kinds/journal';
import { type EventVersion, primary } from '../kind.ts';
import { eventNotFound, timelineNotFound } from './problems.ts';
import { eventOf } from './stored-event.ts';

/**
 * What a timeline of the account shows, or showed at a moment of the real time. The primary timeline is there before anything was
 * written to it.
 *
 * @throws Problem `timeline-not-found`
 */
export async function viewOf(
  journal: Pick<JournalReads, 'view'>,
  account: string,
  timelineId = primary,
  asOf?: number,
): Promise<View> {
  const view = await journal.view(account, timelineId, asOf);
  if (view !== undefined) return view;
  if (timelineId === primary) return { account, lineage: [] };
  throw timelineNotFound(timelineId);
}

/** The timeline on which an event was made, if there is just one; else the primary one. */
export async function homeOf(journal: JournalReads, account: string, eventId: string): Promise<string> {
  const versions = await journal.history(account, eventId);
  const made = versions.filter((revision) => revision.eventId === eventId && revision.operation !== 'revert');
  const [home, ...others] = new Set(made.map(({ timelineId }) => timelineId));
  return home !== undefined && others.length === 0 ? home : primary;
}

/** What a view shows of some subjects. */
export async function bySubject(
  journal: JournalReads,
  view: View,
  subjects: readonly number[],
): Promise<ReadonlyMap<number, Revision>> {
  const shown = await journal.currentOf(view, subjects);
  return new Map(shown.map((revision) => [revision.subject, revision]));
}

/** Every version of an event on every timeline, in the order of recording. @throws Problem `event-not-found`. */
export async function historyOf(journal: JournalReads, account: string, eventId: string): Promise<readonly EventVersion[]> {
  const revisions = await journal.history(account, eventId);
  if (revisions.length === 0) throw eventNotFound(eventId);
  return revisions.map((revision) => {
    const { timelineId, operation, recordedAt, requestId } = revision;
    return { event: eventOf(revision), timelineId, operation, recordedAt, requestId };
  });
}
