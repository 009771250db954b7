import type { JournalReads, Operation, Revision, View } from 'chronoscribe/kinds/journal';
import { type EventVersion, primary } from '../kind.ts';
import { eventNotFound, timelineNotFound } from './problems.ts';
import { toLedgerEvent } from './stored-event.ts';

/**
 * The view of a timeline, now or as of an instant. The primary timeline exists before anything is written to it.
 *
 * @param asOf wall time in milliseconds since 1970; default now
 * @throws Problem `timeline-not-found`
 */
export async function resolveView(
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

/** The operations that bring an event id to a timeline. */
const makes: ReadonlySet<Operation> = new Set(['record', 'manipulate', 'merge']);

/** The timeline on which an event was made, if there is exactly one; otherwise `primary`. */
export async function findTimelineOf(journal: JournalReads, account: string, eventId: string): Promise<string> {
  const versions = await journal.history(account, eventId);
  const made = versions.filter((revision) => revision.eventId === eventId && makes.has(revision.operation));
  const [home, ...others] = new Set(made.map(({ timelineId }) => timelineId));
  return home !== undefined && others.length === 0 ? home : primary;
}

/** The current revisions of some subjects in a view. */
export async function findBySubject(
  journal: JournalReads,
  view: View,
  subjects: readonly number[],
): Promise<ReadonlyMap<number, Revision>> {
  const shown = await journal.currentOf(view, subjects);
  return new Map(shown.map((revision) => [revision.subject, revision]));
}

/** Every version of an event on every timeline, in the order of recording. @throws Problem `event-not-found`. */
export async function listVersions(
  journal: JournalReads,
  account: string,
  eventId: string,
): Promise<readonly EventVersion[]> {
  const revisions = await journal.history(account, eventId);
  if (revisions.length === 0) throw eventNotFound(eventId);
  return revisions.map((revision) => {
    const { timelineId, operation, recordedAt, requestId } = revision;
    return { event: toLedgerEvent(revision), timelineId, operation, recordedAt, requestId };
  });
}
