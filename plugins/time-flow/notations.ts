import { z } from 'zod';

/** The value of a text, or the reason why it was refused. */
export type ParseResult<T> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      /** The problem's code: `invalid-timestamp`. */
      readonly problem: string;
      /** For a person: what is wrong and what is expected, without a full stop. */
      readonly detail: string;
    };

export const success = <T>(value: T): ParseResult<T> => ({ ok: true, value });

export const failure = (problem: string, detail: string): ParseResult<never> => ({ ok: false, problem, detail });

/**
 * The schema of a request field that is text for the caller and a value for the handler. If parsing fails, the issue
 * has the problem's code in `params.problem`: the host answers a request with that code if all its errors share it.
 */
export function parsedText<T>(read: (text: string) => ParseResult<T>, documentation: z.core.GlobalMeta) {
  return z
    .string()
    .meta(documentation)
    .transform((text, context) => {
      const reading = read(text);
      if (reading.ok) return reading.value;
      // With `continue`, a union reports this issue, and not that no option matches.
      context.addIssue({
        code: 'custom',
        message: reading.detail,
        params: { problem: reading.problem },
        continue: true,
      });
      return z.NEVER;
    });
}

/** 0000-01-01T00:00:00.000Z, the first instant. */
export const startOfTime = -62_167_219_200_000;

/** 9999-12-31T23:59:59.999Z, the last one. */
export const endOfTime = 253_402_300_799_999;

/** Whether an instant, in milliseconds since 1970, lies between the years 0000 and 9999. */
export const isWithinTime = (instant: number): boolean => instant >= startOfTime && instant <= endOfTime;

// RFC 3339, 5.6, and the six-digit years of ECMA-262, to distinguish an instant out of range from a spelling mistake.
const dateTime =
  /^(?<year>\d{4}|\+\d{6}|-(?!0{6})\d{6})-(?<month>\d{2})-(?<day>\d{2})t(?<hour>\d{2}):(?<minute>\d{2}):(?<second>\d{2})(?:\.(?<fraction>\d+))?(?:z|(?<sign>[+-])(?<offsetHour>\d{2}):(?<offsetMinute>\d{2}))$/i;

/**
 * Parses an RFC 3339 date-time with `Z` or an offset and any number of decimals, of which three are used. Unlike in the
 * RFC, there is no second 60.
 *
 * @returns whole milliseconds since 1970-01-01T00:00:00Z, or `invalid-timestamp`, or `time-out-of-range` if the UTC
 * year is not 0000 to 9999.
 */
export function parseInstant(text: string): ParseResult<number> {
  const parts = dateTime.exec(text)?.groups;
  if (parts === undefined) {
    return failure(
      'invalid-timestamp',
      'Write an ISO 8601 date-time with Z or an offset, such as 2025-03-01T08:30:00Z',
    );
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

  const impossible =
    outOfRange('month', month, 1, 12) ??
    outOfRange('day of that month', day, 1, daysIn(month, year)) ??
    outOfRange('hour', hour, 0, 23) ??
    outOfRange('minute', minute, 0, 59) ??
    outOfRange('second', second, 0, 59) ??
    outOfRange('hour of the offset', offsetHour, 0, 23) ??
    outOfRange('minute of the offset', offsetMinute, 0, 59);
  if (impossible !== undefined) return failure('invalid-timestamp', impossible);

  // Not `Date.UTC`, which reads the years 0 to 99 as 1900 to 1999.
  const date = new Date(0);
  const offset = (offsetHour * 60 + offsetMinute) * (parts.sign === '-' ? -1 : 1);
  date.setUTCFullYear(year, month - 1, day);
  const instant = date.setUTCHours(hour, minute - offset, second, millisecond);
  return isWithinTime(instant)
    ? success(instant)
    : failure('time-out-of-range', 'An instant lies between 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z');
}

/**
 * An instant in UTC and whole seconds: `2025-03-01T08:30:00Z`. It is rounded down, before 1970 too, so the text is
 * never later than the instant.
 *
 * @param instant milliseconds since 1970, between `startOfTime` and `endOfTime`.
 */
export function formatInstant(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length)}Z`;
}

/** Why a part of an instant cannot be, if so. */
function outOfRange(name: string, value: number, least: number, most: number): string | undefined {
  return value < least || value > most ? `The ${name} is ${least} to ${most}, not ${value}` : undefined;
}

function daysIn(month: number, year: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 31;
}

/** Milliseconds since 1970-01-01T00:00:00Z, between the years 0000 and 9999. */
export type Instant = number;

/** An instant in a request: text for the caller, milliseconds since 1970 for the handler. See `parseInstant`. */
export const Instant = parsedText<Instant>(parseInstant, {
  description: 'ISO 8601 date-time with `Z` or an offset, in the years 0000 to 9999',
  examples: ['2025-03-01T08:30:00Z'],
  format: 'date-time',
});

/** An instant in a response, made by `formatInstant`. */
export const InstantText = z.string().meta({
  description: 'ISO 8601 date-time in UTC and whole seconds',
  examples: ['2025-03-01T08:30:00Z'],
  format: 'date-time',
});

const durationPattern = /^\d+[mhd]$/;

/**
 * Parses a whole number and its unit, minutes, hours or days of 86,400 s: `90m`. Zero is allowed.
 *
 * @returns whole milliseconds, at most 2^53 - 1, which is longer than the range of instants; or `invalid-duration`.
 */
export function parseDuration(text: string): ParseResult<number> {
  if (!durationPattern.test(text)) {
    return failure('invalid-duration', 'Write a whole number and its unit m, h or d, such as 90m, 12h or 7d');
  }
  const unit = text.endsWith('m') ? 60_000 : text.endsWith('h') ? 3_600_000 : 86_400_000;
  return success(Math.min(Number.parseInt(text, 10) * unit, Number.MAX_SAFE_INTEGER));
}

/** Milliseconds, not negative. */
export type Duration = number;

/** A duration in a request: text for the caller, milliseconds for the handler. See `parseDuration`. */
export const Duration = parsedText<Duration>(parseDuration, {
  description: 'A whole number and its unit: `m` minutes, `h` hours, `d` days of 86,400 s',
  examples: ['90m', '7d'],
  pattern: durationPattern.source,
});

/** Two instants, both included; `start` is not later than `end`. */
export interface TimeRange {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
}

/** Parses `<start>/<end>`. @returns the range, or `invalid-time-range` unless it is two instants in that order. */
export function parseTimeRange(text: string): ParseResult<TimeRange> {
  const [startText, endText, ...more] = text.split('/');
  if (startText === undefined || endText === undefined || more.length > 0) {
    return failure(
      'invalid-time-range',
      'Write two date-times joined by /, such as 2025-03-01T00:00:00Z/2025-03-31T23:59:59Z',
    );
  }
  const start = parseInstant(startText);
  if (!start.ok) return failure('invalid-time-range', `The start is wrong: ${start.detail}`);
  const end = parseInstant(endText);
  if (!end.ok) return failure('invalid-time-range', `The end is wrong: ${end.detail}`);
  if (start.value > end.value) return failure('invalid-time-range', 'The start is later than the end; swap them');
  return success({ start: start.value, end: end.value });
}

/** A time range in a request. See `parseTimeRange`. */
export const TimeRange = parsedText<TimeRange>(parseTimeRange, {
  description: 'Two ISO 8601 date-times joined by `/`, both included',
  examples: ['2025-03-01T00:00:00Z/2025-03-31T23:59:59Z'],
});
