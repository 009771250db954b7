import { Problem, workflow } from 'chronoscribe';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { asIs, type TestBeds, waitOptions } from './test-bed.ts';

export function roundContract({ open }: TestBeds): void {
  describe('repeats nodes', () => {
    it('until a round was the last one, with a pause between two, and keeps what it has decided', async () => {
      let asked = 0;
      const until = ({ poll }: { readonly poll: number }) => {
        asked += 1;
        return poll === 2;
      };
      const polling = workflow<number>('polling')
        .repeat('poll', { until, every: '1s', most: 5 }, (w) =>
          w.step('look', ({ index }) => index).step('note', ({ look }) => look),
        )
        .step('end', ({ poll, input }) => poll + input)
        .answer(asIs);
      const { engine, submit, settled } = await open([polling]);
      const begun = Date.now();
      const id = await submit(polling, 40);
      expect(await settled(id)).toMatchObject({ status: 'done', output: 42 });
      expect(Date.now()).toBeGreaterThanOrEqual(begun + 2000);
      expect(asked).toBe(3);
      const round = { kind: 'item', status: 'done', steps: [{ status: 'done' }, { status: 'done' }] };
      expect((await engine.steps(id))?.steps).toMatchObject([
        { kind: 'repeat', status: 'done', items: 3, steps: [round, round, round] },
        { kind: 'step', status: 'done' },
      ]);
      await engine.eraseResults(id);
      expect((await engine.steps(id))?.steps[0]).toMatchObject({
        status: 'done',
        items: 3,
        steps: [round, round, round],
      });
    });

    it('at most as often as it says, then fails, and begins again when it is retried from there', async () => {
      const looks: number[] = [];
      const vain = workflow('vain')
        .repeat('poll', { until: () => looks.length === 5, most: 3 }, (w) =>
          w.step('look', ({ index }) => void looks.push(index)),
        )
        .answer(asIs);
      const { engine, submit, settled } = await open([vain]);
      const id = await submit(vain);
      expect(await settled(id)).toMatchObject({ status: 'failed', step: 'poll', problem: { code: 'too-many-rounds' } });
      expect((await engine.steps(id))?.steps).toMatchObject([{ status: 'failed', items: 3 }]);
      expect(await engine.retry(id, 'poll')).toBe(true);
      expect(await settled(id)).toMatchObject({ status: 'done' });
      expect(looks).toEqual([0, 1, 2, 0, 1]);
    });

    it('from a round on, when it is retried from there', async () => {
      const done: string[] = [];
      const failing = workflow('failing-rounds')
        .repeat('poll', { until: ({ poll }: { readonly poll: number }) => poll === 2, most: 3 }, (w) =>
          w
            .step('ask', ({ index }) => void done.push(`ask ${index}`))
            .step('look', ({ index }) => {
              done.push(`look ${index}`);
              return index;
            }),
        )
        .step('end', () => {
          done.push('end');
          throw new Problem('provider-failed', { detail: 'No.' });
        })
        .answer(asIs);
      const { engine, submit, settled, announced } = await open([failing]);
      const id = await submit(failing);
      await settled(id);
      done.length = 0;
      for (const unknown of ['poll/3/ask', 'poll/x/ask', 'poll/1/nothing', 'poll/1'])
        expect(await engine.retry(id, unknown), unknown).toBe(false);
      expect(await engine.retry(id, 'poll/1/look')).toBe(true);
      await vi.waitFor(() => expect(announced).toHaveLength(2), waitOptions);
      expect(done).toEqual(['look 1', 'ask 2', 'look 2', 'end']);
    });

    it('with a signal for each round, and can be cancelled between two', async () => {
      const asking = workflow('asking')
        .repeat('poll', { until: () => false, every: '1h', most: 9 }, (w) => w.waitFor('answer', z.string()))
        .answer(asIs);
      const { engine, submit, settled } = await open([asking]);
      const id = await submit(asking);
      const waiting = async () => (await engine.steps(id))?.waitingFor.map(({ signal }) => signal);
      await vi.waitFor(async () => expect(await waiting()).toEqual(['poll/0/answer']), waitOptions);
      expect(await engine.signal(id, 'answer', 'no')).toBe(true);
      await vi.waitFor(async () => expect(await waiting()).toEqual([]), waitOptions);
      await vi.waitFor(async () => expect(await engine.state(id)).toMatchObject({ isWaiting: true }), waitOptions);
      expect(await engine.cancel(id)).toBe(true);
      expect(await settled(id)).toMatchObject({ status: 'cancelled' });
      expect((await engine.steps(id))?.steps).toMatchObject([
        { status: 'cancelled', steps: [{ status: 'done' }, { status: 'cancelled' }] },
      ]);
    });
  });
}
