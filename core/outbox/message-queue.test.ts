import { describe, expect, test } from 'vitest';
import { applyOutcome, type StoredMessage } from './message-queue.ts';

const schedule = { initialDelayMs: 1000, maxDelayMs: 60_000, giveUpAfterMs: 3_600_000 };
const message: StoredMessage = {
  ...{
    id: 'l',
    account: 'a',
    to: 'x',
    about: null,
    state: 'under-way',
    addedAt: 0,
    dueAt: 900_000,
    tries: 1,
    reason: null,
  },
};
const later = (retryAfter?: number) => ({ outcome: 'later', reason: 'It is away.', retryAfter }) as const;

describe('a message after an attempt', () => {
  test('is done if it was delivered', () => {
    expect(applyOutcome(message, { outcome: 'delivered' }, schedule, 5, 0)).toBeUndefined();
  });

  test('is given up at once if it was refused', () => {
    expect(applyOutcome(message, { outcome: 'refused', reason: 'No.' }, schedule, 5, 0)).toMatchObject({
      state: 'ended',
      dueAt: 5,
      reason: 'No.',
    });
  });

  test('waits twice as long each time up to the maximum, with half of the delay random', () => {
    const waits = (random: number) =>
      [1, 2, 3, 7, 40].map((tries) => applyOutcome({ ...message, tries }, later(), schedule, 0, random)?.dueAt);
    expect(waits(0)).toEqual([500, 1000, 2000, 30_000, 30_000]);
    expect(waits(0.99)).toEqual([995, 1990, 3980, 59_700, 59_700]);
  });

  test('waits as long as the server asks if that is longer', () => {
    expect(applyOutcome(message, later(20), schedule, 10, 0)?.dueAt).toBe(20_010);
    expect(applyOutcome(message, later(0), schedule, 10, 0)?.dueAt).toBe(510);
  });

  test('is tried a last time at the end of its time, and then given up', () => {
    expect(applyOutcome(message, later(1e9), schedule, 3_599_000, 0)).toMatchObject({
      state: 'waiting',
      dueAt: 3_600_000,
    });
    expect(applyOutcome(message, later(), schedule, 3_600_000, 0)).toMatchObject({
      state: 'ended',
      reason: 'It is away.',
    });
  });
});
