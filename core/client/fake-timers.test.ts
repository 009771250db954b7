import { expect, test } from 'vitest';
import { fixedMs } from './fake-timers.ts';

test.each([
  ['90m', 5_400_000],
  ['12h', 43_200_000],
  ['7d', 604_800_000],
  ['PT36H', 129_600_000],
  ['PT1H30M', 5_400_000],
  ['PT0.5S', 500],
])('%s has a length of its own', (duration, ms) => {
  expect(fixedMs(duration)).toBe(ms);
});

test.each(['P1M', 'P2W', 'P1D', 'P1DT1H', 'PT', '', '5s', 'soon'])('"%s" has none', (duration) => {
  expect(fixedMs(duration)).toBeUndefined();
});
