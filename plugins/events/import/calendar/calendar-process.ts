import { awaitAnswer, type ProcessExit, startScript } from 'chronoscribe/child-process';
import type { CalendarLine } from './calendar-lines.ts';

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
