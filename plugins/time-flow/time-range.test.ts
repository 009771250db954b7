import { describe, expect, test } from 'vitest';
import { readTimeRange } from './time-range.ts';

describe('reading a time range', () => {
  test.each([
    ['1970-01-01T00:00:00Z/1970-01-01T00:00:01Z', { start: 0, end: 1000 }],
    ['1970-01-01T01:00:00+01:00/1969-12-31T23:00:00.25-01:00', { start: 0, end: 250 }],
    ['1970-01-01T00:00:00Z/1970-01-01T00:00:00Z', { start: 0, end: 0 }],
  ])('%s', (text, range) => {
    expect(readTimeRange(text)).toEqual({ ok: true, value: range });
  });

  test.each([
    ['', 'two date-times'],
    ['1970-01-01T00:00:00Z', 'two date-times'],
    ['1970-01-01T00:00:00Z/', 'end is wrong'],
    ['/1970-01-01T00:00:00Z', 'start is wrong'],
    ['1970-01-01T00:00:00Z/1970-02-30T00:00:00Z', 'end is wrong: The day of that month is 1 to 28, not 30'],
    ['1970-01-01T00:00:00Z/P1D', 'end is wrong'],
    ['1970-01-01T00:00:00Z/9999-12-31T23:59:59-01:00', 'end is wrong: An instant lies between'],
    ['1970-01-01T00:00:01Z/1970-01-01T00:00:00Z', 'later than the end'],
    ['1970-01-01T00:00:00Z/1970-01-01T00:00:01Z/1970-01-01T00:00:02Z', 'two date-times'],
  ])('refuses %j and says why: %s', (text, why) => {
    expect(readTimeRange(text)).toEqual({ ok: false, problem: 'invalid-time-range', detail: expect.stringContaining(why) });
  });
});
