import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { messagesOf, recorder } from '../testing/recorder.ts';
import { startWorkerLoop } from './turns.ts';

describe('a worker loop', () => {
  it('never looks for work twice at a time, and once more if it was woken meanwhile', async () => {
    const rounds: PromiseWithResolvers<void>[] = [];
    const loop = startWorkerLoop(() => {
      const round = Promise.withResolvers<void>();
      rounds.push(round);
      return round.promise;
    }, recorder()[1]);
    loop.wake();
    loop.wake();
    await new Promise(setImmediate);
    expect(rounds).toHaveLength(1);
    rounds[0]?.resolve();
    await new Promise(setImmediate);
    expect(rounds).toHaveLength(2);
    const stopped = loop.stop();
    rounds[1]?.resolve();
    await stopped;
    loop.wake();
    await new Promise(setImmediate);
    expect(rounds).toHaveLength(2);
  });

  it('logs once that it fails, and once that it works again', async () => {
    const [lines, log] = recorder();
    let [rounds, broken] = [0, true];
    const loop = startWorkerLoop(async () => {
      rounds += 1;
      if (broken) throw new Error('locked');
    }, log);
    onTestFinished(() => loop.stop());
    for (const failures of [1, 2, 3]) {
      await vi.waitFor(() => expect(rounds).toBe(failures));
      loop.wake();
    }
    broken = false;
    await vi.waitFor(() => expect(messagesOf(lines)).toHaveLength(2));
    expect(messagesOf(lines)[1]).toContain('can be used again');
  });
});
