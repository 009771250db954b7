import { randomUUID } from 'node:crypto';
import { Problem, workflow } from 'chronoscribe';
import { describe, expect, it, vi } from 'vitest';
import { asIs, gate, type TestBeds, untilAborted, waitOptions } from './test-bed.ts';

const unknownId = '5b6c1c0a-8d7d-4d3c-9d52-7c1f0f5c1e0a';

export function controlContract({ open }: TestBeds): void {
  describe('on submission', () => {
    it('executes a run once, however often it is submitted, even after a restart', async () => {
      const [begun, go] = [gate(), gate()];
      let runs = 0;
      const once = workflow<string>('once')
        .step('count', async ({ input }) => {
          runs += 1;
          begun.resolve();
          await go.promise;
          return input;
        })
        .answer(asIs);
      const first = await open([once]);
      const run = { id: randomUUID(), account: 'clinic', workflow: 'once', input: 'first' };

      await Promise.all([first.engine.submit(run), first.engine.submit(run)]);
      await begun.promise;
      await first.engine.submit({ ...run, input: 'second' });
      go.resolve();
      await first.settled(run.id);
      await first.engine.submit({ ...run, input: 'third' });
      await first.stop();
      const second = await open([once], first.folder);
      await second.engine.submit({ ...run, input: 'fourth' });

      expect(await second.engine.state(run.id)).toMatchObject({ status: 'done', output: 'first' });
      expect(runs).toBe(1);
      expect([...first.announced, ...second.announced]).toEqual([run.id]);
    });

    it('keeps runs of different ids apart, also with the same input', async () => {
      const echo = workflow('echo')
        .step('id', (_, { runId }) => runId)
        .answer(asIs);
      const { submit, settled } = await open([echo]);
      const ids = [await submit(echo), await submit(echo)];
      expect(await Promise.all(ids.map(async (id) => (await settled(id)).output))).toEqual(ids);
    });
  });

  describe('cancels', () => {
    it('a running run: its step is aborted, the next one never starts', async () => {
      const aborted = gate<unknown>();
      const later = vi.fn();
      const long = workflow('long')
        .step('work', (_, { signal }) => untilAborted(signal).catch((reason) => aborted.resolve(reason)))
        .step('later', later)
        .answer(asIs);
      const { engine, submit, reached, announced } = await open([long]);
      const id = await submit(long);
      await reached(id, 'work');

      expect(await engine.cancel(id)).toBe(true);

      await aborted.promise;
      expect(await engine.state(id)).toEqual({
        status: 'cancelled',
        step: 'work',
        output: null,
        problem: null,
        isWaiting: false,
      });
      expect(announced).toEqual([id]);
      expect(await engine.cancel(id)).toBe(false);
      expect(later).not.toHaveBeenCalled();
    });

    it('a queued run, which then never starts', async () => {
      const go = gate();
      const begun: string[] = [];
      const held = workflow<string>('held')
        .step('hold', ({ input }) => {
          begun.push(input);
          return go.promise;
        })
        .answer(asIs);
      const { engine, submit, settled, announced } = await open([held]);
      const others = [await submit(held, 'a'), await submit(held, 'b')];
      const id = await submit(held, 'queued');
      const last = await submit(held, 'last');

      expect(await engine.cancel(id)).toBe(true);

      expect(await engine.state(id)).toEqual({
        status: 'cancelled',
        step: null,
        output: null,
        problem: null,
        isWaiting: false,
      });
      expect(announced).toEqual([id]);
      go.resolve();
      await Promise.all([...others, last].map(settled));
      expect(begun.toSorted()).toEqual(['a', 'b', 'last']);
    });

    it('a run that waits for the next attempt of a step', async () => {
      const tried = gate();
      const down = workflow('down')
        .step('ask', { attempts: 2, backoffMs: 3_600_000 }, () => {
          tried.resolve();
          throw new Problem('provider-unavailable', { detail: 'It is down.', transient: true });
        })
        .answer(asIs);
      const { engine, submit, settled } = await open([down]);
      const id = await submit(down);
      await tried.promise;
      expect(await engine.cancel(id)).toBe(true);
      expect(await settled(id)).toMatchObject({ status: 'cancelled', problem: null });
    });

    it('a run whose step ignores its signal, and ignores what that step does later', async () => {
      const go = gate();
      const events: string[] = [];
      const deaf = workflow('deaf')
        .step('work', async (_, { text }) => {
          await go.promise;
          text('too late');
          return 'too late';
        })
        .answer(asIs);
      const quick = workflow('quick')
        .step('work', () => 'done')
        .answer(asIs);
      const { engine, submit, settled, reached } = await open([deaf, quick]);
      const id = await submit(deaf);
      await reached(id, 'work');
      const watching = (async () => {
        for await (const event of engine.watch(id, new AbortController().signal)) events.push(event.type);
      })();

      await engine.cancel(id);
      go.resolve();
      await watching;
      await settled(await submit(quick));

      expect(events).toEqual(['end']);
      expect(await engine.state(id)).toEqual({
        status: 'cancelled',
        step: 'work',
        output: null,
        problem: null,
        isWaiting: false,
      });
    });

    it('and makes room for the next run', async () => {
      const stuck = workflow('stuck')
        .step('wait', (_, { signal }) => untilAborted(signal))
        .answer(asIs);
      const { engine, submit, reached } = await open([stuck]);
      const ids = [await submit(stuck), await submit(stuck), await submit(stuck), await submit(stuck)];
      for (const id of ids) {
        await reached(id, 'wait');
        expect(await engine.cancel(id)).toBe(true);
      }
    });

    it('nothing that is settled or unknown', async () => {
      const quick = workflow('quick')
        .step('work', () => 1)
        .answer(asIs);
      const { engine, submit, settled } = await open([quick]);
      const id = await submit(quick);
      await settled(id);
      expect(await engine.cancel(id)).toBe(false);
      expect(await engine.cancel(unknownId)).toBe(false);
      expect(await engine.state(id)).toMatchObject({ status: 'done', output: 1 });
    });
  });

  describe('retries', () => {
    it('a failed run from the step that failed, and repeats no finished one', async () => {
      const done: string[] = [];
      let mended = false;
      const fragile = workflow<string>('fragile')
        .step('first', ({ input }) => {
          done.push('first');
          return input.toUpperCase();
        })
        .step('second', ({ first }) => {
          done.push('second');
          if (!mended) throw new Problem('provider-failed', { detail: 'It spoke nonsense.' });
          return `${first}!`;
        })
        .step('third', ({ input, second }) => {
          done.push('third');
          return input + second;
        })
        .answer(asIs);
      const { engine, submit, settled, announced } = await open([fragile]);
      const id = await submit(fragile, 'a');
      await settled(id);

      expect(await engine.retry(id)).toBe(true);
      expect(await settled(id)).toMatchObject({
        status: 'failed',
        step: 'second',
        problem: { code: 'provider-failed' },
      });
      mended = true;
      expect(await engine.retry(id)).toBe(true);

      expect(await settled(id)).toEqual({
        status: 'done',
        step: 'third',
        output: 'aA!',
        problem: null,
        isWaiting: false,
      });
      expect(done).toEqual(['first', 'second', 'second', 'second', 'third']);
      await vi.waitFor(() => expect(announced).toEqual([id, id, id]), waitOptions);
    });

    it('only what has failed', async () => {
      const go = gate();
      const held = workflow('held')
        .step('hold', () => go.promise)
        .answer(asIs);
      const { engine, submit, settled, reached } = await open([held]);
      const [running, cancelled, queued] = [await submit(held), await submit(held), await submit(held)];
      await reached(running, 'hold');
      expect(await engine.retry(running)).toBe(false);
      expect(await engine.retry(queued)).toBe(false);
      await engine.cancel(cancelled);
      go.resolve();
      expect(await engine.retry(cancelled)).toBe(false);
      await settled(running);
      expect(await engine.retry(running)).toBe(false);
      expect(await engine.retry(unknownId)).toBe(false);
      expect(await engine.state(cancelled)).toMatchObject({ status: 'cancelled' });
    });
  });

  it('announces the end of a run when it can be read, and before watchers hear of it', async () => {
    const quick = workflow<boolean>('quick')
      .step('work', ({ input }) => {
        if (!input) throw new Problem('provider-failed', { detail: 'No.' });
      })
      .answer(asIs);
    const { engine, announced } = await open([quick]);
    for (const input of [true, false]) {
      const id = randomUUID();
      const events = engine.watch(id, new AbortController().signal);
      await engine.submit({ id, account: 'clinic', workflow: 'quick', input });
      for await (const event of events) {
        if (event.type === 'end') expect(announced).toContain(id);
      }
      expect(await engine.state(id)).toMatchObject({ status: input ? 'done' : 'failed' });
    }
    expect(announced).toHaveLength(2);
  });
}
