import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../api/logger.ts';
import { electLeader, runPeriodically } from './periodic.ts';
import { singleHostCluster } from './single-host-cluster.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the election of a leader', () => {
  test('elects one of the hosts that ask at the same time, once in each period', async () => {
    const cluster = singleHostCluster(createLogger('silent'));
    const ask = () => Promise.all(Array.from({ length: 4 }, () => electLeader(cluster, 'sweep', 1_000)));
    expect((await ask()).filter(Boolean)).toHaveLength(1);
    expect((await ask()).filter(Boolean)).toHaveLength(0);
    vi.advanceTimersByTime(1_000);
    expect((await ask()).filter(Boolean)).toHaveLength(1);
    expect(await electLeader(cluster, 'something else', 1_000)).toBe(true);
  });
});

describe('a periodic task', () => {
  test('runs at once and after each period, also after an error, until it is stopped', async () => {
    let runs = 0;
    const errors: unknown[] = [];
    const stop = runPeriodically(
      async () => {
        runs += 1;
        if (runs === 1) throw new Error('away');
      },
      { everyMs: 100, onError: (thrown) => errors.push(thrown) },
    );
    await vi.advanceTimersByTimeAsync(250);
    expect({ runs, errors }).toEqual({ runs: 3, errors: [new Error('away')] });
    await stop();
    await vi.advanceTimersByTimeAsync(250);
    expect(runs).toBe(3);
  });

  test('is aborted by a stop, which waits for its end and hides the error of the abort', async () => {
    const errors: unknown[] = [];
    let isOver = false;
    const stop = runPeriodically(
      async (signal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        isOver = true;
        signal.throwIfAborted();
      },
      { everyMs: 100, onError: (thrown) => errors.push(thrown) },
    );
    await stop();
    expect({ isOver, errors }).toEqual({ isOver: true, errors: [] });
  });
});
