import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Limit, type Limits, watchLimits } from './limits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Watches this process, and gathers what it goes over. */
function watched(limits: Limits) {
  const exceeded: Limit[] = [];
  return { exceeded, watch: watchLimits(process.pid, limits, (limit) => exceeded.push(limit)) };
}

describe('a process that is watched', () => {
  test('may not be silent for long, and each sign of life counts', () => {
    const { exceeded, watch } = watched({ inactivityMs: 100 });
    for (let sign = 0; sign < 5; sign += 1) {
      vi.advanceTimersByTime(90);
      watch.refresh();
    }
    expect(exceeded).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(exceeded).toEqual(['inactivity']);
  });

  test('may not take longer than it is given, whatever it says', () => {
    const { exceeded, watch } = watched({ inactivityMs: 100, totalMs: 150 });
    vi.advanceTimersByTime(90);
    watch.refresh();
    vi.advanceTimersByTime(60);
    expect(exceeded).toEqual(['time']);
  });

  test.skipIf(process.platform !== 'linux')('may not take more memory than it is given', async () => {
    const [modest, greedy] = [watched({ memoryBytes: 2 ** 40 }), watched({ memoryBytes: 2 ** 20 })];
    vi.advanceTimersByTime(50);
    vi.useRealTimers();
    await vi.waitFor(() => expect(greedy.exceeded).toEqual(['memory']));
    expect(modest.exceeded).toEqual([]);
  });

  test('is told nothing of any more once that is over', () => {
    const { exceeded, watch } = watched({ inactivityMs: 100, totalMs: 150, memoryBytes: 1 });
    watch[Symbol.dispose]();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(exceeded).toEqual([]);
  });
});
