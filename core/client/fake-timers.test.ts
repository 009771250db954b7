import { createClock } from '@sinonjs/fake-timers';
import { expect, test } from 'vitest';
import { fixedMs } from './fake-timers.ts';
import { createTimerFlow } from './timer-flow.ts';

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

test.each([
  [{ timers: 3, ms: Number.POSITIVE_INFINITY }, '3 timers have fired'],
  [{ timers: Number.POSITIVE_INFINITY, ms: 0 }, '0 timers have fired'],
])('an interval without an end is given up: %j', async (limits, error) => {
  const clock = createClock();
  clock.setInterval(() => undefined, 0);
  await expect(createTimerFlow(clock, undefined, limits).all(async () => undefined)).rejects.toThrow(error);
});
