import { definePlugin, Store } from 'chronoscribe';
import { singleHostCluster } from 'chronoscribe/concurrency';
import { silentLog, testHost } from 'chronoscribe/testing';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type ControllableClock, openClocks } from './clock.ts';
import { endOfTime, startOfTime } from './notations.ts';

const hour = 3_600_000;

let store: Store;
let wall: number;
let clock: ControllableClock;
let account: string;
let accounts = 0;

const storeBorrower = definePlugin({
  name: 'store-borrower',
  auth: 'time',
  needs: { store: Store },
  start({ needs }) {
    store = needs.store;
    return {};
  },
  routes: () => [],
});

/** The clocks as a host that has just started sees them. */
const open = () => openClocks(store, { ...singleHostCluster(silentLog), now: () => wall });

const host = await testHost({ plugins: [storeBorrower] });

afterAll(() => host.stop());

beforeEach(async () => {
  wall = 1_000_000;
  clock = await open();
  accounts += 1;
  account = `account-${accounts}`;
});

describe('the clock of an account', () => {
  it('starts at the wall time, running and nowhere', async () => {
    expect(await clock.read({ account })).toEqual({ now: wall, state: 'running', location: null });
  });

  it('ticks while the host is down', async () => {
    await clock.moveTo({ account }, 0, { location: 'Rome' });
    wall += hour;
    const afterRestart = await open();
    expect(await afterRestart.read({ account })).toEqual({ now: hour, state: 'running', location: 'Rome' });
  });

  it('stays paused while the host is down, and goes on from the millisecond of the pause', async () => {
    wall += 7;
    await clock.pause({ account });
    wall += hour;
    const afterRestart = await open();
    expect(await afterRestart.pause({ account })).toMatchObject({ now: 1_000_007, state: 'paused' });
    await afterRestart.resume({ account });
    wall += 1;
    expect(await afterRestart.read({ account })).toMatchObject({ now: 1_000_008, state: 'running' });
  });

  it('does not concern another account', async () => {
    await clock.moveTo({ account }, 0, { location: 'Rome' });
    await clock.pause({ account });
    expect(await clock.read({ account: `${account}-else` })).toEqual({ now: wall, state: 'running', location: null });
  });

  it('counts every one of many moves at once', async () => {
    await Promise.all(Array.from({ length: 50 }, () => clock.fastForward({ account }, hour)));
    await Promise.all([clock.rewind({ account }, hour), clock.rewind({ account }, hour)]);
    expect((await clock.read({ account })).now).toBe(wall + 48 * hour);
  });

  it('is operated once by an operation that is tried again, and shows the same then', async () => {
    const operationId = `operation of ${account}`;
    const first = await clock.fastForward({ account }, hour, operationId);
    await clock.fastForward({ account }, hour);
    wall += hour;
    expect(await clock.fastForward({ account }, hour, operationId)).toEqual(first);
    expect((await clock.read({ account })).now).toBe(wall + 2 * hour);
    wall += 25 * hour;
    // So long ago, it is another operation.
    for (let move = 0; move < 3; move += 1)
      await clock.moveTo({ account }, 0, { operationId: `${operationId}, later, ${move}` });
    expect(await clock.fastForward({ account }, hour, operationId)).toMatchObject({ now: hour });
  });

  it('keeps its place where a move names none', async () => {
    await clock.moveTo({ account }, 0, { location: 'Rome' });
    expect(await clock.moveTo({ account }, hour)).toEqual({ now: hour, state: 'running', location: 'Rome' });
  });

  it('is unchanged by a move that would leave time, and the problem says what it shows', async () => {
    await clock.moveTo({ account }, 0, { location: 'Rome' });
    const problem = {
      code: 'time-out-of-range',
      status: 422,
      detail: expect.stringContaining('It is unchanged and shows 1970-01-01T00:00:00Z.'),
    };
    await expect(clock.rewind({ account }, -startOfTime + 1)).rejects.toMatchObject(problem);
    await expect(clock.fastForward({ account }, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject(problem);
    await expect(clock.moveTo({ account }, endOfTime + 1, { location: 'Oslo' })).rejects.toMatchObject(problem);
    await expect(clock.moveTo({ account }, Number.NaN)).rejects.toMatchObject(problem);
    expect(await clock.read({ account })).toEqual({ now: 0, state: 'running', location: 'Rome' });
  });
});

describe('the moves of a clock', () => {
  const movesSince = (since: number) => clock.movesSince({ account }, since);

  it('are read with the times before and after each, and the current reading', async () => {
    await clock.moveTo({ account }, 0, { location: 'Rome' });
    wall += 7;
    await clock.pause({ account });
    wall += 1000;
    await clock.fastForward({ account }, hour);
    await clock.rewind({ account }, 7);
    await clock.resume({ account });
    wall += 1;
    expect(await movesSince(0)).toEqual({
      reading: { now: hour + 1, state: 'running', location: 'Rome' },
      moveCount: 3,
      moves: [
        { before: 1_000_000, after: 0 },
        { before: 7, after: hour + 7 },
        { before: hour + 7, after: hour },
      ],
    });
  });

  it('are read from any of them on, in order, however many callers move the clock at once', async () => {
    await clock.moveTo({ account }, 0);
    const { moveCount } = await movesSince(Number.POSITIVE_INFINITY);
    await Promise.all(Array.from({ length: 20 }, () => clock.fastForward({ account }, hour)));
    const { moves, moveCount: next } = await movesSince(moveCount);
    expect(moves.map(({ after }) => after)).toEqual(Array.from({ length: 20 }, (_, index) => (index + 1) * hour));
    expect(await movesSince(next)).toMatchObject({ moves: [], moveCount: next });
  });

  it('is the same at every host', async () => {
    const elsewhere = await open();
    await clock.moveTo({ account }, 0);
    await elsewhere.fastForward({ account }, hour);
    expect(await movesSince(0)).toEqual(await elsewhere.movesSince({ account }, 0));
    expect((await movesSince(0)).moves).toHaveLength(2);
  });

  it('knows no more than the last hundred moves', async () => {
    for (let i = 0; i < 101; i += 1) await clock.moveTo({ account }, i);
    const { moveCount, moves } = await movesSince(0);
    expect([moveCount, moves.length, moves[0]]).toEqual([101, 100, { before: 0, after: 1 }]);
  });
});

describe('whoever watches a clock', () => {
  let rung: number;
  let stopWatching: () => void;
  beforeEach(() => {
    rung = 0;
    stopWatching = clock.onChange({ account }, () => {
      rung += 1;
    });
  });

  it('is told of each operation before it returns', async () => {
    await clock.moveTo({ account }, 0, { location: 'Rome' });
    expect(rung).toBe(1);
    await clock.pause({ account });
    await clock.resume({ account });
    expect(rung).toBe(3);
  });

  it('can read what it was told of', async () => {
    const read = Promise.withResolvers<number>();
    clock.onChange({ account }, async () => read.resolve((await clock.read({ account })).now));
    await clock.moveTo({ account }, 0);
    expect(await read.promise).toBe(0);
  });

  it('hears nothing of a move that is refused, of another account, and after it has left', async () => {
    await expect(clock.moveTo({ account }, endOfTime + 1)).rejects.toThrow();
    await clock.moveTo({ account: `${account}-else` }, 0);
    stopWatching();
    stopWatching();
    await clock.moveTo({ account }, 0);
    expect(rung).toBe(0);
  });

  it('is told although another one fails, and the clock has moved', async () => {
    clock.onChange({ account }, () => {
      throw new Error('not me');
    });
    const late = Promise.withResolvers<void>();
    clock.onChange({ account }, late.resolve);
    expect(await clock.moveTo({ account }, 0)).toMatchObject({ now: 0 });
    await late.promise;
    expect(rung).toBe(1);
  });

  it('goes on hearing when another one has left, even one that was there with the same function', async () => {
    const listener = (): void => {
      rung += 1;
    };
    const [leave] = [clock.onChange({ account }, listener), clock.onChange({ account }, listener)];
    leave();
    await clock.moveTo({ account }, 0);
    expect(rung).toBe(2);
  });
});
