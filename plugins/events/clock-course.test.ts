import type { Clock, ClockMove } from 'chronoscribe/kinds/clock';
import { expect, test } from 'vitest';
import { followClock } from './clock-course.ts';

const never = () => Promise.reject(new Error('nobody asks for this'));

/** A clock of which a test says what it has done so far, and when that is told. */
function scriptedClock() {
  const made: ClockMove[] = [];
  const listeners = new Set<() => void>();
  const clock: Clock = {
    read: never,
    moveTo: never,
    async course(_account, since) {
      const reading = { now: made.at(-1)?.after ?? 0, state: 'paused' as const, location: null };
      return { reading, place: made.length, moves: made.slice(Math.min(since, made.length)) };
    },
    watch(_account, listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    clock,
    move: (before: number, after: number) => made.push({ before, after }),
    tell: () => {
      for (const listener of listeners) listener();
    },
  };
}

test('takes each move once and in order, however often it is told, and also where it is not told', async () => {
  const { clock, move, tell } = scriptedClock();
  move(0, 5);
  let rung = 0;
  const followed = await followClock(clock, 'a', () => {
    rung += 1;
  });
  expect(followed.begin).toBe(5);
  move(5, 9);
  tell();
  tell();
  move(9, 3);
  await expect.poll(() => rung).toBe(2);
  move(3, 4);
  expect(await followed.read()).toMatchObject({ now: 4 });
  expect(followed.moves).toEqual([
    { before: 5, after: 9 },
    { before: 9, after: 3 },
    { before: 3, after: 4 },
  ]);
  followed.leave();
  tell();
  await followed.read();
  expect([rung, followed.moves.length]).toEqual([2, 3]);
});

test('whoever follows is rung for where the clock cannot be read, and told when he reads it', async () => {
  const { clock, tell } = scriptedClock();
  const rung = Promise.withResolvers<void>();
  const followed = await followClock(clock, 'a', rung.resolve);
  clock.course = () => Promise.reject(new Error('the database is away'));
  tell();
  await rung.promise;
  await expect(followed.read()).rejects.toThrow('away');
});
