import type { ImportLine } from 'chronoscribe/kinds/ledger';
import type { CalendarLine } from './calendar/calendar-lines.ts';
import { linesFromProcess, type ProcessLimits } from './calendar/calendar-process.ts';
import { eventLine } from './event-line.ts';

interface CalendarLimits extends ProcessLimits {
  readonly bytes: number;
}

/** A calendar of 16 MiB with 31,000 events takes 4 s, and one of the smallest events 8 s and 300 MB. */
const defaultLimits: CalendarLimits = { bytes: 16 * 1024 * 1024, milliseconds: 30_000, megabytes: 512 };

/**
 * Reads the events of iCalendar files (RFC 5545), with the first 1,000 occurrences of those that recur. `line` is that of a
 * `BEGIN:VEVENT`. What is left out has a line that says so.
 *
 * @throws the reason of the signal; what `bytes` throws.
 */
export async function* readCalendar(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
  limits: CalendarLimits = defaultLimits,
): AsyncGenerator<readonly ImportLine[]> {
  const file = await gathered(bytes, limits.bytes);
  if (file === undefined) {
    yield [{ line: 1, detail: `The calendar is larger than ${limits.bytes} bytes: split it` }];
    return;
  }
  const isRepeated = repetition();
  for await (const lines of linesFromProcess(file, signal, limits)) yield lines.map(checked).filter((line) => !isRepeated(line));
}

function checked(line: CalendarLine): ImportLine {
  return 'fields' in line ? eventLine(line.line, line.fields) : line;
}

/** A fault that all occurrences of an event share is told once. */
function repetition(): (line: ImportLine) => boolean {
  let last: ImportLine | undefined;
  return (line) => {
    const repeated =
      'detail' in line && last !== undefined && 'detail' in last && last.line === line.line && last.detail === line.detail;
    last = line;
    return repeated;
  };
}

/** The whole file, or undefined where it is larger than allowed. */
async function gathered(pieces: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array | undefined> {
  const held: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > most) return undefined;
    held.push(piece);
  }
  return Buffer.concat(held);
}
