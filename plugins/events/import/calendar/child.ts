import { buffer } from 'node:stream/consumers';
import { maxChunk } from '../text.ts';
import { type CalendarLine, calendarLines } from './calendar-lines.ts';

/**
 * The child process of `readCalendar`. It reads a file from standard input and answers each message with the next lines
 * of `calendarLines`, or with an empty list at the end.
 */
const reading = buffer(process.stdin).then(calendarLines);

process.on('message', async () => {
  const lines = await reading;
  const list: CalendarLine[] = [];
  for (let next = lines.next(); !next.done; next = lines.next()) {
    if (list.push(next.value) === maxChunk) break;
  }
  process.send?.(list);
});
