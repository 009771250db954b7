import { createHash } from 'node:crypto';
import { Problem } from 'chronoscribe';
import type { Journal, JournalEntry } from 'chronoscribe/kinds/journal';
import { z } from 'zod';
import { entryOf, recordedEvent } from './event-entry.ts';
import { type ChangeRequest, type ImportError, type ImportLine, type ImportResult, primary } from './kind.ts';
import { viewOf } from './reading.ts';

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
  await viewOf(journal, account, timelineId);
  const done = await journal.receipt(account, operationId);
  if (done !== undefined) return Result.parse(JSON.parse(done));
  return journal.bulk(account, async (writes) => {
    const faults = lineList();
    const notes = lineList();
    let imported = 0;
    for await (const some of lines) {
      const entries = new Map<string, JournalEntry>();
      const lineOf = new Map<string, number>();
      for (const line of some) {
        if ('detail' in line) {
          faults.add(line);
          continue;
        }
        if ('leftOut' in line) {
          notes.add({ line: line.line, detail: line.leftOut });
          continue;
        }
        const event = recordedEvent(line.event, idOf(operationId, line.line));
        if (entries.has(event.event_id)) faults.add({ line: line.line, detail: exists(event.event_id) });
        else {
          entries.set(
            event.event_id,
            entryOf(event, { timelineId, operation: 'record', subject: null, recorded: null, requestId }),
          );
          lineOf.set(event.event_id, line.line);
        }
      }
      for (const taken of await writes.taken(account, [...entries.keys()])) {
        entries.delete(taken);
        faults.add({ line: lineOf.get(taken) ?? 0, detail: exists(taken) });
      }
      // Where nothing will be kept, the rest is read for its faults alone.
      if (faults.count() > 0 && !skipErrors) continue;
      await writes.append([...entries.values()]);
      imported += entries.size;
    }
    if (faults.count() > 0 && !skipErrors) throw importFailed(faults.count(), faults.listed());
    const errors = byLine([...faults.listed(), ...notes.listed()]).slice(0, mostErrors);
    const result = { imported, skipped: faults.count() + notes.count(), errors };
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

function importFailed(count: number, errors: readonly ImportError[]): Problem {
  const all =
    count > errors.length ? `${count} lines are at fault; the first ${errors.length} are listed` : `${count} lines are at fault`;
  return new Problem('import-failed', {
    status: 422,
    detail: `Nothing was imported: ${count === 1 ? 'a line is at fault' : all}. Mend the file, or send it with ?on_error=skip to leave out what is wrong.`,
    members: { errors, failed: count },
  });
}
