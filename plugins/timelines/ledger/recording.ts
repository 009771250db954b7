import { createHash } from 'node:crypto';
import { Problem } from 'chronoscribe';
import type { Journal, JournalEntry } from 'chronoscribe/kinds/journal';
import { z } from 'zod';
import { type ChangeRequest, type ImportError, type ImportLine, type ImportResult, primary } from '../kind.ts';
import type { LedgerEvent, NewEvent } from './event.ts';
import { eventExists } from './problems.ts';
import { entryOf, eventOf, isStatedBy, type Placement, recordedEvent } from './stored-event.ts';
import { viewOf } from './views.ts';

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

/** So many lines are listed; the rest is counted. */
const mostErrors = 1_000;

const Result = z.object({
  imported: z.number(),
  skipped: z.number(),
  errors: z.array(z.object({ line: z.number(), detail: z.string() })),
});

export interface ImportRequest extends ChangeRequest {
  readonly skipErrors: boolean;
}

/** Records many events at once, or none. @throws Problem `import-failed`, `timeline-not-found`. */
export async function importEvents(
  journal: Journal,
  account: string,
  lines: AsyncIterable<readonly ImportLine[]>,
  { timelineId = primary, requestId, operationId, skipErrors }: ImportRequest,
): Promise<ImportResult> {
  const done = await journal.receipt(account, operationId);
  if (done !== undefined) return Result.parse(JSON.parse(done));
  const placement: Placement = { timelineId, operation: 'record', subject: null, recorded: null, requestId };
  return journal.bulk(account, async (writes) => {
    // Not before: whoever was at work until now may have deleted it.
    await viewOf(writes, account, timelineId);
    const faults = lineList();
    const leftOut = lineList();
    let imported = 0;
    for await (const some of lines) {
      const events = new Map<string, { readonly line: number; readonly entry: JournalEntry }>();
      for (const read of some) {
        const { line } = read;
        if ('fatal' in read) throw unreadable({ line, detail: read.fatal });
        if ('detail' in read) faults.add(read);
        else if ('leftOut' in read) leftOut.add({ line, detail: read.leftOut });
        else {
          const event = recordedEvent(read.event, idOf(operationId, line));
          if (events.has(event.event_id)) faults.add({ line, detail: exists(event.event_id) });
          else events.set(event.event_id, { line, entry: entryOf(event, placement) });
        }
      }
      for (const taken of await writes.taken(account, [...events.keys()])) {
        faults.add({ line: events.get(taken)?.line ?? 0, detail: exists(taken) });
        events.delete(taken);
      }
      // Where nothing will be kept, the rest is read for its faults alone.
      if (faults.count() > 0 && !skipErrors) continue;
      await writes.append([...events.values()].map(({ entry }) => entry));
      imported += events.size;
    }
    if (faults.count() > 0 && !skipErrors) throw importFailed(faults.count(), faults.listed());
    const errors = byLine([...faults.listed(), ...leftOut.listed()]).slice(0, mostErrors);
    const result = { imported, skipped: faults.count() + leftOut.count(), errors };
    await writes.addReceipt(operationId, JSON.stringify(result));
    return result;
  });
}

/** The same for each try of one import. */
function idOf(operationId: string, line: number): string {
  const hash = createHash('sha256').update(`${operationId} ${line}`).digest('hex');
  return `evt_${hash.slice(0, 32)}`;
}

function exists(eventId: string): string {
  return `event_id: there is an event "${eventId}" already`;
}

/** Counts lines, and lists as many of them as are answered. */
function lineList() {
  const listed: ImportError[] = [];
  let count = 0;
  return {
    add(error: ImportError) {
      count += 1;
      if (listed.length < mostErrors) listed.push(error);
    },
    count: () => count,
    listed: () => byLine(listed),
  };
}

function byLine(errors: readonly ImportError[]): ImportError[] {
  return errors.toSorted((one, other) => one.line - other.line);
}

function unreadable(error: ImportError): Problem {
  return new Problem('import-failed', {
    status: 422,
    detail: `Nothing was imported: ${error.detail}`,
    members: { errors: [error], failed: 1 },
  });
}

function importFailed(count: number, errors: readonly ImportError[]): Problem {
  const all =
    count > errors.length ? `${count} lines are at fault; the first ${errors.length} are listed` : `${count} lines are at fault`;
  return new Problem('import-failed', {
    status: 422,
    detail: `Nothing was imported: ${count === 1 ? 'a line is at fault' : all}. Mend the file, or send it with ?on_error=skip to leave out what is wrong.`,
    members: { errors, failed: count },
  });
}
