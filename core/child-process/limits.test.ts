import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Limit, type Limits, watchLimits } from './limits.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Watches this process, and gathers what it goes over. */
function watched(limits: Limits) {
  const exceeded: Limit[] = [];
  return { exceeded, watch: watchLimits(process.pid, limits, (limit) => exceeded.push(limit)) };
}

describe('a watched process', () => {
  test('may not be inactive for long, and each refresh counts', () => {
    const { exceeded, watch } = watched({ inactivityMs: 100 });
    for (let sign = 0; sign < 5; sign += 1) {
      vi.advanceTimersByTime(90);
      watch.refresh();
    }
    expect(exceeded).toEqual([]);
    vi.advanceTimersByTime(100);
    expect(exceeded).toEqual(['inactivity']);
  });

  test('may not exceed its total time, whatever its activity', () => {
    const { exceeded, watch } = watched({ inactivityMs: 100, totalMs: 150 });
    vi.advanceTimersByTime(90);
    watch.refresh();
    vi.advanceTimersByTime(60);
    expect(exceeded).toEqual(['time']);
  });

  test.skipIf(process.platform !== 'linux')('may not exceed its memory', async () => {
    const [modest, greedy] = [watched({ memoryBytes: 2 ** 40 }), watched({ memoryBytes: 2 ** 20 })];
    vi.advanceTimersByTime(50);
    vi.useRealTimers();
    await vi.waitFor(() => expect(greedy.exceeded).toEqual(['memory']));
    expect(modest.exceeded).toEqual([]);
  });

  test('reports nothing after its watch was disposed of', () => {
    const { exceeded, watch } = watched({ inactivityMs: 100, totalMs: 150, memoryBytes: 1 });
    watch[Symbol.dispose]();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(exceeded).toEqual([]);
  });
});
