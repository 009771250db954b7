import { describe, expect, it } from 'vitest';
import { Ended, together } from './together.ts';

const never = new AbortController().signal;

const later = <T>(value: T): Promise<T> => new Promise((resolve) => setTimeout(() => resolve(value), 1));

describe('tasks together', () => {
  it('give their results in their order, never more at a time than allowed', async () => {
    let [atWork, most] = [0, 0];
    const tasks = [3, 1, 2].map((each) => async () => {
      atWork += 1;
      most = Math.max(most, atWork);
      await later(null);
      atWork -= 1;
      return each;
    });
    expect(await together(tasks, 2, never)).toEqual([3, 1, 2]);
    expect(most).toBe(2);
    expect(await together([], 2, never)).toEqual([]);
  });

  it('are aborted by the first that fails, and are waited for', async () => {
    const done: string[] = [];
    const failure = new Ended('failed', { path: 'first' });
    const tasks = [
      async (signal: AbortSignal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        await later(null);
        done.push('left');
        throw signal.reason;
      },
      async () => {
        throw failure;
      },
      async () => done.push('never begun'),
    ];
    await expect(together(tasks, 2, never)).rejects.toBe(failure);
    expect(done).toEqual(['left']);
  });

  it('are all at work or waiting before one of them parks the run; a place stays taken by what waits', async () => {
    const done: string[] = [];
    const park = new Ended('parked');
    const tasks = [
      async () => {
        throw park;
      },
      async () => done.push(await later('worked')),
      async () => done.push(await later('worked next')),
    ];
    await expect(together(tasks, 2, never)).rejects.toBe(park);
    expect(done).toEqual(['worked', 'worked next']);
    done.length = 0;
    await expect(together(tasks, 1, never)).rejects.toBe(park);
    expect(done).toEqual([]);
  });

  it('do not park a run of which something was interrupted', async () => {
    const interruption = new Error('the database is away');
    const tasks = [new Ended('parked'), interruption, new Ended('parked')].map((thrown) => async () => {
      throw thrown;
    });
    await expect(together(tasks, 3, never)).rejects.toBe(interruption);
  });

  it('do not begin once the run is aborted', async () => {
    const reason = new Error('The host is stopping.');
    await expect(together([async () => 1], 1, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});
