import calendarLines, { type Period } from '../../calendar/calendar-work.ts';

export const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');

export const vevent = (uid: string, ...lines: readonly string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20250101T000000Z',
  ...lines,
  'END:VEVENT',
];

/** An event as its id and its time, and what is said of others. */
export function read(file: string, period: Period = {}): readonly string[] {
  return calendarLines(Buffer.from(file), period)
    .toArray()
    .flatMap((line) => {
      if ('series' in line) return [];
      if ('fields' in line) return [`${line.fields.event_id} ${line.fields.time}`];
      return [`${line.line}: ${'omitted' in line ? line.omitted : 'detail' in line ? line.detail : 'a calendar'}`];
    });
}
