import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { CalendarDuration, formatLocalTime, instantAfter, parseCalendarDuration } from './calendar-duration.ts';
import { endOfTime, startOfTime } from './notations.ts';

const hour = 3_600_000;

describe('a duration of a clock', () => {
  test.each([
    ['90m', 1.5 * hour],
    ['7d', 7 * 24 * hour],
    ['PT36H', 36 * hour],
    ['PT0S', 0],
    ['PT1H30M', 1.5 * hour],
    ['PT0.5S', 500],
    ['PT1,25S', 1250],
    ['P1M', 'P1M'],
    ['P2W', 'P2W'],
    ['P1Y2M3W4DT5H', 'P1Y2M3W4DT5H'],
    [`P${'9'.repeat(400)}Y`, Number.MAX_SAFE_INTEGER],
    [`PT${'9'.repeat(400)}S`, Number.MAX_SAFE_INTEGER],
  ])('%s is read as %s', (text, value) => {
    expect(parseCalendarDuration(text)).toEqual({ ok: true, value });
  });

  test.each([
    '',
    'P',
    'PT',
    'P1',
    'P1DT',
    '-P1D',
    '+P1D',
    'P-1D',
    'p1d',
    'P1D2W',
    'P1.5D',
    'PT1.5H',
    'P1H',
    '1M',
    '5s',
  ])('“%s” is refused', (text) => {
    expect(parseCalendarDuration(text)).toMatchObject({ ok: false, problem: 'invalid-duration' });
  });

  it('is described by a pattern that takes what is read, and nothing else', () => {
    const pattern = new RegExp(String(z.toJSONSchema(CalendarDuration, { io: 'input' }).pattern));
    const text = fc.oneof(fc.stringMatching(/^P[0-9YMWDTHS]{0,8}$/), fc.stringMatching(/^[0-9]{1,3}[mhds]$/));
    fc.assert(
      fc.property(text, (each) => {
        expect([each, pattern.test(each)]).toEqual([each, parseCalendarDuration(each).ok]);
      }),
    );
  });
});

describe('calendar units', () => {
  const moved = (from: string, direction: 1 | -1, duration: string | number, zone: string) =>
    formatLocalTime(instantAfter(Date.parse(from), direction, duration, zone), zone);

  test.each([
    // Clocks go forward in Berlin on 29 March 2026, and back on 25 October.
    ['2026-03-28T12:00:00+01:00', 1, 'P1D', 'Europe/Berlin', '2026-03-29T12:00:00+02:00'],
    ['2026-03-28T12:00:00+01:00', 1, 24 * hour, 'Europe/Berlin', '2026-03-29T13:00:00+02:00'],
    ['2026-03-29T12:00:00+02:00', -1, 'P1D', 'Europe/Berlin', '2026-03-28T12:00:00+01:00'],
    ['2026-10-24T12:00:00+02:00', 1, 'P1W', 'Europe/Berlin', '2026-10-31T12:00:00+01:00'],
    ['2026-10-24T12:00:00+02:00', 1, 'P1DT1H', 'Europe/Berlin', '2026-10-25T13:00:00+01:00'],
    // A local time that is left out is the moment after the gap.
    ['2026-03-28T02:30:00+01:00', 1, 'P1D', 'Europe/Berlin', '2026-03-29T03:30:00+02:00'],
    // By half an hour; and a day that never was, since Samoa crossed the date line.
    ['2026-04-04T12:00:00+11:00', 1, 'P1D', 'Australia/Lord_Howe', '2026-04-05T12:00:00+10:30'],
    ['2011-12-29T12:00:00-10:00', 1, 'P2D', 'Pacific/Apia', '2011-12-31T12:00:00+14:00'],
    ['2026-01-31T09:00:00Z', 1, 'P1M', 'UTC', '2026-02-28T09:00:00+00:00'],
    ['2028-01-31T09:00:00Z', 1, 'P1M', 'UTC', '2028-02-29T09:00:00+00:00'],
    ['2026-03-31T09:00:00Z', -1, 'P1M', 'UTC', '2026-02-28T09:00:00+00:00'],
    ['2028-02-29T09:00:00Z', 1, 'P1Y', 'UTC', '2029-02-28T09:00:00+00:00'],
    // A month of the place, where it is the first of the month already.
    ['2026-01-31T20:00:00Z', 1, 'P1M', 'Asia/Tokyo', '2026-03-01T05:00:00+09:00'],
  ] as const)('from %s, %i × %s in %s: %s', (from, direction, duration, zone, to) => {
    expect(moved(from, direction, duration, zone)).toBe(to);
  });

  it('that lead out of all calendars give no instant', () => {
    for (const direction of [1, -1] as const) expect(instantAfter(0, direction, 'P4000000Y', 'UTC')).toBeNaN();
  });

  it('keep the local time of day, by any number of days in any month', () => {
    const day = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 400 }), (since, days) => {
        // Noon in Rome is in no gap.
        const noon = Date.UTC(1990, 0, 1 + since, 12);
        const local = formatLocalTime(noon, 'Europe/Rome');
        const after = formatLocalTime(instantAfter(noon, 1, `P${days}D`, 'Europe/Rome'), 'Europe/Rome');
        const date = new Date(Date.UTC(1990, 0, 1 + since + days)).toISOString().slice(0, 10);
        expect(after.slice(0, 19)).toBe(`${date}${local.slice(10, 19)}`);
      }),
    );
  });
});

test('a local time is cut to seconds and has its offset, from the first to the last instant', () => {
  expect(formatLocalTime(Date.parse('2025-03-01T08:30:00.999Z'), 'Asia/Kolkata')).toBe('2025-03-01T14:00:00+05:30');
  expect(formatLocalTime(-1, 'UTC')).toBe('1969-12-31T23:59:59+00:00');
  for (const instant of [startOfTime, endOfTime])
    expect(formatLocalTime(instant, 'UTC').slice(5, 19)).toBe(new Date(instant).toISOString().slice(5, 19));
});
