import { awaitAnswer, type ProcessExit, startScript } from 'chronoscribe/child-process';
import type { ImportLine } from 'chronoscribe/kinds/ledger';
import { eventLine } from '../event-line.ts';
import type { CalendarLine } from './calendar-lines.ts';

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

/** What reading a calendar may take. */
export interface ProcessLimits {
  /** Time of work: while nobody asks for more, the process rests. */
  readonly milliseconds: number;
  /** JavaScript heap of the process. */
  readonly megabytes: number;
}

/**
 * The lines of `calendarLines`, made by a process that can be ended: a few bytes of a calendar can ask for endless work. A thread would
 * not do, since V8 may end the whole host where the heap of one is full. Where a limit ends the process, the last line says so.
 *
 * @throws the reason of the signal.
 */
export async function* linesFromProcess(
  file: Uint8Array,
  signal: AbortSignal,
  limits: ProcessLimits,
): AsyncGenerator<readonly CalendarLine[]> {
  signal.throwIfAborted();
  const url = new URL('./child.ts', import.meta.url);
  await using child = startScript({ url, heapMegabytes: limits.megabytes }, { input: file });
  let line = 1;
  let left = limits.milliseconds;
  for (;;) {
    const begun = performance.now();
    const outcome = await awaitAnswer(child, {
      request: 'more',
      limits: { totalMs: left },
      signal,
      // What `child.ts` sends.
      onMessage: (lines) => lines as readonly CalendarLine[],
    });
    left -= performance.now() - begun;
    if (outcome.status !== 'answered') {
      const detail = `What follows took ${excess(outcome, limits)}, and nothing more was read: split the file, or shorten its rules`;
      yield [{ line, detail }];
      return;
    }
    if (outcome.answer.length === 0) return;
    line = outcome.answer.at(-1)?.line ?? line;
    yield outcome.answer;
  }
}

/** Throws where it is no fault of the file. */
function excess(ending: ProcessExit, { megabytes }: ProcessLimits): string {
  switch (ending.status) {
    case 'exceeded':
      return 'too long';
    case 'ended':
      // A fault of ours ends it with 1, a full heap by a signal or another code.
      if (ending.code === 1) throw new Error('the process that reads calendars failed');
      return `more than ${megabytes} MB of memory`;
    case 'not-started':
      throw ending.cause;
    default:
      return ending satisfies never;
  }
}
