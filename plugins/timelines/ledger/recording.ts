import { createHash } from 'node:crypto';
import { createPause, Problem } from 'chronoscribe';
import type { Journal, JournalBulk, JournalEntry } from 'chronoscribe/kinds/journal';
import {
  type ChangeRequest,
  type ImportError,
  type ImportLine,
  type ImportRequest,
  ImportResult,
  primary,
  type SeriesPeriod,
} from '../kind.ts';
import type { FileVersion, LedgerEvent, NewEvent } from './event.ts';
import {
  cancelAgain,
  changeAgain,
  findMissing,
  findShown,
  type ImportedAgain,
  idsAtOnce,
  isImported,
  occurrenceKey,
  withVersion,
} from './imported-again.ts';
import { eventExists } from './problems.ts';
import { isWrittenBy, newLedgerEvent, type Placement, toJournalEntry, toLedgerEvent } from './stored-event.ts';
import { resolveView } from './views.ts';

/** Records an event. @throws Problem `event-exists`, `timeline-not-found`. */
export function record(
  journal: Journal,
  account: string,
  event: NewEvent,
  { timelineId = primary, requestId, operationId }: ChangeRequest,
): Promise<LedgerEvent> {
  const recorded = newLedgerEvent(event, `evt_${operationId}`);
  return journal.transaction(account, async (writes) => {
    await resolveView(writes, account, timelineId);
    const [taken] = await writes.taken(account, [recorded.event_id]);
    if (taken !== undefined) {
      const [first] = (await writes.history(account, taken)).filter(({ eventId }) => eventId === taken);
      if (first === undefined || !isWrittenBy(first, operationId)) throw eventExists(taken);
      return toLedgerEvent(first);
    }
    await writes.append([toJournalEntry(recorded, { timelineId, operation: 'record', requestId, operationId })]);
    return recorded;
  });
}

/**
 * How many lines are written in one transaction. Events lie far from each other in the indexes, and a transaction writes
 * each page once: larger ones write less, and delay other changes for longer.
 */
const linesAtOnce = 2_000;

/** How many line errors are listed; all are counted. */
const maxErrors = 1_000;

/** Records all events of an import in one transaction. @throws Problem `import-failed`, `timeline-not-found`. */
export async function importEvents(
  journal: Journal,
  account: string,
  lines: AsyncIterable<readonly ImportLine[]>,
  { timelineId = primary, requestId, operationId, skipErrors, dryRun = false }: ImportRequest,
): Promise<ImportResult> {
  const done = await journal.receipt(account, operationId);
  if (done !== undefined) return ImportResult.parse(JSON.parse(done));
  const placement: Placement = { timelineId, operation: 'record', requestId };
  return journal.bulk(account, async (writes) => {
    // Inside the transaction: an earlier one may have deleted the timeline.
    const view = await resolveView(writes, account, timelineId);
    const errors = createErrorList();
    const omitted = createErrorList();
    const pause = createPause();
    const count = { imported: 0, changed: 0, cancelled: 0, unchanged: 0 };
    const isWritten = () => !dryRun && (errors.count() === 0 || skipErrors);
    /** Events that this import has met again, and occurrences of recurring ones that the file has. */
    const met = new Set<number>();
    const kept = new Set<string>();
    const series = new Map<string, SeriesPeriod>();

    /** Counts what an import makes of an event that the timeline shows. @returns what is to be written */
    const settle = (line: number, { outcome, entry }: ImportedAgain): readonly JournalEntry[] => {
      if (outcome === 'outdated') omitted.add({ line, detail: 'The timeline has a later version of this event' });
      else count[outcome] += 1;
      return entry === undefined ? [] : [entry];
    };

    for await (const batch of inBatches(lines, linesAtOnce, pause)) {
      const events = new Map<string, ReadEvent>();
      const cancels = new Map<string, ReadCancellation>();
      for (const read of batch) {
        await pause();
        const { line } = read;
        if ('fatal' in read) throw unreadableFile({ line, detail: read.fatal });
        if ('detail' in read) errors.add(read);
        else if ('series' in read) series.set(read.series.id, read.series);
        else if ('omitted' in read) {
          if (read.cancels === undefined) omitted.add({ line, detail: read.omitted });
          else cancels.set(read.cancels.eventId, { line, detail: read.omitted, version: read.cancels.version });
        } else {
          const event = newLedgerEvent(read.event, read.event.event_id ?? generateId(operationId, line));
          if (read.version?.series !== undefined) kept.add(occurrenceKey(read.version.series));
          if (events.has(event.event_id)) errors.add({ line, detail: alreadyExists(event.event_id) });
          else events.set(event.event_id, { line, event, version: read.version });
        }
      }
      const again: JournalEntry[] = [];
      const taken = await findTaken(writes, account, [...events.keys()], pause);
      const versioned = taken.filter((id) => events.get(id)?.version !== undefined);
      const shown = await findShown(writes, view, [...versioned, ...cancels.keys()]);
      for (const id of taken) {
        const read = events.get(id);
        const revision = shown.get(id);
        events.delete(id);
        if (read === undefined) continue;
        const { line, event, version } = read;
        if (version === undefined || revision === undefined || met.has(revision.subject)) {
          errors.add({ line, detail: alreadyExists(id) });
        } else {
          met.add(revision.subject);
          again.push(...settle(line, changeAgain(revision, event, version, placement)));
        }
      }
      for (const [id, { line, detail, version }] of cancels) {
        const revision = shown.get(id);
        if (revision === undefined || met.has(revision.subject)) omitted.add({ line, detail });
        else {
          met.add(revision.subject);
          again.push(...settle(line, cancelAgain(revision, version, 'named', placement)));
        }
      }
      count.imported += events.size;
      // If nothing will be written, the rest is only read for its errors.
      if (!isWritten()) continue;
      const added = [...events.values()].map(({ event, version }) =>
        toJournalEntry(withVersion(event, version), placement),
      );
      await writes.append([...added, ...again]);
    }
    if (errors.count() > 0 && !skipErrors) throw importFailed(errors.count(), errors.listed());
    // What could not be read may be an occurrence that seems to be missing.
    if (series.size > 0 && errors.count() === 0) {
      const missing = await findMissing(writes, view, series, kept, pause);
      // An event that recurs now may have been one event before.
      const periods = new Map([...series, ...missing]);
      const shown = await findShown(writes, view, [...periods.keys()]);
      const entries = [...periods].flatMap(([id, { version }]) => {
        const revision = shown.get(id);
        return revision === undefined || met.has(revision.subject) || !isImported(revision)
          ? []
          : settle(0, cancelAgain(revision, version, 'missing', placement));
      });
      if (isWritten()) await writes.append(entries);
    }
    const listed = byLine([...errors.listed(), ...omitted.listed()]).slice(0, maxErrors);
    const result = { ...count, skipped: errors.count() + omitted.count(), errors: listed };
    if (!dryRun) await writes.addReceipt(operationId, JSON.stringify(result));
    return result;
  });
}

