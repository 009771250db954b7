import { Problem, workflow } from 'chronoscribe';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { asIs, gate, type TestBeds, untilAborted, waitOptions } from './test-bed.ts';

export function graphContract({ open }: TestBeds): void {
  describe('executes the nodes of a graph', () => {
    it('branches at the same time, each of which sees what was before and not the others', async () => {
      const [left, right] = [gate(), gate()];
      const seen: unknown[] = [];
      const both = workflow<string>('both')
        .step('title', ({ input }) => `${input}!`)
        .parallel('parts', {
          left: (w) =>
            w.step('begin', async () => {
              left.resolve();
              await right.promise;
              return 1;
            }),
          right: (w) =>
            w
              .step('open', async (state) => {
                seen.push(Object.keys(state));
                right.resolve();
                await left.promise;
                return 2;
              })
              .step('end', ({ title, open: opened }) => `${title}${opened}`),
        })
        .step('last', ({ parts }) => parts)
        .answer(asIs);
      const { submit, settled } = await open([both]);
      const id = await submit(both, 'a');
      expect(await settled(id)).toMatchObject({ status: 'done', step: 'last', output: { left: 1, right: 'a!2' } });
      expect(seen).toEqual([['input', 'title']]);
    });

    it('a list for each item, in the order of the items, and no more at a time than it says', async () => {
      let [atWork, most] = [0, 0];
      const three = gate();
      const listed = workflow<number[]>('listed')
        .each(
          'pages',
          ({ input }) => input,
          { concurrency: 3 },
          (w) =>
            w
              .step('read', async ({ item, index }) => {
                atWork += 1;
                most = Math.max(most, atWork);
                if (atWork === 3) three.resolve();
                await three.promise;
                await new Promise((later) => setTimeout(later, item));
                atWork -= 1;
                return item * 10 + index;
              })
              .step('check', ({ read, item }) => [item, read]),
        )
        .answer(asIs);
      const { submit, settled } = await open([listed]);
      const items = [20, 1, 10, 0, 5];
      const { output } = await settled(await submit(listed, items));
      expect(output).toEqual(items.map((item, index) => [item, item * 10 + index]));
      expect(most).toBe(3);
      expect(await settled(await submit(listed, []))).toMatchObject({ status: 'done', output: [] });
    });

    it('a list if its condition holds, else nothing, which is null', async () => {
      const asked: number[] = [];
      const conditional = workflow<number>('conditional')
        .when(
          'large',
          ({ input }) => asked.push(input) > 0 && input > 10,
          (w) => w.step('shrink', ({ input }) => input / 10),
        )
        .step('seen', ({ large }) => [large])
        .answer(asIs);
      const { submit, settled } = await open([conditional]);
      expect(await settled(await submit(conditional, 50))).toMatchObject({ output: [5] });
      expect(await settled(await submit(conditional, 5))).toMatchObject({ output: [null] });
      expect(asked).toEqual([50, 5]);
    });

    it('until a branch fails: the others are aborted, and a retry continues with what is not done', async () => {
      let mended = false;
      const done: string[] = [];
      const aborted = gate<unknown>();
      const fragile = workflow('fragile')
        .parallel('parts', {
          good: (w) =>
            w
              .step('fine', () => void done.push('fine'))
              .step('slow', async (_, { signal }) => {
                done.push('slow');
                if (!mended) await untilAborted(signal).finally(() => aborted.resolve(signal.reason));
                return 'slow';
              }),
          bad: (w) =>
            w.step('broken', async () => {
              await vi.waitFor(() => expect(done).toContain('slow'), waitOptions);
              done.push('broken');
              if (!mended) throw new Problem('provider-failed', { detail: 'It spoke nonsense.' });
              return 'mended';
            }),
        })
        .answer(asIs);
      const { engine, submit, settled, announced } = await open([fragile]);
      const id = await submit(fragile);
      expect(await settled(id)).toMatchObject({ status: 'failed', problem: { code: 'provider-failed' } });
      expect(await aborted.promise).toBeInstanceOf(Error);

      mended = true;
      expect(await engine.retry(id)).toBe(true);
      expect(await settled(id)).toMatchObject({ status: 'done', output: { good: 'slow', bad: 'mended' } });
      expect(done.filter((step) => step === 'fine')).toEqual(['fine']);
      await vi.waitFor(() => expect(announced).toEqual([id, id]), waitOptions);
    });

    it('and tells watchers the path of the step, and which of the outermost nodes it is in', async () => {
      const nested = workflow('nested')
        .step('first', () => 1)
        .each(
          'pages',
          () => ['a'],
          {},
          (w) =>
            w.when(
              'large',
              () => true,
              (inner) => inner.step('read', (_, { progress }) => progress(0.5)),
            ),
        )
        .answer(asIs);
      const { engine, submit, settled } = await open([nested]);
      const id = crypto.randomUUID();
      const events = Array.fromAsync(engine.watch(id, new AbortController().signal));
      await engine.submit({ id, account: 'clinic', workflow: 'nested', input: null });
      expect(await events).toEqual([
        { type: 'progress', step: 'first', index: 1, of: 2, fraction: 0 },
        { type: 'progress', step: 'pages/0/large/read', index: 2, of: 2, fraction: 0 },
        { type: 'progress', step: 'pages/0/large/read', index: 2, of: 2, fraction: 0.5 },
        { type: 'end' },
      ]);
      expect(await settled(await submit(nested))).toMatchObject({ step: 'pages/0/large/read' });
    });

    it('as a failure that says what is wrong, if a condition or a list of items cannot be evaluated', async () => {
      const wrong = workflow('wrong')
        .each(
          'pages',
          () => JSON.parse('{}'),
          {},
          (w) => w.step('read', () => 1),
        )
        .answer(asIs);
      const { submit, settled } = await open([wrong]);
      expect(await settled(await submit(wrong))).toMatchObject({ status: 'failed', problem: { code: 'internal' } });
    });

    it('and names the node that has failed, not the step before it or one that was aborted with it', async () => {
      const fails = (): never => {
        throw new Problem('no-speech', { status: 422, detail: 'Nobody speaks.' });
      };
      const begun = () => workflow<null>('before').step('draft', () => 1);
      const wrong = [
        begun().sleep('rest', () => 1e300),
        begun().sleep('rest', fails, { clock: 'account' }),
        begun().waitFor('rest', z.string(), { timeout: '1s' }),
        begun().when('rest', fails, (w) => w.step('read', () => 1)),
        begun().each('rest', fails, {}, (w) => w.step('read', () => 1)),
        begun().child(
          'rest',
          workflow<null>('resting')
            .step('nap', () => 1)
            .answer(asIs),
          fails,
        ),
        begun().parallel('both', {
          long: (w) => w.step('wait', (_, context) => untilAborted(context.signal)),
          short: (w) => w.sleep('rest', fails),
        }),
      ].map((draft, at) => ({ ...draft.answer(asIs), name: `wrong-${at}` }));
      const { submit, settled } = await open(wrong);
      for (const each of wrong) {
        const step = each === wrong.at(-1) ? 'both/short/rest' : 'rest';
        expect(await settled(await submit(each))).toMatchObject({ status: 'failed', step });
      }
    });

    it('of any number of items, each once', async () => {
      const times = Array.from({ length: 1100 }, () => 0);
      const many = workflow('many-items')
        .each(
          'pages',
          () => times.map((_, item) => item),
          { concurrency: 50 },
          (w) =>
            w.step('read', ({ item }) => {
              times[item] = (times[item] ?? 0) + 1;
              return item;
            }),
        )
        .answer(asIs);
      const { engine, submit, settled } = await open([many]);
      const id = await submit(many);
      expect(await settled(id)).toMatchObject({ status: 'done', output: [...times.keys()] });
      expect(times.every((count) => count === 1)).toBe(true);
      expect((await engine.steps(id))?.steps).toMatchObject([{ status: 'done', items: 1100 }]);
    });

    it('with at most a thousand waits at the same time, and then says what to do', async () => {
      const endless = workflow('endless')
        .each(
          'pages',
          () => Array.from({ length: 1100 }, (_, item) => item),
          { concurrency: 1100 },
          (w) => w.waitFor('read', z.string()),
        )
        .answer(asIs);
      const { submit, settled } = await open([endless]);
      expect((await settled(await submit(endless))).problem).toMatchObject({
        code: 'too-many-steps',
        detail: expect.stringMatching(/more than 1000 .*`child`/),
      });
    });
  });
}
