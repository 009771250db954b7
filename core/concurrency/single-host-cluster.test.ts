import { expect, it, vi } from 'vitest';
import { wallClock } from './single-host-cluster.ts';

it('is not moved by a step of the system clock while the process lives', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  try {
    expect(Date.now()).toBe(0);
    expect(wallClock()).toBeGreaterThan(Date.parse('2024-01-01T00:00:00Z'));
  } finally {
    vi.useRealTimers();
  }
});

it('tells whole milliseconds and never goes back', () => {
  const readings = Array.from({ length: 1000 }, wallClock);
  expect(readings.every(Number.isSafeInteger)).toBe(true);
  expect(readings).toEqual(readings.toSorted((one, other) => one - other));
});
