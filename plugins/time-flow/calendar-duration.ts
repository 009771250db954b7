import { Temporal } from 'temporal-polyfill';
import { failure, type ParseResult, parseDuration, parsedText, success } from './notations.ts';

/** Milliseconds, or an ISO 8601 duration of days, weeks, months or years, whose length depends on where it begins. */
export type CalendarDuration = number | string;

/** ISO 8601-1, 5.5.2.3: units in this order, each at most once, decimals for seconds alone. */
const isoDuration =
  /^P(?=\d|T)(?<date>(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?)(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:[.,]\d{1,9})?S)?)?$/;

/**
 * Parses `90m`, `12h`, `7d` or an ISO 8601 duration: `P1M`, `P2W`, `PT36H`. Hours, minutes and seconds have a fixed
 * length; so has the `d` of `7d`, which is 86,400 s.
 *
 * @returns the duration, or `invalid-duration`
 */
export function parseCalendarDuration(text: string): ParseResult<CalendarDuration> {
  const fixed = parseDuration(text);
  if (fixed.ok) return fixed;
  const parts = isoDuration.exec(text)?.groups;
  if (parts === undefined) {
    return failure(
      'invalid-duration',
      'Write a whole number and its unit m, h or d, such as 90m, 12h or 7d, or an ISO 8601 duration, such as P1M ' +
        'or PT36H',
    );
  }
  try {
    const duration = Temporal.Duration.from(text);
    return success(parts.date === '' ? Math.floor(duration.total('millisecond')) : text);
  } catch {
    // The form is right, so it is too long. This is longer than the range of instants.
    return success(Number.MAX_SAFE_INTEGER);
  }
}

/** A duration in a request. See `parseCalendarDuration`. */
export const CalendarDuration = parsedText<CalendarDuration>(parseCalendarDuration, {
  description:
    'A whole number and its unit: `m` minutes, `h` hours, `d` days of 86,400 s; or an ISO 8601 duration, whose ' +
    "days, weeks, months and years are those of the calendar in the clock's time zone",
  examples: ['90m', '7d', 'P1M', 'PT36H'],
  pattern: `^\\d+[mhd]$|${isoDuration.source.replace('?<date>', '?:')}`,
});

/**
 * The instant that lies a duration after another, or before it. Days keep the local time over a change of the offset; a
 * day that a month lacks becomes its last one.
 *
 * @param from milliseconds since 1970
 * @param direction 1 for after, -1 for before
 * @param timeZone IANA name
 * @returns milliseconds since 1970, or NaN if there is no such instant
 */
export function instantAfter(from: number, direction: 1 | -1, duration: CalendarDuration, timeZone: string): number {
  if (typeof duration === 'number') return from + direction * duration;
  const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timeZone);
  try {
    return (direction === 1 ? start.add(duration) : start.subtract(duration)).epochMilliseconds;
  } catch {
    return Number.NaN;
  }
}

/**
 * The instant at which the clocks of a time zone show a time. One that they skip is the one after the gap; of one that
 * they show twice, the first is meant.
 *
 * @param local milliseconds since 1970, as if the time were UTC
 */
export function localInstant(local: number, timeZone: string): number {
  if (timeZone === 'UTC') return local;
  const time = Temporal.Instant.fromEpochMilliseconds(local).toZonedDateTimeISO('UTC').toPlainDateTime();
  return time.toZonedDateTime(timeZone).epochMilliseconds;
}

/** An instant in whole seconds with the offset of a time zone: `2025-03-01T09:30:00+01:00`. */
export function formatLocalTime(instant: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone);
  return local.toString({ smallestUnit: 'second', timeZoneName: 'never' });
}
