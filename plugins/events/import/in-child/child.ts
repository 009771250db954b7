import { buffer } from 'node:stream/consumers';
import type { Period } from '../calendar/calendar-lines.ts';
import type { FileLine } from '../event-line.ts';
import { maxChunk } from '../text.ts';

/** What is read: the format of the file, and the period of a calendar. */
export type ReadRequest = Period & { readonly format: 'calendar' | 'project' };

/**
 * The child process of `readCalendar` and `readProject`. It reads a file from standard input and answers each message,
 * what is read, with the next lines, or with an empty list at the end.
 */
const file = buffer(process.stdin);
let reading: Generator<FileLine> | undefined;

process.on('message', async ({ format, ...period }: ReadRequest) => {
  reading ??=
    format === 'calendar'
      ? (await import('../calendar/calendar-lines.ts')).calendarLines(await file, period)
      : (await import('../project/project-lines.ts')).projectLines(await file);
  const lines = reading;
  const list: FileLine[] = [];
  for (let next = lines.next(); !next.done; next = lines.next()) {
    if (list.push(next.value) === maxChunk) break;
  }
  process.send?.(list);
});
