import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScrubber } from './scrubber.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a failed attempt is reported and repeated after a minute, until it succeeds', async () => {
  let isFull = true;
  const scrubber = createScrubber(async () => {
    if (isFull) throw new Error('the disk is full');
  });
  await scrubber.scrub();
  expect(scrubber.failure()).toBe('the disk is full');
  isFull = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(scrubber.failure()).toBeUndefined();
});

test('a stop completes what was requested, and ends the repetition', async () => {
  let runs = 0;
  const scrubber = createScrubber(async () => {
    runs += 1;
    throw new Error('the disk is full');
  });
  void scrubber.scrub();
  void scrubber.scrub();
  await scrubber.stop();
  expect(runs).toBe(2);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(runs).toBe(2);
});
