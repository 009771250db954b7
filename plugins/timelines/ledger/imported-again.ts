import { createHash } from 'node:crypto';
import type { JournalEntry, JournalReads, Revision, View } from 'chronoscribe/kinds/journal';
import type { SeriesLine } from '../kind.ts';
import type { FileVersion, ImportedVersion, LedgerEvent } from './event.ts';
import { type Placement, toJournalEntry, toLedgerEvent } from './stored-event.ts';

/** How many ids are asked for at once. */
export const idsAtOnce = 100;

/** Of each id that the view has or had, what it shows of that event now, perhaps under the id of a new outcome. */
export async function findShown(
  journal: Pick<JournalReads, 'versions'>,
  view: View,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Revision>> {
  const shown = new Map<string, Revision>();
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const versions = await journal.versions(view, ids.slice(from, from + idsAtOnce));
    const latest = new Map(versions.map((revision) => [revision.subject, revision]));
    for (const { eventId, subject } of versions) {
      const revision = latest.get(subject);
      if (revision !== undefined) shown.set(eventId, revision);
    }
  }
  return shown;
}

/** An event as a file has it; or how the file says that it does not take place. */
export type ReadAgain = LedgerEvent | NonNullable<ImportedVersion['cancelled']>;

/** What an import makes of an event that the timeline shows. */
interface ImportedAgain {
  readonly outcome: 'changed' | 'cancelled' | 'unchanged' | 'outdated';
  readonly event: LedgerEvent;
  /** What is to be written, if anything is. It keeps the id, so that what it causes still names it. */
  readonly entries: readonly JournalEntry[];
}

/** Changes an event to what a file says of it. One that does not take place stays in sight, and neither needs nor does anything. */
export function importAgain(
  shown: Revision,
  read: ReadAgain,
  version: FileVersion,
  placement: Placement,
): ImportedAgain {
  const current = toLedgerEvent(shown);
  const { imported, event_id, manipulation } = current;
  const cancelled = typeof read === 'string' ? read : undefined;
  const hash = typeof read === 'string' ? '' : hashOf(read);
  // A change that was made here since the last import stays until the file has another version.
  const isSame =
    imported?.cancelled === undefined ? [imported?.hash, hashOf(current)].includes(hash) : cancelled !== undefined;
  if (isSame) return { outcome: 'unchanged', event: current, entries: [] };
  if (isOlder(version, imported)) return { outcome: 'outdated', event: current, entries: [] };
  const wanted = typeof read === 'string' ? cancelledEvent(current) : read;
  const event = { ...wanted, event_id, manipulation, imported: { ...version, hash, cancelled } };
  const { subject, recorded } = shown;
  return {
    outcome: cancelled === undefined ? 'changed' : 'cancelled',
    event,
    entries: [toJournalEntry(event, { ...placement, operation: 'import', subject, recorded })],
  };
}

/** Before the description of an event that was cancelled. */
const cancelledMark = 'Cancelled: ';

const cancelledEvent = (event: LedgerEvent): LedgerEvent => ({
  ...event,
  description: `${cancelledMark}${event.description}`.slice(0, 10_000),
  ...{ causes: [], participants: [], requires: {}, effects: {}, fixed: false },
});

/** An event that is new to the timeline, with the version that the file has of it. */
export function withVersion(event: LedgerEvent, version: FileVersion | undefined): LedgerEvent {
  return version === undefined ? event : { ...event, imported: { ...version, hash: hashOf(event) } };
}

/** Whether the timeline has a later version. Of two alike, the one that cancels counts. */
function isOlder({ sequence, modified }: FileVersion, imported: ImportedVersion | undefined): boolean {
  if (imported === undefined) return false;
  if (sequence !== imported.sequence) return sequence < imported.sequence;
  if (modified !== undefined && imported.modified !== undefined && modified !== imported.modified) {
    return modified < imported.modified;
  }
  return imported.cancelled === 'named';
}

/** The hash of all that a file says of an event. */
function hashOf({ event_id: _, manipulation: _made, imported: _before, causes, ...said }: LedgerEvent): string {
  const links = causes.map(({ event_id, min_delay, max_delay, from }) => [
    ...[event_id, min_delay, max_delay, from === 'end'],
  ]);
  return createHash('sha256')
    .update(JSON.stringify([said, links]))
    .digest('base64url')
    .slice(0, 22);
}

/**
 * The events that the view shows and that a file does not have any more, by time. Occurrences have the id of their
 * series, a slash and a time, wherever they have been moved.
 *
 * @param series the events of the file, also those that recur
 * @param read the ids that the file has
 * @param met the places in the order of recording of the events that the file has
 */
export async function findMissing(
  journal: Pick<JournalReads, 'under' | 'versions'>,
  view: View,
  series: ReadonlyMap<string, SeriesLine>,
  { read, met }: { readonly read: ReadonlySet<string>; readonly met: ReadonlySet<number> },
  pause: () => Promise<void> | undefined,
): Promise<readonly (readonly [Revision, SeriesLine])[]> {
  /** By subject: an event may have had several ids. */
  const missing = new Map<number, readonly [Revision, SeriesLine]>();
  const names = [...series.keys()];
  for (let from = 0; from < names.length; from += idsAtOnce) {
    const some = names.slice(from, from + idsAtOnce);
    const ids = [...some, ...(await journal.under(view.account, some))].filter((id) => !read.has(id));
    for (const revision of (await findShown(journal, view, ids)).values()) {
      const { imported } = toLedgerEvent(revision);
      const named = imported?.series && series.get(imported.series.id);
      if (named === undefined || imported?.cancelled !== undefined || met.has(revision.recorded)) continue;
      // An event that recurs now may have been one event before.
      const { at = named.series.from } = imported?.series ?? {};
      if (at >= named.series.from && at <= named.series.to) missing.set(revision.subject, [revision, named]);
    }
    await pause();
  }
  return [...missing.values()].sort(([one], [other]) => one.time - other.time || one.recorded - other.recorded);
}
