import { buffer } from 'node:stream/consumers';
import { longestList } from '../text.ts';
import { type CalendarLine, calendarLines } from './calendar-lines.ts';

/**
 * The process that reads a file: `node child.ts` takes it from standard input, answers each message with the next lines of
 * `calendarLines`, and with none at the end.
 */
const reading = buffer(process.stdin).then(calendarLines);

process.on('message', async () => {
  const lines = await reading;
  const list: CalendarLine[] = [];
  for (let next = lines.next(); !next.done; next = lines.next()) {
    if (list.push(next.value) === longestList) break;
  }
  process.send?.(list);
});
