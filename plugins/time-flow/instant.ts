import { z } from 'zod';
import { accepted, notation, type Reading, refused } from './notation.ts';

/** 0000-01-01T00:00:00.000Z, the first instant there is. */
export const startOfTime = -62_167_219_200_000;

/** 9999-12-31T23:59:59.999Z, the last one. */
export const endOfTime = 253_402_300_799_999;

export function isWithinTime(instant: number): boolean {
  return instant >= startOfTime && instant <= endOfTime;
}

// RFC 3339 section 5.6, and the six-digit years of ECMA-262, so that an instant beyond the years is told from a spelling mistake.
const dateTime =
  /^(?<year>\d{4}|\+\d{6}|-(?!0{6})\d{6})-(?<month>\d{2})-(?<day>\d{2})t(?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d+))?(?:z|(?<sign>[+-])(?<offsetHour>\d{2}):(?<offsetMinute>\d{2}))$/i;

/**
 * Reads an RFC 3339 date-time: `Z` or an offset, any number of decimals (those after the third are cut off). Stricter than the RFC in
 * one point: there is no second 60.
 *
 * Refused as `invalid-timestamp`, or as `time-out-of-range` where the instant is well formed and its UTC year is not 0000 to 9999.
 *
 * @returns whole milliseconds since 1970-01-01T00:00:00Z
 */
export function readInstant(text: string): Reading<number> {
  const parts = dateTime.exec(text)?.groups;
  if (parts === undefined) {
    return refused('invalid-timestamp', 'Write an ISO 8601 date-time with Z or an offset, such as 2025-03-01T08:30:00Z');
  }
  const year = Number(parts.year);
  const month = Number(parts.month);
  const day = Number(parts.day);
  const hour = Number(parts.hour);
  const minute = Number(parts.minute);
  const second = Number(parts.second);
  const millisecond = Number((parts.fraction ?? '').slice(0, 3).padEnd(3, '0'));
  const offsetHour = Number(parts.offsetHour ?? 0);
  const offsetMinute = Number(parts.offsetMinute ?? 0);

  const limits = [
    { name: 'month', value: month, least: 1, most: 12 },
    { name: 'day of that month', value: day, least: 1, most: daysIn(month, year) },
    { name: 'hour', value: hour, least: 0, most: 23 },
    { name: 'minute', value: minute, least: 0, most: 59 },
    { name: 'second', value: second, least: 0, most: 59 },
    { name: 'hour of the offset', value: offsetHour, least: 0, most: 23 },
    { name: 'minute of the offset', value: offsetMinute, least: 0, most: 59 },
  ];
  const impossible = limits.find(({ value, least, most }) => value < least || value > most);
  if (impossible !== undefined) {
    const { name, value, least, most } = impossible;
    return refused('invalid-timestamp', `The ${name} is ${least} to ${most}, not ${value}`);
  }

  // Not `Date.UTC`, which takes the years 0 to 99 for 1900 to 1999.
  const date = new Date(0);
  const offset = (offsetHour * 60 + offsetMinute) * (parts.sign === '-' ? -1 : 1);
  date.setUTCFullYear(year, month - 1, day);
  const instant = date.setUTCHours(hour, minute - offset, second, millisecond);
  return isWithinTime(instant)
    ? accepted(instant)
    : refused('time-out-of-range', 'An instant lies between 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z');
}

/**
 * Writes an instant in UTC and whole seconds: `2025-03-01T08:30:00Z`. The fraction is cut off, before 1970 too, so what is written is
 * never later than the instant.
 *
 * @param instant milliseconds since 1970, between `startOfTime` and `endOfTime`
 */
export function writeInstant(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}Z`;
}

function daysIn(month: number, year: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 31;
}

/** Milliseconds since 1970-01-01T00:00:00Z, between the years 0000 and 9999. */
export type Instant = number;

/** An instant in a request: text to the caller, milliseconds since 1970 to the handler. See `readInstant`. */
export const Instant = notation<Instant>(readInstant, {
  description: 'ISO 8601 date-time with `Z` or an offset, in the years 0000 to 9999',
  examples: ['2025-03-01T08:30:00Z'],
  format: 'date-time',
});

/** An instant in a response, made by `writeInstant`. */
export const InstantText = z.string().meta({
  description: 'ISO 8601 date-time in UTC and whole seconds',
  examples: ['2025-03-01T08:30:00Z'],
  format: 'date-time',
});
