import { describe, expect, it } from 'vitest';
import { CoalescingRunner } from './wake-worker.ts';

describe('a coalescing runner', () => {
  it('never runs twice at a time, and once more if it was requested meanwhile', async () => {
    const turns: PromiseWithResolvers<void>[] = [];
    const runner = new CoalescingRunner(
      () => {
        const turn = Promise.withResolvers<void>();
        turns.push(turn);
        return turn.promise;
      },
      () => {},
    );

    runner.request();
    runner.request();
    runner.request();
    expect(turns).toHaveLength(1);
    turns[0]?.resolve();
    await new Promise(setImmediate);
    expect(turns).toHaveLength(2);
    turns[1]?.resolve();
    await new Promise(setImmediate);
    expect(turns).toHaveLength(2);
    runner.request();
    expect(turns).toHaveLength(3);
    turns[2]?.resolve();
  });

  it('reports a failure and can be requested again', async () => {
    const failures: unknown[] = [];
    let works = 0;
    const runner = new CoalescingRunner(
      async () => {
        works += 1;
        if (works === 1) throw new Error('locked');
      },
      (error) => failures.push(error),
    );
    runner.request();
    await new Promise(setImmediate);
    runner.request();
    await new Promise(setImmediate);
    expect({ works, failures }).toEqual({ works: 2, failures: [new Error('locked')] });
  });

  it('is stopped once its run has ended, and then runs no more', async () => {
    const turn = Promise.withResolvers<void>();
    let [works, closed] = [0, false];
    const runner = new CoalescingRunner(
      () => {
        works += 1;
        return turn.promise;
      },
      () => {},
    );
    runner.request();
    runner.request();
    const closing = runner.stop().then(() => {
      closed = true;
    });
    await new Promise(setImmediate);
    expect(closed).toBe(false);
    turn.resolve();
    await closing;
    runner.request();
    expect(works).toBe(1);
  });
});
