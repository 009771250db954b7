import { createHash } from 'node:crypto';
import { createPause, Problem } from 'chronoscribe';
import type { Journal, JournalEntry } from 'chronoscribe/kinds/journal';
import { type ChangeRequest, type ImportError, type ImportLine, ImportResult, primary } from '../kind.ts';
import type { LedgerEvent, NewEvent } from './event.ts';
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

/** How many ids are asked for at once. */
const idsAtOnce = 100;

/** Records all events of an import in one transaction. @throws Problem `import-failed`, `timeline-not-found`. */
export async function importEvents(
  journal: Journal,
  account: string,
  lines: AsyncIterable<readonly ImportLine[]>,
  { timelineId = primary, requestId, operationId, skipErrors }: ChangeRequest & { readonly skipErrors: boolean },
): Promise<ImportResult> {
  const done = await journal.receipt(account, operationId);
  if (done !== undefined) return ImportResult.parse(JSON.parse(done));
  const placement: Placement = { timelineId, operation: 'record', requestId };
  return journal.bulk(account, async (writes) => {
    // Inside the transaction: an earlier one may have deleted the timeline.
    await resolveView(writes, account, timelineId);
    const errors = createErrorList();
    const omitted = createErrorList();
    const pause = createPause();
    let imported = 0;
    for await (const batch of inBatches(lines, linesAtOnce, pause)) {
      const events = new Map<string, { readonly line: number; readonly entry: JournalEntry }>();
      for (const read of batch) {
        await pause();
        const { line } = read;
        if ('fatal' in read) throw unreadableFile({ line, detail: read.fatal });
        if ('detail' in read) errors.add(read);
        else if ('omitted' in read) omitted.add({ line, detail: read.omitted });
        else {
          const event = newLedgerEvent(read.event, read.event.event_id ?? generateId(operationId, line));
          if (events.has(event.event_id)) errors.add({ line, detail: alreadyExists(event.event_id) });
          else events.set(event.event_id, { line, entry: toJournalEntry(event, placement) });
        }
      }
      const ids = [...events.keys()];
      for (let from = 0; from < ids.length; from += idsAtOnce) {
        for (const taken of await writes.taken(account, ids.slice(from, from + idsAtOnce))) {
          errors.add({ line: events.get(taken)?.line ?? 0, detail: alreadyExists(taken) });
          events.delete(taken);
        }
        await pause();
      }
      // If nothing will be written, the rest is only read for its errors.
      if (errors.count() > 0 && !skipErrors) continue;
      await writes.append([...events.values()].map(({ entry }) => entry));
      imported += events.size;
    }
    if (errors.count() > 0 && !skipErrors) throw importFailed(errors.count(), errors.listed());
    const listed = byLine([...errors.listed(), ...omitted.listed()]).slice(0, maxErrors);
    const result = { imported, skipped: errors.count() + omitted.count(), errors: listed };
    await writes.addReceipt(operationId, JSON.stringify(result));
    return result;
  });
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
