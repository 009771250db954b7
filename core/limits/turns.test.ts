import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTurns } from './turns.ts';

/** Turns by a clock of their own, and the order in which requests began, each of which takes a millisecond. */
function createBed() {
  let now = 0;
  const begun: string[] = [];
  const turns = createTurns({ shareMs: 4, now: () => now });
  return {
    begun,
    /** @param name its first letter is the client */
    take: (name: string) =>
      turns.take(name.slice(0, 1), async () => {
        begun.push(name);
        await Promise.resolve();
        now += 1;
      }),
  };
}

test('requests begin at once while there is time', () => {
  const { begun, take } = createBed();
  for (const name of ['a1', 'a2', 'b1']) take(name);
  expect(begun).toEqual(['a1', 'a2', 'b1']);
});

test('requests that arrive together share turns, and clients take turns', async () => {
  const { begun, take } = createBed();
  const arrive = async (...names: readonly string[]) => {
    for (const name of names) {
      take(name);
      await Promise.resolve();
      await Promise.resolve();
    }
  };
  await arrive('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'b1', 'b2', 'a9');
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
  await nextTurn();
  expect(begun.slice(4)).toEqual(['a5', 'b1', 'a6', 'b2']);
  // One that comes later is behind those of the same client.
  await arrive('a10');
  await nextTurn();
  expect(begun.slice(8)).toEqual(['a7', 'a8', 'a9', 'a10']);
});

test('after a pause, requests begin at once again', async () => {
  const { begun, take } = createBed();
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) {
    take(name);
    await Promise.resolve();
    await Promise.resolve();
  }
  await nextTurn();
  await nextTurn();
  take('a6');
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
});

test('without a share of time, each turn begins one call, and clients take turns', async () => {
  const turns = createTurns({ shareMs: 0 });
  const begun: string[] = [];
  for (const name of ['a1', 'a2', 'a3', 'b1']) turns.take(name.slice(0, 1), () => begun.push(name));
  for (const count of [1, 2, 3, 4]) {
    expect(begun).toHaveLength(count);
    await nextTurn();
  }
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
});
