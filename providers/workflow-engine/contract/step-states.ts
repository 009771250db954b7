import { Problem, workflow } from 'chronoscribe';
import type { StepState } from 'chronoscribe/host';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { asIs, gate, type TestBeds, untilAborted, waitOptions } from './test-bed.ts';

export function stepStateContract({ open }: TestBeds): void {
  describe('tells of each node', () => {
    it('whether it waits, runs or is done, in the order of the graph, with what is inside', async () => {
      const go = gate();
      const letter = workflow<string>('letter')
        .step('write', ({ input }) => input)
        .answer(asIs);
      let tries = 0;
      const visit = workflow<boolean>('visit')
        .step('see', { backoffMs: 1 }, () => {
          tries += 1;
          if (tries < 3) throw new Problem('provider-unavailable', { detail: 'It is away.', transient: true });
        })
        .parallel('both', {
          note: (w) => w.step('draft', () => go.promise),
          codes: (w) => w.waitFor('approval', z.string(), { timeout: '1h' }),
        })
        .each(
          'pages',
          () => ['a', 'b'],
          {},
          (w) => w.step('read', () => 1),
        )
        .when(
          'long',
          ({ input }) => input,
          (w) => w.step('shorten', () => 1),
        )
        .sleep('pause', '0s')
        .child('letter', letter, () => 'a')
        .answer(asIs);
      const { engine, submit, settled, reached } = await open([visit]);
      const id = await submit(visit, false);
      await reached(id, 'both/note/draft');
      await vi.waitFor(async () => expect((await engine.steps(id))?.waitingFor).toHaveLength(1), waitOptions);

      const now = await engine.steps(id);
      expect(now?.steps.map(brief)).toEqual([
        'see step done 3',
        'both parallel running 1',
        'pages each waiting 0',
        'long when waiting 0',
        'pause sleep waiting 0',
        'letter child waiting 0',
      ]);
      expect(now?.steps[1]?.steps?.flatMap((branch) => [branch, ...(branch.steps ?? [])]).map(brief)).toEqual([
        'both/note branch running 1',
        'both/note/draft step running 1',
        'both/codes branch waiting 1',
        'both/codes/approval wait waiting 1',
      ]);
      const [waiting] = now?.waitingFor ?? [];
      expect(waiting?.signal).toBe('both/codes/approval');
      expect(Math.abs((waiting?.until ?? 0) - Date.now() - 3_600_000)).toBeLessThan(60_000);

      go.resolve();
      await engine.signal(id, 'approval', 'yes');
      await settled(id);
      const all = flat((await engine.steps(id))?.steps ?? []);
      const expected = [
        'see step done 3',
        'both parallel done 1',
        'both/note branch done 1',
        'both/note/draft step done 1',
        'both/codes branch done 1',
        'both/codes/approval wait done 1',
        'pages each done 1',
        'pages/0 item done 1',
        'pages/0/read step done 1',
        'pages/1 item done 1',
        'pages/1/read step done 1',
        'long when skipped 1',
        'long/shorten step skipped 0',
        'pause sleep done 1',
        'letter child done 1',
        'letter/write step done 1',
      ];
      expect(all.map(brief)).toEqual(expected);
      expect(all.find(({ id: path }) => path === 'pages')?.items).toBe(2);
      const times = all.filter(({ status }) => status === 'done').map(({ startedAt, endedAt }) => [startedAt, endedAt]);
      for (const [startedAt, endedAt] of times)
        expect(startedAt ?? Number.NaN).toBeLessThanOrEqual(endedAt ?? Number.NaN);

      await engine.eraseResults(id);
      const erased = flat((await engine.steps(id))?.steps ?? []).map(brief);
      expect(erased).toEqual(expected.map((line) => line.replace('see step done 3', 'see step done 1')));
    });

    it('which one failed and why, which were cancelled by that, and which were not reached', async () => {
      const begun = gate();
      const visit = workflow('visit')
        .parallel('both', {
          bad: (w) =>
            w.step('break', async () => {
              await begun.promise;
              throw new Problem('provider-failed', { detail: 'It spoke nonsense.' });
            }),
          slow: (w) =>
            w.step('work', (_, { signal }) => {
              begun.resolve();
              return untilAborted(signal);
            }),
          idle: (w) => w.waitFor('approval', z.string()),
        })
        .step('after', () => 1)
        .answer(asIs);
      const { engine, submit, settled } = await open([visit]);
      const id = await submit(visit);
      await settled(id);
      const { steps = [], waitingFor } = (await engine.steps(id)) ?? {};
      expect(flat(steps).map(brief)).toEqual([
        'both parallel failed 1',
        'both/bad branch failed 1',
        'both/bad/break step failed 1',
        'both/slow branch cancelled 1',
        'both/slow/work step cancelled 1',
        'both/idle branch cancelled 1',
        'both/idle/approval wait cancelled 1',
        'after step waiting 0',
      ]);
      expect(flat(steps)[2]?.error).toEqual({ code: 'provider-failed', status: 502, detail: 'It spoke nonsense.' });
      expect(waitingFor).toEqual([]);
    });

    it('that a cancelled run has cancelled what was not done', async () => {
      const visit = workflow('visit')
        .step('see', () => 1)
        .step('work', (_, { signal }) => untilAborted(signal))
        .step('after', () => 1)
        .answer(asIs);
      const { engine, submit, reached } = await open([visit]);
      const id = await submit(visit);
      await reached(id, 'work');
      await engine.cancel(id);
      expect((await engine.steps(id))?.steps.map(({ name, status }) => [name, status])).toEqual([
        ['see', 'done'],
        ['work', 'cancelled'],
        ['after', 'cancelled'],
      ]);
    });
  });
}

function brief({ id, kind, status, attempt }: StepState): string {
  return `${id} ${kind} ${status} ${attempt}`;
}

function flat(steps: readonly StepState[]): readonly StepState[] {
  return steps.flatMap((step) => [step, ...flat(step.steps ?? [])]);
}
