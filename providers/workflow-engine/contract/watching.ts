import { randomUUID } from 'node:crypto';
import { Problem, workflow } from 'chronoscribe';
import type { RunEvent } from 'chronoscribe/host';
import { describe, expect, it } from 'vitest';
import { all, dictation, dictationEvents, texts } from './dictation.ts';
import { asIs, gate, type TestBeds, untilAborted } from './test-bed.ts';

const never = new AbortController().signal;

export function watchingContract({ open }: TestBeds): void {
  describe('lets runs be watched', () => {
    it('with the start of each step, its progress, its text and the end, in order', async () => {
      const { engine } = await open([dictation]);
      const id = randomUUID();
      const events = all(engine.watch(id, never));
      await engine.submit({ id, account: 'clinic', workflow: 'dictation', input: null });
      expect(await events).toEqual(dictationEvents);
    });

    it('by several watchers, each of whom gets all events', async () => {
      const { engine } = await open([dictation]);
      const id = randomUUID();
      const [first, second] = [all(engine.watch(id, never)), all(engine.watch(id, never))];
      const leaving = new AbortController();
      const other = all(engine.watch(randomUUID(), leaving.signal));
      await engine.submit({ id, account: 'clinic', workflow: 'dictation', input: null });
      expect(await first).toEqual(dictationEvents);
      expect(await second).toEqual(dictationEvents);
      leaving.abort();
      expect(await other).toEqual([]);
    });

    it('from the call on, even if it is read later', async () => {
      const { engine, settled } = await open([dictation]);
      const id = randomUUID();
      const events = engine.watch(id, never);
      await engine.submit({ id, account: 'clinic', workflow: 'dictation', input: null });
      await settled(id);
      expect(await all(events)).toEqual(dictationEvents);
    });

    it('without past events', async () => {
      const go = gate();
      const talk = workflow('talk')
        .step('early', (_, { text }) => text('early'))
        .step('late', async (_, { text }) => {
          await go.promise;
          text('late');
        })
        .answer(asIs);
      const { engine, submit, reached } = await open([talk]);
      const id = await submit(talk);
      await reached(id, 'late');
      const events = all(engine.watch(id, never));
      go.resolve();
      expect(texts(await events)).toEqual(['late']);
    });

    it('until its end, at once if it is settled already', async () => {
      const mixed = workflow<boolean>('mixed')
        .step('maybe', ({ input }) => {
          if (!input) throw new Problem('provider-failed', { detail: 'No.' });
        })
        .answer(asIs);
      const { engine, submit, settled } = await open([mixed]);
      for (const input of [true, false]) {
        const id = await submit(mixed, input);
        await settled(id);
        expect(await all(engine.watch(id, never))).toEqual([{ type: 'end' }]);
      }
    });

    it('until its end, when it fails and when it is cancelled', async () => {
      const go = gate();
      const doomed = workflow<'fail' | 'wait'>('doomed')
        .step('meet', async ({ input }, { signal }) => {
          if (input === 'wait') await untilAborted(signal);
          await go.promise;
          throw new Problem('provider-failed', { detail: 'No.' });
        })
        .answer(asIs);
      const { engine, submit, reached } = await open([doomed]);
      const [failing, waiting] = [await submit(doomed, 'fail'), await submit(doomed, 'wait')];
      await reached(failing, 'meet');
      await reached(waiting, 'meet');
      const ends = [all(engine.watch(failing, never)), all(engine.watch(waiting, never))];

      go.resolve();
      await engine.cancel(waiting);

      expect(await Promise.all(ends)).toEqual([[{ type: 'end' }], [{ type: 'end' }]]);
    });

    it('again after a retry', async () => {
      let mended = false;
      const go = gate();
      const fragile = workflow('fragile')
        .step('speak', async (_, { text }) => {
          if (!mended) throw new Problem('provider-failed', { detail: 'No.' });
          await go.promise;
          text('mended');
        })
        .answer(asIs);
      const { engine, submit, settled } = await open([fragile]);
      const id = await submit(fragile);
      await settled(id);
      mended = true;
      await engine.retry(id);
      const events = all(engine.watch(id, never));
      go.resolve();
      const told = await events;
      expect(texts(told)).toEqual(['mended']);
      expect(told.at(-1)).toEqual({ type: 'end' });
    });

    it('until the watcher leaves, which does not disturb the run', async () => {
      const [before, after] = [gate(), gate()];
      const talk = workflow('talk')
        .step('speak', async (_, { text }) => {
          await before.promise;
          text('heard');
          await after.promise;
          text('unheard');
          return 'said';
        })
        .answer(asIs);
      const { engine, submit, settled, reached } = await open([talk]);
      const id = await submit(talk);
      await reached(id, 'speak');
      const leaving = new AbortController();
      const aborted: RunEvent[] = [];
      const watching = (async () => {
        for await (const event of engine.watch(id, leaving.signal)) {
          aborted.push(event);
          leaving.abort();
        }
      })();
      const broken = (async () => {
        for await (const event of engine.watch(id, never)) return event;
      })();

      before.resolve();
      await watching;
      expect(await broken).toEqual({ type: 'text', text: 'heard' });
      after.resolve();

      expect(await settled(id)).toMatchObject({ status: 'done', output: 'said' });
      expect(aborted).toEqual([{ type: 'text', text: 'heard' }]);
      expect(await all(engine.watch(id, AbortSignal.abort()))).toEqual([]);
    });

    it('until the engine stops, without an end', async () => {
      const stuck = workflow('stuck')
        .step('wait', (_, { signal }) => untilAborted(signal))
        .answer(asIs);
      const { engine, submit, reached } = await open([stuck]);
      const id = await submit(stuck);
      await reached(id, 'wait');
      const events = all(engine.watch(id, never));
      await engine.stop();
      expect(await events).toEqual([]);
      expect(await all(engine.watch(id, never))).toEqual([]);
    });
  });
}