interface ReadEvent {
  readonly line: number;
  readonly event: LedgerEvent;
  readonly version: FileVersion | undefined;
}

type ReadCancellation = ImportError & { readonly version: FileVersion };

/** Those of the ids that an event of the account has, on any timeline. */
async function findTaken(
  journal: Pick<JournalBulk, 'taken'>,
  account: string,
  ids: readonly string[],
  pause: () => Promise<void> | undefined,
): Promise<readonly string[]> {
  const taken: string[] = [];
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    taken.push(...(await journal.taken(account, ids.slice(from, from + idsAtOnce))));
    await pause();
  }
  return taken;
}

/** The same items in lists of at least `size`, except for the last. */
async function* inBatches<T>(
  lists: AsyncIterable<readonly T[]>,
  size: number,
  pause: () => Promise<void> | undefined,
): AsyncGenerator<readonly T[]> {
  let batch: T[] = [];
  for await (const list of lists) {
    batch.push(...list);
    await pause();
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The id of an event without one: the same at each attempt of one import. */
function generateId(operationId: string, line: number): string {
  const hash = createHash('sha256').update(`${operationId} ${line}`).digest('hex');
  return `evt_${hash.slice(0, 32)}`;
}

const alreadyExists = (eventId: string): string => `event_id: there is an event "${eventId}" already`;

/** Counts line errors and keeps as many as are listed. */
function createErrorList() {
  const listed: ImportError[] = [];
  let count = 0;
  return {
    add(error: ImportError) {
      count += 1;
      if (listed.length < maxErrors) listed.push(error);
    },
    count: () => count,
    listed: () => byLine(listed),
  };
}

function byLine(errors: readonly ImportError[]): ImportError[] {
  return errors.toSorted((one, other) => one.line - other.line);
}

function unreadableFile(error: ImportError): Problem {
  return new Problem('import-failed', {
    status: 422,
    detail: `Nothing was imported: ${error.detail}`,
    members: { errors: [error], failed: 1 },
  });
}

function importFailed(count: number, errors: readonly ImportError[]): Problem {
  const all =
    count > errors.length
      ? `${count} lines have errors; the first ${errors.length} are listed`
      : `${count} lines have errors`;
  return new Problem('import-failed', {
    status: 422,
    detail: `Nothing was imported: ${count === 1 ? 'a line has errors' : all}. Correct the file, or send it with ?on_error=skip to leave out these lines.`,
    members: { errors, failed: count },
  });
}
