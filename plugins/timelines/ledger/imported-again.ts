import { createHash } from 'node:crypto';
import { endOfTime, startOfTime } from 'chronoscribe/kinds/clock';
import type { JournalEntry, JournalReads, Revision, View } from 'chronoscribe/kinds/journal';
import type { SeriesPeriod } from '../kind.ts';
import type { FileVersion, ImportedVersion, LedgerEvent } from './event.ts';
import { type Placement, toJournalEntry, toLedgerEvent } from './stored-event.ts';

/** How many ids are asked for at once. */
export const idsAtOnce = 100;

const pageSize = 500;

/** What an import makes of an event that the timeline shows. */
export interface ImportedAgain {
  readonly outcome: 'changed' | 'cancelled' | 'unchanged' | 'outdated';
  /** What is to be written, if anything is. It keeps the id, so that what it causes still names it. */
  readonly entry?: JournalEntry;
}

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

/** An event as a file has it. @param wanted without an id of its own */
export function changeAgain(
  shown: Revision,
  wanted: LedgerEvent,
  version: FileVersion,
  placement: Placement,
): ImportedAgain {
  const current = toLedgerEvent(shown);
  const { imported } = current;
  const hash = hashOf(wanted);
  // A change that was made here since the last import stays until the file has another version.
  if (imported?.cancelled === undefined && [imported?.hash, hashOf(current)].includes(hash)) {
    return { outcome: 'unchanged' };
  }
  if (isOlder(version, imported)) return { outcome: 'outdated' };
  const { event_id, manipulation } = current;
  const event = { ...wanted, event_id, manipulation, imported: { ...version, hash } };
  return { outcome: 'changed', entry: entryOf(event, shown, placement) };
}

/** An event that a file cancels, or does not have any more: it stays in sight, and neither needs nor does anything. */
export function cancelAgain(
  shown: Revision,
  version: FileVersion,
  cancelled: 'named' | 'missing',
  placement: Placement,
): ImportedAgain {
  const current = toLedgerEvent(shown);
  if (current.imported?.cancelled !== undefined) return { outcome: 'unchanged' };
  if (isOlder(version, current.imported)) return { outcome: 'outdated' };
  const event = {
    ...current,
    description: `${cancelledMark}${current.description}`.slice(0, 10_000),
    ...{ causes: [], participants: [], requires: {}, effects: {}, fixed: false },
    imported: { ...version, hash: '', cancelled },
  };
  return { outcome: 'cancelled', entry: entryOf(event, shown, placement) };
}

/** Before the description of an event that was cancelled. */
export const cancelledMark = 'Cancelled: ';

function entryOf(event: LedgerEvent, { subject, recorded }: Revision, placement: Placement): JournalEntry {
  return toJournalEntry(event, { ...placement, operation: 'import', subject, recorded });
}

/** An event that is new to the timeline, with the version that the file has of it. */
export function withVersion(event: LedgerEvent, version: FileVersion | undefined): LedgerEvent {
  return version === undefined ? event : { ...event, imported: { ...version, hash: hashOf(event) } };
}

/** Whether a file with versions was its source. */
export const isImported = (shown: Revision): boolean => toLedgerEvent(shown).imported !== undefined;

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
function hashOf({ description, time, location, end_time, geo, fixed, ...event }: LedgerEvent): string {
  const causes = event.causes.map(({ event_id, min_delay, max_delay, from }) => [
    ...[event_id, min_delay, max_delay, from === 'end'],
  ]);
  const { participants, requires, effects } = event;
  const said = [
    description,
    time,
    location,
    end_time,
    geo?.lat,
    geo?.lon,
    fixed,
    causes,
    participants,
    requires,
    effects,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url').slice(0, 22);
}

/** The key of an occurrence of a recurring event. */
export const occurrenceKey = ({ id, at }: { readonly id: string; readonly at: number }): string => `${at} ${id}`;

/**
 * The ids of occurrences that the view shows and that a file does not have any more. Reads the whole timeline, since
 * occurrences may have been moved.
 *
 * @param kept the keys of those that the file has
 */
export async function findMissing(
  journal: Pick<JournalReads, 'search'>,
  view: View,
  series: ReadonlyMap<string, SeriesPeriod>,
  kept: ReadonlySet<string>,
  pause: () => Promise<void> | undefined,
): Promise<ReadonlyMap<string, SeriesPeriod>> {
  const missing = new Map<string, SeriesPeriod>();
  const range = { place: null, from: startOfTime, to: endOfTime, limit: pageSize };
  for (let page = await journal.search(view, range); page.length > 0; ) {
    for (const revision of page) {
      // To parse takes longer.
      if (!revision.body.includes('"series":{')) continue;
      const { event_id, imported } = toLedgerEvent(revision);
      const period = imported?.series && series.get(imported.series.id);
      if (imported?.series === undefined || period === undefined || imported.cancelled !== undefined) continue;
      const { at } = imported.series;
      if (at >= period.from && at <= period.to && !kept.has(occurrenceKey(imported.series))) {
        missing.set(event_id, period);
      }
    }
    const after = page.at(-1);
    page = page.length < pageSize || after === undefined ? [] : await journal.search(view, { ...range, after });
    await pause();
  }
  return missing;
}
