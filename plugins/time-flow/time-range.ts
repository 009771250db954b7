import { readInstant } from './instant.ts';
import { accepted, notation, type Reading, refused } from './notation.ts';

/** Two instants, both included; `start` is not later than `end`. */
export interface TimeRange {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
}

/** Reads `<start>/<end>`. Anything but two instants in that order is refused as `invalid-time-range`. */
export function readTimeRange(text: string): Reading<TimeRange> {
  const [startText, endText, ...more] = text.split('/');
  if (startText === undefined || endText === undefined || more.length > 0) {
    return refused('invalid-time-range', 'Write two date-times joined by /, such as 2025-03-01T00:00:00Z/2025-03-31T23:59:59Z');
  }
  const start = readInstant(startText);
  if (!start.ok) return refused('invalid-time-range', `The start is wrong: ${start.detail}`);
  const end = readInstant(endText);
  if (!end.ok) return refused('invalid-time-range', `The end is wrong: ${end.detail}`);
  if (start.value > end.value) return refused('invalid-time-range', 'The start is later than the end; swap them');
  return accepted({ start: start.value, end: end.value });
}

/** A time range in a request. See `readTimeRange`. */
export const TimeRange = notation<TimeRange>(readTimeRange, {
  description: 'Two ISO 8601 date-times joined by `/`, both included',
  examples: ['2025-03-01T00:00:00Z/2025-03-31T23:59:59Z'],
});
