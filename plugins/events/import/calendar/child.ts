import { buffer } from 'node:stream/consumers';
import { maxChunk } from '../text.ts';
import { type CalendarLine, calendarLines, type Period } from './calendar-lines.ts';

/**
 * The child process of `readCalendar`. It reads a file from standard input and answers each message, the period that is
 * read, with the next lines of `calendarLines`, or with an empty list at the end.
 */
const file = buffer(process.stdin);
let reading: Generator<CalendarLine> | undefined;

process.on('message', async (period: Period) => {
  reading ??= calendarLines(await file, period);
  const lines = reading;
  const list: CalendarLine[] = [];
  for (let next = lines.next(); !next.done; next = lines.next()) {
    if (list.push(next.value) === maxChunk) break;
  }
  process.send?.(list);
});
