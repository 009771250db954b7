import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collectCooperatively } from './cooperative.ts';

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
