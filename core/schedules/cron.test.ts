import { describe, expect, it, test } from 'vitest';
import { cronTimes } from './cron.ts';

const timesAfter = (cron: string, timeZone: string, from: string, count: number) => {
  const times = cronTimes(cron, timeZone);
  const found: string[] = [];
  for (let at = times.next(Date.parse(from)); at !== null && found.length < count; at = times.next(at))
    found.push(new Date(at).toISOString());
  return found;
};

describe('in spring, when clocks go from 2 to 3', () => {
  it('a fixed time in the gap fires at the first moment after it', () => {
    expect(timesAfter('30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
    expect(timesAfter('30 2,14 * * *', 'Europe/Berlin', '2026-03-28T15:00:00Z', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T12:30:00.000Z',
    ]);
  });

  it('an interval goes on without the gap', () => {
    expect(timesAfter('*/30 * * * *', 'Europe/Berlin', '2026-03-29T00:10:00Z', 3)).toEqual([
      '2026-03-29T00:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-29T01:30:00.000Z',
    ]);
  });
});

describe('in autumn, when clocks go from 3 to 2', () => {
  it('a fixed time that occurs twice fires the first time', () => {
    expect(timesAfter('30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it('an interval fires in both hours', () => {
    expect(timesAfter('*/30 * * * *', 'Europe/Berlin', '2026-10-24T23:50:00Z', 6)).toEqual([
      '2026-10-25T00:00:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:00:00.000Z',
      '2026-10-25T01:30:00.000Z',
      '2026-10-25T02:00:00.000Z',
      '2026-10-25T02:30:00.000Z',
    ]);
  });
});

test('times are found in all years that an account clock can show', () => {
  expect(timesAfter('0 2 * * *', 'UTC', '0001-01-01T00:00:00Z', 1)).toEqual(['0001-01-01T02:00:00.000Z']);
  expect(timesAfter('0 2 * * *', 'UTC', '5000-06-30T12:00:00Z', 1)).toEqual(['5000-07-01T02:00:00.000Z']);
  expect(timesAfter('0 2 * * *', 'UTC', '9999-12-30T12:00:00Z', 3)).toEqual(['9999-12-31T02:00:00.000Z']);
});

test('the latest time up to an instant includes the instant', () => {
  const { latest } = cronTimes('0 2 * * *', 'UTC');
  expect(latest(Date.parse('2026-01-02T02:00:00Z'))).toBe(Date.parse('2026-01-02T02:00:00Z'));
  expect(latest(Date.parse('2026-01-02T01:59:59.999Z'))).toBe(Date.parse('2026-01-01T02:00:00Z'));
});

test.each([
  ['61 * * * *', 'UTC', 'the cron expression "61 * * * *" is wrong (Invalid value for minute: 61)'],
  ['every day', 'UTC', 'the cron expression "every day" is wrong'],
  ['0 2 30 2 *', 'UTC', 'the cron expression "0 2 30 2 *" has no time at all'],
  ['0 2 * * *', 'Mars/Base', 'there is no time zone "Mars/Base"'],
])('%s in %s is refused with what is wrong', (cron, timeZone, message) => {
  expect(() => cronTimes(cron, timeZone)).toThrow(message);
});
