import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clockThroughSleep } from './sessions.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

test('the time for which the machine slept counts, and a step back of the system clock does not', () => {
  let monotonic = 1_000_000;
  const now = clockThroughSleep(() => monotonic);
  monotonic += 1000;
  vi.setSystemTime(1_001_000);
  expect(now()).toBe(1_001_000);
  // Two hours of sleep: the monotonic clock stood.
  vi.setSystemTime(1_001_000 + 7_200_000);
  expect(now()).toBe(8_201_000);
  monotonic += 1000;
  vi.setSystemTime(1_002_000 + 7_200_000);
  expect(now()).toBe(8_202_000);

  const other = clockThroughSleep(() => 1_002_000);
  vi.setSystemTime(500_000);
  expect(other()).toBe(1_002_000);
});
