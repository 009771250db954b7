import type { Clock, ClockMove } from 'chronoscribe/kinds/clock';
import type { Ledger } from 'chronoscribe/kinds/ledger';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openMonitor } from './monitoring.ts';
import { createWatchLists, followClock } from './watch-list.ts';

const never = () => Promise.reject(new Error('nobody asks for this'));

/** A clock of which a test says what it has done so far, and when that is told. */
function scriptedClock() {
  const made: ClockMove[] = [];
  const listeners = new Set<() => void>();
  const clock: Clock = {
    read: never,
    moveTo: never,
    restore: never,
    settle: never,
    async movesSince(_account, since) {
      const reading = { now: made.at(-1)?.after ?? 0, state: 'paused' as const, location: null };
      return { reading, moveCount: made.length, moves: made.slice(Math.min(since, made.length)) };
    },
    onChange(_account, listener) {
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

test('a followed clock queues each move once and in order, notified or not', async () => {
  const { clock, move, tell } = scriptedClock();
  move(0, 5);
  let rung = 0;
  const followed = await followClock(clock, { account: 'a' }, () => {
    rung += 1;
  });
  expect(followed.start).toEqual({ now: 5, moveCount: 1 });
  move(5, 9);
  tell();
  tell();
  move(9, 3);
  await expect.poll(() => rung).toBe(2);
  move(3, 4);
  expect(await followed.read()).toMatchObject({ now: 4 });
  expect(followed.moves).toEqual([
    { before: 5, after: 9, number: 2 },
    { before: 9, after: 3, number: 3 },
    { before: 3, after: 4, number: 4 },
  ]);
  followed.stop();
  tell();
  await followed.read();
  expect([rung, followed.moves.length]).toEqual([2, 3]);
});

test('an unreadable clock notifies its follower, and the error comes at the next read', async () => {
  const { clock, tell } = scriptedClock();
  const rung = Promise.withResolvers<void>();
  const followed = await followClock(clock, { account: 'a' }, rung.resolve);
  clock.movesSince = () => Promise.reject(new Error('the database is away'));
  tell();
  await rung.promise;
  await expect(followed.read()).rejects.toThrow('away');
});

test('monitors of one clock share its readings, and none is woken for a move that passes nothing', async () => {
  const { clock, move, tell } = scriptedClock();
  let readings = 0;
  const counted: Clock = {
    ...clock,
    movesSince: (...of) => {
      readings += 1;
      return clock.movesSince(...of);
    },
  };
  const next = { at: 100 };
  // The boundary to a ledger of which a watch list asks for no more.
  const ledger = { nextInstant: async () => next.at, onChange: () => () => undefined } as unknown as Ledger;
  const lists = createWatchLists({ clock: counted, ledger });
  const query = { location: 'Berlin', range: { start: 0, end: 1000 } };
  let woken = 0;
  const wake = () => {
    woken += 1;
  };
  const monitors = await Promise.all(
    Array.from({ length: 50 }, () => lists.follow({ clock: { account: 'a' }, query }, wake)),
  );
  const before = readings;
  move(5, 50);
  tell();
  await expect.poll(() => monitors[49]?.moves).toEqual([{ before: 5, after: 50, number: 1, quiet: true }]);
  expect([readings - before <= 2, woken]).toEqual([true, 0]);
  move(50, 150);
  tell();
  await expect.poll(() => woken).toBe(50);
  expect(monitors[0]?.moves.map(({ quiet }) => quiet)).toEqual([true, false]);
  for (const { stop } of monitors) stop();
});

test('a monitor asks again after the timeline could not be read', async () => {
  let failing = true;
  // The boundary to a ledger of which a watch list asks for no more.
  const ledger = {
    onChange: () => () => undefined,
    nextInstant: async () => {
      if (failing) throw new Error('the database is away');
      return 100;
    },
  } as unknown as Ledger;
  const query = { location: 'Berlin', range: { start: 0, end: 1000 } };
  const lists = createWatchLists({ clock: scriptedClock().clock, ledger });
  const { isClear, stop } = await lists.follow({ clock: { account: 'a' }, query }, () => undefined);
  await expect(isClear(0, 50)).rejects.toThrow('away');
  failing = false;
  expect([await isClear(0, 50), await isClear(0, 150)]).toEqual([true, false]);
  stop();
});

test('monitors of one clock look up together that nothing happens soon, and find what another host records', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { clock } = scriptedClock();
  let now = 0;
  const ticking: Clock = {
    ...clock,
    movesSince: async () => ({ reading: { now, state: 'running', location: null }, moveCount: 0, moves: [] }),
  };
  const recorded: { event: { time: number; description: string }; order: number }[] = [];
  const asked = { forAll: 0, forOne: 0 };
  // The boundary to a ledger of which monitors ask for no more, and which tells of no change.
  const silent = {
    onChange: () => () => undefined,
    async nextInstant(_account: string, { location }: { readonly location: string | null }, after: number) {
      asked[location === null ? 'forAll' : 'forOne'] += 1;
      return recorded.map(({ event }) => event.time).find((time) => time > after) ?? null;
    },
    async *monitorPages(
      _account: string,
      { range }: { readonly range: { readonly start: number; readonly end: number } },
    ) {
      yield recorded.filter(({ event }) => event.time >= range.start && event.time <= range.end);
    },
  } as unknown as Ledger;
  const parts = { ledger: silent, watchLists: createWatchLists({ clock: ticking, ledger: silent }) };
  const monitored = { clock: { account: 'a' }, query: { location: 'Berlin', range: { start: 0, end: 1e6 } } };
  const { signal } = new AbortController();
  const streams = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const events = await openMonitor(parts, monitored, { lastEventId: undefined, signal });
      return events[Symbol.asyncIterator]();
    }),
  );
  await Promise.all(streams.map((stream) => stream.next()));
  const atOpening = asked.forOne;
  const told = streams.map(async (stream) => (await stream.next()).value.data);
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toEqual({ forAll: 1, forOne: atOpening });
  now = 5_000;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toEqual({ forAll: 2, forOne: atOpening });
  // Another host has recorded it just before the clock came there, and after all had been looked up.
  recorded.push({ event: { time: 4_100, description: 'rain' }, order: 1 });
  now = 10_000;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await Promise.all(told)).toEqual(streams.map(() => ({ time: '1970-01-01T00:00:04Z', description: 'rain' })));
  await Promise.all(streams.map((stream) => stream.return?.()));
});
