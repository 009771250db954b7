import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import {
  endOfTime,
  formatInstant,
  Instant,
  parseDuration,
  parseInstant,
  parseTimeRange,
  startOfTime,
} from './notations.ts';

/** What a text means when it is written again, or the slug it is refused with. */
function understood(text: string): string {
  const reading = parseInstant(text);
  return reading.ok ? formatInstant(reading.value) : reading.problem;
}

describe('reading an instant', () => {
  test.each([
    ['1970-01-01T00:00:00Z', 0],
    ['1970-01-01T00:00:01.5Z', 1500],
    ['1969-12-31T23:59:59.999Z', -1],
    ['1970-01-01T00:20:00.87+00:20', 870],
    ['1969-12-31T16:00:00.123-08:00', 123],
    ['1970-01-01T00:00:00-00:00', 0],
    ['1970-01-01t00:00:00z', 0],
    ['0000-01-01T00:00:00Z', startOfTime],
    ['9999-12-31T23:59:59.999Z', endOfTime],
  ])('%s is %d ms from 1970', (text, milliseconds) => {
    expect(parseInstant(text)).toEqual({ ok: true, value: milliseconds });
  });

  it('cuts decimals after the third off', () => {
    expect(parseInstant('1970-01-01T00:00:00.9999999999Z')).toEqual({ ok: true, value: 999 });
  });

  it('takes the years 0 to 99 as they are', () => {
    expect(understood('0000-02-29T00:00:00Z')).toBe('0000-02-29T00:00:00Z');
    expect(understood('0099-06-01T12:00:00Z')).toBe('0099-06-01T12:00:00Z');
  });

  test.each([
    ['1998-12-31T23:59:60Z', 'The second is 0 to 59, not 60'],
    ['1990-12-31T24:00:00Z', 'The hour is 0 to 23, not 24'],
    ['2025-02-30T00:00:00Z', 'The day of that month is 1 to 28, not 30'],
    ['2024-02-30T00:00:00Z', 'The day of that month is 1 to 29, not 30'],
    ['1900-02-29T00:00:00Z', 'The day of that month is 1 to 28, not 29'],
    ['2025-04-31T00:00:00Z', 'The day of that month is 1 to 30, not 31'],
    ['2025-13-01T00:00:00Z', 'The month is 1 to 12, not 13'],
    ['2025-00-01T00:00:00Z', 'The month is 1 to 12, not 0'],
    ['2025-01-00T00:00:00Z', 'The day of that month is 1 to 31, not 0'],
    ['2025-01-01T00:60:00Z', 'The minute is 0 to 59, not 60'],
    ['2025-01-01T00:00:00+24:00', 'The hour of the offset is 0 to 23, not 24'],
    ['2025-01-01T00:00:00+10:60', 'The minute of the offset is 0 to 59, not 60'],
    ['+012025-02-30T00:00:00Z', 'The day of that month is 1 to 28, not 30'],
  ])('refuses %s, which never was or will be: %s', (text, detail) => {
    expect(parseInstant(text)).toEqual({ ok: false, problem: 'invalid-timestamp', detail });
  });

  test.each([
    '',
    '2025',
    '2025-01-01',
    '2025-01-01T00:00:00',
    '2025-01-01T00:00Z',
    '2025-01-01 00:00:00Z',
    '2025-01-01T00:00:00,5Z',
    '2025-01-01T00:00:00.Z',
    '2025-01-01T00:00:00+0100',
    ' 2025-01-01T00:00:00Z',
    '2025-01-01T00:00:00Z\n',
    '10000-01-01T00:00:00Z',
    '+11963-06-19T08:30:06Z',
    '-000000-01-01T00:00:00Z',
    'now',
    '1735689600',
  ])('refuses %j, which is no date-time with an offset', (text) => {
    expect(understood(text)).toBe('invalid-timestamp');
  });

  test.each([
    '0000-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '+010000-01-01T00:00:00Z',
    '-000001-12-31T23:59:59Z',
    '+999999-12-31T23:59:59Z',
  ])('tells %s, which is beyond the years, from a mistake', (text) => {
    expect(understood(text)).toBe('time-out-of-range');
  });

  it('judges the years in UTC, whatever the offset says', () => {
    expect(understood('-000001-12-31T23:59:59-00:01')).toBe('0000-01-01T00:00:59Z');
    expect(understood('+010000-01-01T00:00:00+00:01')).toBe('9999-12-31T23:59:00Z');
  });
});

describe('writing an instant', () => {
  test.each([
    [1999, '1970-01-01T00:00:01Z'],
    [-1, '1969-12-31T23:59:59Z'],
    [startOfTime + 999, '0000-01-01T00:00:00Z'],
    [endOfTime, '9999-12-31T23:59:59Z'],
  ])('%d ms from 1970 is written %s, never later than it is', (instant, text) => {
    expect(formatInstant(instant)).toBe(text);
  });
});

