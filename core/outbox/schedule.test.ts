import { describe, expect, test } from 'vitest';
import type { StoredMessage } from './message.ts';
import { afterTry } from './schedule.ts';

const schedule = { firstMs: 1000, longestMs: 60_000, giveUpMs: 3_600_000 };
const letter: StoredMessage = {
  ...{ id: 'l', account: 'a', to: 'x', about: null, state: 'under-way', addedAt: 0, dueAt: 900_000, tries: 1, reason: null },
};
const later = (retryAfter?: number) => ({ outcome: 'later', reason: 'It is away.', retryAfter }) as const;

describe('a letter', () => {
  test('that was delivered is done with', () => {
    expect(afterTry(letter, { outcome: 'delivered' }, schedule, 5, 0)).toBeUndefined();
  });

  test('that was refused is given up at once', () => {
    expect(afterTry(letter, { outcome: 'refused', reason: 'No.' }, schedule, 5, 0)).toMatchObject({
      state: 'ended',
      dueAt: 5,
      reason: 'No.',
    });
  });

  test('that failed waits twice as long each time, up to the longest wait, half of it left to chance', () => {
    const waits = (random: number) =>
      [1, 2, 3, 7, 40].map((tries) => afterTry({ ...letter, tries }, later(), schedule, 0, random)?.dueAt);
    expect(waits(0)).toEqual([500, 1000, 2000, 30_000, 30_000]);
    expect(waits(0.99)).toEqual([995, 1990, 3980, 59_700, 59_700]);
  });

  test('waits as long as the server asks, if that is longer', () => {
    expect(afterTry(letter, later(20), schedule, 10, 0)?.dueAt).toBe(20_010);
    expect(afterTry(letter, later(0), schedule, 10, 0)?.dueAt).toBe(510);
  });

  test('is tried a last time when its time is over, and then given up', () => {
    expect(afterTry(letter, later(1e9), schedule, 3_599_000, 0)).toMatchObject({ state: 'waiting', dueAt: 3_600_000 });
    expect(afterTry(letter, later(), schedule, 3_600_000, 0)).toMatchObject({ state: 'ended', reason: 'It is away.' });
  });
});
