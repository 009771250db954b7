import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { readDuration } from './duration.ts';
import { endOfTime, startOfTime } from './instant.ts';

test.each([
  ['0m', 0],
  ['90m', 5_400_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['007d', 604_800_000],
])('%s is %d ms', (text, milliseconds) => {
  expect(readDuration(text)).toEqual({ ok: true, value: milliseconds });
});

test.each(['', 'm', '5', '5s', '5M', '-5m', '+5m', '1.5h', '5 m', ' 5m', '5m\n', '1e3m', '٣m', 'PT5M', '1h30m'])(
  'refuses %j',
  (text) => {
    expect(readDuration(text)).toMatchObject({ ok: false, problem: 'invalid-duration' });
  },
);

it('takes as many digits as one likes: the value stays finite, and longer than all of time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 500 }), fc.constantFrom('m', 'h', 'd'), (digits, unit) => {
      const reading = readDuration('9'.repeat(digits) + unit);
      if (!reading.ok) throw new Error(reading.detail);
      expect(Number.isSafeInteger(reading.value)).toBe(true);
      expect(reading.value).toBeGreaterThan(endOfTime - startOfTime);
    }),
  );
});
