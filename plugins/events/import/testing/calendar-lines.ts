import type { FileLine } from 'chronoscribe/kinds/ledger';
import calendarLines from '../calendar/calendar-work.ts';

type SaidLine = Exclude<FileLine, { readonly series: unknown }>;

export const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR', ''].join('\r\n');
export const vevent = (...lines: readonly string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
/** An event with all that it must have, but for its time. */
export const named = (uid: string, ...lines: readonly string[]) =>
  vevent(`UID:${uid}`, `SUMMARY:${uid}`, 'LOCATION:Berlin', ...lines);

/** What is said of each event, without what tells a version of it from others. */
export function read(...lines: readonly string[]): readonly SaidLine[] {
  return readFile(Buffer.from(calendar(...lines)));
}

export function readFile(file: Uint8Array, period: Parameters<typeof calendarLines>[1] = {}): readonly SaidLine[] {
  return calendarLines(file, period)
    .toArray()
    .flatMap((line): readonly SaidLine[] => {
      if ('series' in line) return [];
      if ('fields' in line) return [{ line: line.line, fields: line.fields }];
      return 'omitted' in line ? [{ line: line.line, omitted: line.omitted }] : [line];
    });
}

/** From when to when each event takes, and what is said of others. */
export function times(...lines: readonly string[]): readonly unknown[] {
  return timesIn({}, ...lines);
}

export function timesIn(period: Parameters<typeof readFile>[1], ...lines: readonly string[]): readonly unknown[] {
  return readFile(Buffer.from(calendar(...lines)), period).map((line) => {
    if (!('fields' in line)) return saidOf(line);
    return [line.fields.time, ...(line.fields.end_time === undefined ? [] : [line.fields.end_time])].join('/');
  });
}

function saidOf(line: Exclude<SaidLine, { readonly fields: unknown }>): string {
  return 'omitted' in line ? `left out: ${line.omitted}` : 'detail' in line ? line.detail : 'a calendar';
}

export function ids(...lines: readonly string[]): readonly unknown[] {
  return read(...lines).map((line) =>
    'fields' in line ? [line.line, line.fields.event_id, line.fields.time] : [line.line, saidOf(line)],
  );
}
