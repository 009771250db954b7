import type { ImportLine } from 'chronoscribe/kinds/ledger';

const dayMs = 86_400_000;
/** For how many years holidays are taken that come again every year. */
const yearsAhead = 10;

/** The period of what recurs, where none is asked for. */
export function daysOffPeriod(now: number): { readonly from: number; readonly to: number } {
  const year = new Date(now).getUTCFullYear();
  return { from: Date.UTC(year, 0, 1), to: Date.UTC(year + yearsAhead, 0, 1) };
}

/** Turns the events of a file, such as holidays, into days on which nothing is done by a calendar. */
export async function* asDaysOff(
  lists: AsyncIterable<readonly ImportLine[]>,
  calendar: string,
): AsyncGenerator<readonly ImportLine[]> {
  for await (const list of lists) {
    yield list.flatMap((line): readonly ImportLine[] => {
      if ('series' in line || 'calendar' in line) return [];
      if (!('event' in line)) return [line];
      const { time, end_time } = line.event;
      const isWhole = time % dayMs === 0 && end_time !== undefined && end_time !== null && end_time % dayMs === 0;
      if (!isWhole) return [{ line: line.line, omitted: 'The event lasts no whole days and was left out' }];
      const days: string[] = [];
      for (let at = time; at < end_time; at += dayMs) days.push(new Date(at).toISOString().slice(0, 10));
      return [{ line: line.line, daysOff: { calendar, days } }];
    });
  }
}
