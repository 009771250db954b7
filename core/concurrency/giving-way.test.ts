import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { workFor } from '../api/step.ts';
import { collectCooperatively, countAnswering, createPause } from './giving-way.ts';

/** Works for a second of small parts, and pauses between them, until it is told to stop. */
async function workLong(isOver: () => boolean): Promise<number> {
  const pause = createPause();
  let pieces = 0;
  while (!isOver()) {
    const until = performance.now() + 1;
    while (performance.now() < until);
    const rest = pause();
    if (rest === undefined) continue;
    pieces += 1;
    await rest;
  }
  return pieces;
}

/** How many pieces of long work for `ann` come before somebody else has had 200 turns. */
async function piecesMeanwhile(): Promise<number> {
  let isOver = false;
  const working = workFor('ann', () => workLong(() => isOver));
  for (let turns = 0; turns < 200; turns += 1) await nextTurn();
  isOver = true;
  return working;
}

test('long work lets one turn go by after each piece', async () => {
  expect(await piecesMeanwhile()).toBeGreaterThan(100);
});

test('long work lets many turns go by while the request of another account is answered', async () => {
  using _request = countAnswering('bob');
  expect(await piecesMeanwhile()).toBeLessThan(100);
});

test('long work does not wait for a request of its own account, nor for one that has been answered', async () => {
  using _own = countAnswering('ann');
  countAnswering('bob')[Symbol.dispose]();
  expect(await piecesMeanwhile()).toBeGreaterThan(100);
});

test('long works of several accounts take turns, of which each has one piece', async () => {
  const order: string[] = [];
  const turns: number[] = [];
  let turn = 0;
  let isOver = false;
  const works = ['ann', 'ann', 'bob'].map((account) =>
    workFor(account, async () => {
      const pause = createPause();
      while (!isOver) {
        const until = performance.now() + 5;
        while (performance.now() < until);
        order.push(account);
        turns.push(turn);
        await pause();
      }
    }),
  );
  for (; turn < 30; turn += 1) await nextTurn();
  isOver = true;
  await Promise.all(works);
  // After the beginning, which is nobody's turn.
  expect(order.slice(3, 15).filter((account) => account === 'bob')).toHaveLength(6);
  expect(new Set(turns.slice(3)).size).toBe(turns.length - 3);
});

test('work that waits for a disk between its parts seldom rests', async () => {
  const pause = createPause();
  let rests = 0;
  for (let reads = 0; reads < 20; reads += 1) {
    await wait(5);
    if (pause() !== undefined) rests += 1;
  }
  expect(rests).toBeLessThan(10);
});

/** Items of which each takes a few milliseconds to compute. */
function* slowItems(count: number): Generator<number> {
  for (let item = 0; item < count; item += 1) {
    const until = performance.now() + 3;
    while (performance.now() < until);
    yield item;
  }
}

test('collects all items in order', async () => {
  expect(await collectCooperatively(new Set(['a', 'b', 'c']))).toEqual(['a', 'b', 'c']);
});

test('lets other work in while a long iterable is collected', async () => {
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns += 1) await nextTurn();
  })();
  expect(await collectCooperatively(slowItems(40))).toHaveLength(40);
  isDone = true;
  await others;
  expect(turns).toBeGreaterThan(5);
});

test('stops with the reason of the signal', async () => {
  const stop = new AbortController();
  const collecting = collectCooperatively(slowItems(1_000_000), stop.signal);
  stop.abort(new Error('cancelled'));
  await expect(collecting).rejects.toThrow('cancelled');
});
