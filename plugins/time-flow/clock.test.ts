import { definePlugin, Store } from 'chronoscribe';
import { silentLog, type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openClocks, type TimeFlow } from './clock.ts';
import { endOfTime, startOfTime } from './instant.ts';
import type { ClockMove } from './kind.ts';

const hour = 3_600_000;

let host: TestHost;
let store: Store;
let wall: number;
let clock: TimeFlow;
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

beforeAll(async () => {
  host = await testHost({ plugins: [storeBorrower] });
});

afterAll(() => host.stop());

beforeEach(async () => {
  wall = 1_000_000;
  clock = await openClocks(store, () => wall, silentLog);
  accounts += 1;
  account = `account-${accounts}`;
});

describe('the clock of an account', () => {
  it('starts at the wall time, running and nowhere', async () => {
    expect(await clock.read(account)).toEqual({ now: wall, state: 'running', location: null });
  });

  it('ticks while the host is down', async () => {
    await clock.moveTo(account, 0, 'Rome');
    wall += hour;
    const afterRestart = await openClocks(store, () => wall, silentLog);
    expect(await afterRestart.read(account)).toEqual({ now: hour, state: 'running', location: 'Rome' });
  });

  it('stays paused while the host is down, and goes on from the millisecond of the pause', async () => {
    wall += 7;
    await clock.pause(account);
    wall += hour;
    const afterRestart = await openClocks(store, () => wall, silentLog);
    expect(await afterRestart.pause(account)).toMatchObject({ now: 1_000_007, state: 'paused' });
    await afterRestart.resume(account);
    wall += 1;
    expect(await afterRestart.read(account)).toMatchObject({ now: 1_000_008, state: 'running' });
  });

  it('does not concern another account', async () => {
    await clock.moveTo(account, 0, 'Rome');
    await clock.pause(account);
    expect(await clock.read(`${account}-else`)).toEqual({ now: wall, state: 'running', location: null });
  });

  it('counts every one of many moves at once', async () => {
    await Promise.all(Array.from({ length: 50 }, () => clock.fastForward(account, hour)));
    await Promise.all([clock.rewind(account, hour), clock.rewind(account, hour)]);
    expect((await clock.read(account)).now).toBe(wall + 48 * hour);
  });

  it('keeps its place where a move names none', async () => {
    await clock.moveTo(account, 0, 'Rome');
    expect(await clock.moveTo(account, hour)).toEqual({ now: hour, state: 'running', location: 'Rome' });
  });

  it('is unchanged by a move that would leave time, and the problem says what it shows', async () => {
    await clock.moveTo(account, 0, 'Rome');
    const problem = {
      code: 'time-out-of-range',
      status: 422,
      detail: expect.stringContaining('It is unchanged and shows 1970-01-01T00:00:00Z.'),
    };
    await expect(clock.rewind(account, -startOfTime + 1)).rejects.toMatchObject(problem);
    await expect(clock.fastForward(account, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject(problem);
    await expect(clock.moveTo(account, endOfTime + 1, 'Oslo')).rejects.toMatchObject(problem);
    await expect(clock.moveTo(account, Number.NaN)).rejects.toMatchObject(problem);
    expect(await clock.read(account)).toEqual({ now: 0, state: 'running', location: 'Rome' });
  });
});

describe('whoever watches a clock', () => {
  let moves: ClockMove[];
  let stopWatching: () => void;
  beforeEach(() => {
    moves = [];
    stopWatching = clock.watch(account, (move) => moves.push(move));
  });

  it('is told of each operation, with what the clock showed before it and after it', async () => {
    await clock.moveTo(account, 0, 'Rome');
    wall += 7;
    await clock.pause(account);
    wall += hour;
    await clock.fastForward(account, hour);
    await clock.rewind(account, 7);
    await clock.resume(account);
    const rome = { location: 'Rome' };
    expect(moves).toEqual([
      { before: { now: 1_000_000, state: 'running', location: null }, after: { now: 0, state: 'running', ...rome } },
      { before: { now: 7, state: 'running', ...rome }, after: { now: 7, state: 'paused', ...rome } },
      { before: { now: 7, state: 'paused', ...rome }, after: { now: hour + 7, state: 'paused', ...rome } },
      { before: { now: hour + 7, state: 'paused', ...rome }, after: { now: hour, state: 'paused', ...rome } },
      { before: { now: hour, state: 'paused', ...rome }, after: { now: hour, state: 'running', ...rome } },
    ]);
  });

  it('can read what it was told of', async () => {
    const read = Promise.withResolvers<number>();
    clock.watch(account, async () => read.resolve((await clock.read(account)).now));
    await clock.moveTo(account, 0);
    expect(await read.promise).toBe(0);
  });

  it('is told of many operations at once in the order in which they happened', async () => {
    await Promise.all(Array.from({ length: 20 }, () => clock.fastForward(account, hour)));
    expect(moves.map(({ after }) => after.now)).toEqual(Array.from({ length: 20 }, (_, index) => wall + (index + 1) * hour));
  });

  it('hears nothing of a move that is refused, of another account, and after it has left', async () => {
    await expect(clock.moveTo(account, endOfTime + 1)).rejects.toThrow();
    await clock.moveTo(`${account}-else`, 0);
    stopWatching();
    stopWatching();
    await clock.moveTo(account, 0);
    expect(moves).toEqual([]);
  });

  it('is told although another one fails, and the clock has moved', async () => {
    const other: ClockMove[] = [];
    clock.watch(account, () => {
      throw new Error('not me');
    });
    clock.watch(account, (move) => other.push(move));
    expect(await clock.moveTo(account, 0)).toMatchObject({ now: 0 });
    expect([moves.length, other.length]).toEqual([1, 1]);
  });

  it('goes on hearing when another one has left, even one that was there with the same function', async () => {
    const listener = (move: ClockMove): void => void moves.push(move);
    const [leave] = [clock.watch(account, listener), clock.watch(account, listener)];
    leave();
    await clock.moveTo(account, 0);
    expect(moves).toHaveLength(2);
  });
});
