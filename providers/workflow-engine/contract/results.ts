import { workflow } from 'chronoscribe';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { asIs, gate, type TestBeds, waitOptions } from './test-bed.ts';

export function resultContract({ open }: TestBeds): void {
  describe('gives the results of a run so far', () => {
    it('beginning with its input, of each node once it is done, and none once they are erased', async () => {
      const go = gate();
      const letter = workflow<{ readonly patient: string }>('letter')
        .step('draft', ({ input }) => `Dear ${input.patient}`)
        .when(
          'long',
          () => false,
          (w) => w.step('shorten', () => ''),
        )
        .parallel('both', { one: (w) => w.step('first', () => 1), two: (w) => w.step('second', () => go.promise) })
        .waitFor('approved', z.object({ by: z.string() }))
        .answer(asIs);
      const { engine, submit, settled, reached } = await open([letter]);
      const id = await submit(letter, { patient: 'Ada' });
      await reached(id, 'both/two/second');
      const begun = { input: { patient: 'Ada' }, draft: 'Dear Ada', long: null };
      expect(await engine.results(id)).toEqual(begun);
      go.resolve();
      await vi.waitFor(async () => expect(await engine.results(id)).toHaveProperty('both'), waitOptions);
      expect(await engine.results(id)).toEqual({ ...begun, both: { one: 1, two: null } });
      await engine.signal(id, 'approved', { by: 'Grace' });
      await settled(id);
      await engine.eraseResults(id);
      expect(await engine.results(id)).toBeUndefined();
      expect(await engine.results('none')).toBeUndefined();
    });

    it('of an `each` of the items that are done, in order, and of a `repeat` of the latest round', async () => {
      const gates = [gate(), gate(), gate(), gate()];
      const digest = workflow('digest')
        .each(
          'pages',
          () => [0, 1, 2],
          { concurrency: 3 },
          (w) =>
            w.step('read', async ({ item }) => {
              await gates[item]?.promise;
              return `page ${item}`;
            }),
        )
        .repeat('poll', { until: ({ poll }: { readonly poll: number }) => poll === 2, most: 3 }, (w) =>
          w.step('look', async ({ index }) => {
            if (index === 2) await gates[3]?.promise;
            return index;
          }),
        )
        .answer(asIs);
      const { engine, submit, settled, reached } = await open([digest]);
      const id = await submit(digest);
      const reads = (results: object) =>
        vi.waitFor(async () => expect(await engine.results(id)).toEqual({ input: null, ...results }), waitOptions);
      await reads({});
      gates[2]?.resolve();
      await reads({ pages: ['page 2'] });
      gates[0]?.resolve();
      await reads({ pages: ['page 0', 'page 2'] });
      gates[1]?.resolve();
      await reached(id, 'poll/2/look');
      await reads({ pages: ['page 0', 'page 1', 'page 2'], poll: 1 });
      gates[3]?.resolve();
      await settled(id);
    });

    it('of one that has failed, until it is forgotten', async () => {
      const failing = workflow<string>('failing')
        .step('first', ({ input }) => input.toUpperCase())
        .step('second', () => Promise.reject(new Error('as it was asked to')))
        .answer(asIs);
      const { engine, submit, settled } = await open([failing]);
      const id = await submit(failing, 'ada');
      expect(await settled(id)).toMatchObject({ status: 'failed' });
      expect(await engine.results(id)).toEqual({ input: 'ada', first: 'ADA' });
      await engine.forget(id);
      expect(await engine.results(id)).toBeUndefined();
    });
  });
}