describe('instants of all years', () => {
  const instants = fc.integer({ min: startOfTime, max: endOfTime });

  it('are the same when they are written and read, but for their fraction', () => {
    fc.assert(
      fc.property(instants, (instant) => {
        expect(parseInstant(formatInstant(instant))).toEqual({ ok: true, value: Math.floor(instant / 1000) * 1000 });
      }),
    );
  });

  it('are read to the millisecond at any offset', () => {
    const offsets = fc.integer({ min: -(24 * 60 - 1), max: 24 * 60 - 1 });
    const dayWithin = fc.integer({ min: startOfTime + 86_400_000, max: endOfTime - 86_400_000 });
    fc.assert(
      fc.property(dayWithin, offsets, (instant, offset) => {
        const local = new Date(instant + offset * 60_000).toISOString().replace('Z', '');
        const clock = new Date(Math.abs(offset) * 60_000).toISOString().slice(11, 16);
        expect(parseInstant(`${local}${offset < 0 ? '-' : '+'}${clock}`)).toEqual({ ok: true, value: instant });
      }),
    );
  });

  it('are in the same order as their texts', () => {
    fc.assert(
      fc.property(instants, instants, (one, other) => {
        const [earlier, later] = one <= other ? [one, other] : [other, one];
        expect(formatInstant(earlier) <= formatInstant(later)).toBe(true);
      }),
    );
  });
});

describe('an instant in a request', () => {
  it('carries the slug of its problem at its field', () => {
    const body = z.object({ from: Instant, to: Instant, until: Instant });
    const { error } = body.safeParse({ from: '2025-02-30T00:00:00Z', to: '9999-12-31T23:59:59-01:00', until: 5 });
    expect(error?.issues).toMatchObject([
      { path: ['from'], code: 'custom', params: { problem: 'invalid-timestamp' } },
      { path: ['to'], code: 'custom', params: { problem: 'time-out-of-range' } },
      { path: ['until'], code: 'invalid_type' },
    ]);
  });

  it('is documented as the text that the caller writes', () => {
    expect(z.toJSONSchema(Instant, { io: 'input' })).toMatchObject({ type: 'string', format: 'date-time' });
  });
});

const vectorFile = new URL('../../../shared/data/time/date-time.json', import.meta.url);
const vectorsHere = existsSync(vectorFile);

/** Valid by RFC 3339 and refused here: the contract knows no second 60. */
const leapSeconds = ['1998-12-31T23:59:60Z', '1998-12-31T15:59:60.123-08:00'];

test.skipIf(!vectorsHere)('agrees with the JSON Schema Test Suite on every date-time, but for leap seconds', () => {
  const Suites = z.array(z.object({ tests: z.array(z.object({ data: z.unknown(), valid: z.boolean() })) }));
  const vectors = Suites.parse(JSON.parse(readFileSync(vectorFile, 'utf8')))
    .flatMap(({ tests }) => tests)
    .flatMap(({ data, valid }) => (typeof data === 'string' ? [{ text: data, valid }] : []));

  expect(vectors.length).toBeGreaterThan(20);
  const refusedThoughValid = vectors
    .filter(({ text, valid }) => valid && !parseInstant(text).ok)
    .map(({ text }) => text);
  const takenThoughInvalid = vectors
    .filter(({ text, valid }) => !valid && parseInstant(text).ok)
    .map(({ text }) => text);
  expect({ refusedThoughValid, takenThoughInvalid }).toEqual({
    refusedThoughValid: leapSeconds,
    takenThoughInvalid: [],
  });
});

describe('a duration', () => {
  test.each([
    ['0m', 0],
    ['90m', 5_400_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['007d', 604_800_000],
  ])('%s is %d ms', (text, milliseconds) => {
    expect(parseDuration(text)).toEqual({ ok: true, value: milliseconds });
  });

  test.each(['', 'm', '5', '5s', '5M', '-5m', '+5m', '1.5h', '5 m', ' 5m', '5m\n', '1e3m', '٣m', 'PT5M', '1h30m'])(
    'refuses %j',
    (text) => {
      expect(parseDuration(text)).toMatchObject({ ok: false, problem: 'invalid-duration' });
    },
  );

  it('takes as many digits as one likes: the value stays finite, and longer than all of time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 500 }), fc.constantFrom('m', 'h', 'd'), (digits, unit) => {
        const reading = parseDuration('9'.repeat(digits) + unit);
        if (!reading.ok) throw new Error(reading.detail);
        expect(Number.isSafeInteger(reading.value)).toBe(true);
        expect(reading.value).toBeGreaterThan(endOfTime - startOfTime);
      }),
    );
  });
});

describe('reading a time range', () => {
  test.each([
    ['1970-01-01T00:00:00Z/1970-01-01T00:00:01Z', { start: 0, end: 1000 }],
    ['1970-01-01T01:00:00+01:00/1969-12-31T23:00:00.25-01:00', { start: 0, end: 250 }],
    ['1970-01-01T00:00:00Z/1970-01-01T00:00:00Z', { start: 0, end: 0 }],
  ])('%s', (text, range) => {
    expect(parseTimeRange(text)).toEqual({ ok: true, value: range });
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
    expect(parseTimeRange(text)).toEqual({
      ok: false,
      problem: 'invalid-time-range',
      detail: expect.stringContaining(why),
    });
  });
});
