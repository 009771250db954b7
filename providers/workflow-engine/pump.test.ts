import { describe, expect, it } from 'vitest';
import { Pump } from './pump.ts';

describe('a pump', () => {
  it('never works twice at a time, and once more if it was asked meanwhile', async () => {
    const turns: PromiseWithResolvers<void>[] = [];
    const pump = new Pump(
      () => {
        const turn = Promise.withResolvers<void>();
        turns.push(turn);
        return turn.promise;
      },
      () => {},
    );

    pump.ask();
    pump.ask();
    pump.ask();
    expect(turns).toHaveLength(1);
    turns[0]?.resolve();
    await new Promise(setImmediate);
    expect(turns).toHaveLength(2);
    turns[1]?.resolve();
    await new Promise(setImmediate);
    expect(turns).toHaveLength(2);
    pump.ask();
    expect(turns).toHaveLength(3);
    turns[2]?.resolve();
  });

  it('tells of a failure and can be asked again', async () => {
    const failures: unknown[] = [];
    let works = 0;
    const pump = new Pump(
      async () => {
        works += 1;
        if (works === 1) throw new Error('locked');
      },
      (error) => failures.push(error),
    );
    pump.ask();
    await new Promise(setImmediate);
    pump.ask();
    await new Promise(setImmediate);
    expect({ works, failures }).toEqual({ works: 2, failures: [new Error('locked')] });
  });

  it('is closed once its work has ended, and then does no more', async () => {
    const turn = Promise.withResolvers<void>();
    let [works, closed] = [0, false];
    const pump = new Pump(
      () => {
        works += 1;
        return turn.promise;
      },
      () => {},
    );
    pump.ask();
    pump.ask();
    const closing = pump.close().then(() => {
      closed = true;
    });
    await new Promise(setImmediate);
    expect(closed).toBe(false);
    turn.resolve();
    await closing;
    pump.ask();
    expect(works).toBe(1);
  });
});
