import { Problem, workflow } from 'chronoscribe';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { asIs, gate, type TestBeds, untilAborted, waitOptions } from './test-bed.ts';

export function childContract({ open }: TestBeds): void {
  describe('executes child runs', () => {
    it('with an input, an id and steps of their own, for the account of the parent', async () => {
      const runs: string[] = [];
      const letter = workflow<{ to: string }>('letter')
        .step('write', ({ input }, { runId, account, progress }) => {
          runs.push(runId);
          progress(1);
          return `Dear ${input.to}, from ${account}`;
        })
        .answer(asIs);
      const visit = workflow<string[]>('visit')
        .each(
          'letters',
          ({ input }) => input,
          { concurrency: 2 },
          (w) => w.child('letter', letter, ({ item }) => ({ to: item })),
        )
        .answer(asIs);
      const { engine, submit, settled, announced, adopted } = await open([visit]);
      const id = await submit(visit, ['Ada', 'Bo', 'Cy']);
      const events = Array.fromAsync(engine.watch(id, new AbortController().signal));
      const output = ['Ada', 'Bo', 'Cy'].map((to) => `Dear ${to}, from clinic`);
      expect(await settled(id)).toMatchObject({ status: 'done', output });
      expect(new Set(runs).size).toBe(3);
      expect(runs).not.toContain(id);
      expect(new Set(adopted.map((child) => child.id))).toEqual(new Set(runs));
      expect(new Set(adopted.map(({ run }) => run))).toEqual(new Set([id]));
      await vi.waitFor(() => expect(announced).toEqual([id]), waitOptions);
      expect((await events).at(-1)).toEqual({ type: 'end' });
    });

    it('which are cancelled with the parent, and forgotten with it', async () => {
      const aborted = gate();
      const inner = workflow<string>('inner')
        .step('work', ({ input }, { signal }) => untilAborted(signal).finally(() => aborted.resolve(void input)))
        .answer(asIs);
      const middle = workflow<string>('middle')
        .child('inner', inner, ({ input }) => input)
        .answer(asIs);
      const outer = workflow('outer')
        .child('middle', middle, () => 'marker-of-a-child '.repeat(500))
        .answer(asIs);
      const { engine, submit, settled, announced, keeps } = await open([outer]);
      const id = await submit(outer);
      await vi.waitFor(
        async () => expect(JSON.stringify(await engine.steps(id))).toMatch(/"middle\/inner\/work".*"status":"running"/),
        waitOptions,
      );
      expect(await engine.state(id)).toMatchObject({ status: 'running', isWaiting: false });
      expect(await engine.cancel(id)).toBe(true);
      await aborted.promise;
      expect(await settled(id)).toMatchObject({ status: 'cancelled' });
      expect(announced).toEqual([id]);
      await engine.forget(id);
      await engine.scrub();
      expect(await engine.steps(id)).toBeUndefined();
      expect(await keeps('marker-of-a-child')).toBe(false);
    });

    it('whose failure is that of the parent, and which a retry continues', async () => {
      const done: string[] = [];
      let mended = false;
      const letter = workflow('letter')
        .step('write', () => void done.push('write'))
        .step('send', () => {
          done.push('send');
          if (!mended) throw new Problem('provider-failed', { detail: 'The post is closed.' });
          return 'sent';
        })
        .answer(asIs);
      const visit = workflow('visit')
        .step('see', () => void done.push('see'))
        .child('letter', letter, () => null)
        .answer(asIs);
      const { engine, submit, settled, announced } = await open([visit, letter]);
      const id = await submit(visit);
      expect(await settled(id)).toMatchObject({
        status: 'failed',
        problem: { code: 'provider-failed', detail: 'The post is closed.' },
      });
      mended = true;
      expect(await engine.retry(id)).toBe(true);
      expect(await settled(id)).toMatchObject({ status: 'done', output: 'sent' });
      expect(done).toEqual(['see', 'write', 'send', 'send']);
      await vi.waitFor(() => expect(announced).toEqual([id, id]), waitOptions);
    });

    it('which stop if a sibling branch fails, and continue after a retry with what is not done', async () => {
      const done: string[] = [];
      let mended = false;
      const letter = workflow('letter')
        .step('write', () => void done.push('write'))
        .step('send', async (_, { signal }) => {
          done.push('send');
          if (!mended) await untilAborted(signal).finally(() => done.push('aborted'));
          return 'sent';
        })
        .waitFor('answer', z.string())
        .answer(asIs);
      const visit = workflow('visit')
        .parallel('parts', {
          letter: (w) => w.child('letter', letter, () => null),
          bad: (w) =>
            w.step('break', async () => {
              await vi.waitFor(() => expect(done).toContain('send'), waitOptions);
              if (!mended) throw new Problem('provider-failed', { detail: 'No.' });
            }),
        })
        .answer(asIs);
      const { engine, submit, settled } = await open([visit]);
      const id = await submit(visit);
      expect(await settled(id)).toMatchObject({ status: 'failed', problem: { code: 'provider-failed' } });
      expect(done).toEqual(['write', 'send', 'aborted']);
      mended = true;
      expect(await engine.retry(id)).toBe(true);
      await vi.waitFor(
        async () =>
          expect((await engine.steps(id))?.waitingFor).toEqual([{ signal: 'parts/letter/letter/answer', until: null }]),
        waitOptions,
      );
      expect(await engine.signal(id, 'answer', 'yes')).toBe(true);
      expect(await settled(id)).toMatchObject({ status: 'done', output: { letter: 'yes', bad: null } });
      expect(done).toEqual(['write', 'send', 'aborted', 'send']);
    });
  });
}
