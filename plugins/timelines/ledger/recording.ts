import { createHash } from 'node:crypto';
import { Problem } from 'chronoscribe';
import { createPause } from 'chronoscribe/concurrency';
import type { Journal, JournalBulk, JournalEntry, Revision } from 'chronoscribe/kinds/journal';
import {
  type ChangeRequest,
  type ImportError,
  type ImportLine,
  type ImportPreview,
  type ImportRequest,
  ImportResult,
  primary,
  type SeriesLine,
} from '../kind.ts';
import type { FileVersion, LedgerEvent, NewEvent } from './event.ts';
import { findMissing, findShown, idsAtOnce, importAgain, type ReadAgain, withVersion } from './imported-again.ts';
import { eventExists } from './problems.ts';
import { toEventResponse } from './responses.ts';
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

/** Thrown to undo what a dry run has written. */
class DryRun extends Error {
  readonly result: ImportResult;

  constructor(result: ImportResult) {
    super('dry run');
    this.result = result;
  }
}

/** Records all events of an import in one transaction. @throws Problem `import-failed`, `timeline-not-found`. */
export async function importEvents(
  journal: Journal,
  account: string,
  lines: AsyncIterable<readonly ImportLine[]>,
  request: ImportRequest,
): Promise<ImportResult> {
  const done = await journal.receipt(account, request.operationId);
  if (done !== undefined) return ImportResult.parse(JSON.parse(done));
  try {
    return await journal.bulk(account, (writes) => writeImport(writes, account, lines, request));
  } catch (thrown) {
    if (thrown instanceof DryRun) return thrown.result;
    throw thrown;
  }
}

async function writeImport(
  writes: JournalBulk,
  account: string,
  lines: AsyncIterable<readonly ImportLine[]>,
  { timelineId = primary, requestId, operationId, skipErrors, dryRun = false }: ImportRequest,
): Promise<ImportResult> {
  const placement: Placement = { timelineId, operation: 'record', requestId };
  // Inside the transaction: an earlier one may have deleted the timeline.
  const view = await resolveView(writes, account, timelineId);
  const errors = createErrorList();
  const omitted = createErrorList();
  const pause = createPause();
  const count = { imported: 0, changed: 0, cancelled: 0, unchanged: 0 };
  const preview: ImportPreview[] = [];
  /** The events that the file has, by their places in the order of recording. */
  const met = new Set<number>();
  /** The ids of those in a series. */
  const ids = new Set<string>();
  const series = new Map<string, SeriesLine>();

  const tell = (line: number, outcome: keyof typeof count, event: LedgerEvent) => {
    count[outcome] += 1;
    if (!dryRun || preview.length === maxErrors) return;
    const { requires: _, effects: _set, manipulation: _made, ...shown } = toEventResponse(event);
    preview.push({ line, outcome, ...shown });
  };
  /** Tells what an import makes of an event that the timeline shows. @returns what is to be written */
  const again = (revision: Revision, line: number, read: ReadAgain, version: FileVersion): readonly JournalEntry[] => {
    const { outcome, event, entries } = importAgain(revision, read, version, placement);
    met.add(revision.recorded);
    if (outcome === 'outdated') omitted.add({ line, detail: 'The timeline has a later version of this event' });
    else tell(line, outcome, event);
    return entries;
  };

  for await (const batch of inBatches(lines, linesAtOnce, pause)) {
    const named = new Map<string, NamedLine>();
    for (const read of batch) {
      await pause();
      const { line } = read;
      if ('fatal' in read) throw unreadableFile({ line, detail: read.fatal });
      if ('detail' in read) errors.add(read);
      else if ('calendar' in read || 'daysOff' in read) continue;
      else if ('series' in read) series.set(read.series.id, read);
      else if ('event' in read) {
        const event = newLedgerEvent(read.event, read.event.event_id ?? generateId(operationId, line));
        if (named.has(event.event_id)) errors.add({ line, detail: alreadyExists(event.event_id) });
        else named.set(event.event_id, { ...read, event });
      } else if (read.cancels === undefined || named.has(read.cancels.id)) omitted.add({ line, detail: read.omitted });
      else named.set(read.cancels.id, { line, omitted: read.omitted, version: read.cancels.version });
    }
    for (const [id, { version }] of named) if (version?.series !== undefined) ids.add(id);
    const taken = await findTaken(writes, account, [...named.keys()], pause);
    const versioned = [...taken].filter((id) => named.get(id)?.version !== undefined);
    const shown = await findShown(writes, view, versioned);
    const entries = [...named].flatMap(([id, read]) => {
      const { line, version } = read;
      const revision = shown.get(id);
      const isMet = revision === undefined || version === undefined || met.has(revision.recorded);
      if (!isMet) return again(revision, line, 'event' in read ? read.event : 'named', version);
      if ('omitted' in read) omitted.add({ line, detail: read.omitted });
      else if (taken.has(id)) errors.add({ line, detail: alreadyExists(id) });
      else {
        tell(line, 'imported', read.event);
        return [toJournalEntry(withVersion(read.event, version), placement)];
      }
      return [];
    });
    // If nothing will be written, the rest is only read for its errors.
    if (errors.count() > 0 && !skipErrors) continue;
    for (const { recorded } of await writes.append(entries)) met.add(recorded);
  }
  if (errors.count() > 0 && !skipErrors) throw importFailed(errors.count(), errors.listed());
  // What could not be read may be an occurrence that seems to be missing.
  if (series.size > 0 && errors.count() === 0) {
    const missing = await findMissing(writes, view, series, { read: ids, met }, pause);
    await writes.append(
      missing.flatMap(([revision, each]) => again(revision, each.line, 'missing', each.series.version)),
    );
  }
  const listed = byLine([...errors.listed(), ...omitted.listed()]).slice(0, maxErrors);
  const result = { ...count, skipped: errors.count() + omitted.count(), errors: listed };
  if (dryRun) throw new DryRun({ ...result, preview });
  await writes.addReceipt(operationId, JSON.stringify(result));
  return result;
}

/** An event that a file has, or that it cancels. */
type NamedLine =
  | { readonly line: number; readonly event: LedgerEvent; readonly version?: FileVersion | undefined }
  | { readonly line: number; readonly omitted: string; readonly version: FileVersion };

/** Those of the ids that an event of the account has, on any timeline. */
async function findTaken(
  journal: Pick<JournalBulk, 'taken'>,
  account: string,
  ids: readonly string[],
  pause: () => Promise<void> | undefined,
): Promise<ReadonlySet<string>> {
  const taken = new Set<string>();
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    for (const id of await journal.taken(account, ids.slice(from, from + idsAtOnce))) taken.add(id);
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

/** Counts line errors and keeps as many as are listed: of those that only name another occurrence of an event, one. */
function createErrorList() {
  const listed: ImportError[] = [];
  const kinds = new Set<string>();
  let count = 0;
  return {
    add(error: ImportError) {
      count += 1;
      const kind = `${error.line} ${error.detail.replace(/".*"/, '')}`;
      if (listed.length === maxErrors || kinds.has(kind)) return;
      kinds.add(kind);
      listed.push(error);
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
