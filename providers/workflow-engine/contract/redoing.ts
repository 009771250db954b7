import { Problem, workflow } from 'chronoscribe';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { asIs, type TestBeds, waitOptions } from './test-bed.ts';

const failed = () => new Problem('provider-failed', { detail: 'No.' });

export function redoContract({ open }: TestBeds): void {
  describe('does anew', () => {
    it('a step of a failed run, and what comes after it; parallel branches stay', async () => {
      const done: string[] = [];
      const step = (name: string) => () => {
        done.push(name);
        return name;
      };
      const visit = workflow('visit')
        .step('see', step('see'))
        .parallel('both', {
          note: (w) => w.step('draft', step('draft')).step('check', step('check')),
          codes: (w) => w.step('find', step('find')),
        })
        .each(
          'pages',
          () => [0, 1],
          {},
          (w) =>
            w.step('read', ({ index }) => step(`read ${index}`)()).step('file', ({ index }) => step(`file ${index}`)()),
        )
        .step('end', () => {
          done.push('end');
          throw failed();
        })
        .answer(asIs);
      const { engine, submit, settled, announced } = await open([visit]);
      const id = await submit(visit);
      await settled(id);
      let ends = 1;
      const redo = async (from: string) => {
        done.length = 0;
        ends += 1;
        expect(await engine.retry(id, from), from).toBe(true);
        await vi.waitFor(() => expect(announced).toHaveLength(ends), waitOptions);
        expect(await engine.state(id)).toMatchObject({ status: 'failed', step: 'end' });
        return done;
      };
      const pages = ['read 0', 'file 0', 'read 1', 'file 1'];
      expect(await redo('both/note/check')).toEqual(['check', ...pages, 'end']);
      expect(await redo('pages/1/read')).toEqual(['read 1', 'file 1', 'end']);
      expect(await redo('pages')).toEqual([...pages, 'end']);
      expect(await redo('end')).toEqual(['end']);
      expect((await redo('both')).toSorted()).toEqual(['check', 'draft', 'end', 'find', ...pages].toSorted());
      for (const unknown of ['nothing', 'both/nothing', 'pages/7/read', 'see/read', 'both/note', ''])
        expect(await engine.retry(id, unknown), unknown).toBe(false);
    });

    it('steps of a child, which stays one run, and children that come later, which become new ones', async () => {
      const done: string[] = [];
      const letter = workflow<string>('letter')
        .step('write', ({ input }, { runId }) => void done.push(`write ${input} ${runId}`))
        .step('send', ({ input }, { runId }) => void done.push(`send ${input} ${runId}`))
        .answer(asIs);
      const visit = workflow('visit')
        .child('first', letter, () => 'a')
        .child('second', letter, () => 'b')
        .step('end', () => {
          if (done.length === 4) throw failed();
        })
        .answer(asIs);
      const { engine, submit, settled, announced } = await open([visit]);
      const id = await submit(visit);
      await settled(id);
      const before = [...done];
      expect(await engine.retry(id, 'first/send')).toBe(true);
      await vi.waitFor(() => expect(announced).toHaveLength(2), waitOptions);
      expect(await settled(id)).toMatchObject({ status: 'done' });
      const names = done.map((line) => line.split(' ').slice(0, 2).join(' '));
      expect(names).toEqual(['write a', 'send a', 'write b', 'send b', 'send a', 'write b', 'send b']);
      expect(done[4]).toBe(before[1]);
      expect(before).not.toContain(done[5]);
    });

    it('a wait, for which another signal must come', async () => {
      const approved = workflow('approved')
        .waitFor('approval', z.string())
        .sleep('pause', '1d', { clock: 'account' })
        .step('file', ({ approval, pause }) => {
          if (approval === 'Ada') throw failed();
          return [approval, pause];
        })
        .answer(asIs);
      const { engine, submit, settled, armed } = await open([approved]);
      const id = await submit(approved);
      for (const [by, at] of [
        ['Ada', 1],
        ['Bo', 2],
      ] as const) {
        const rounds = armed.length + 1;
        expect(await engine.signal(id, 'approval', by)).toBe(true);
        await vi.waitFor(() => expect(armed).toHaveLength(rounds), waitOptions);
        await engine.wake(id, 'pause', at);
        expect(await settled(id)).toMatchObject(
          by === 'Ada' ? { status: 'failed' } : { status: 'done', output: [by, at] },
        );
        if (by === 'Ada') expect(await engine.retry(id, 'approval')).toBe(true);
      }
    });

    it('only what has failed and has its results: not what is running, done, cancelled or erased', async () => {
      const held = workflow<string>('held')
        .step('work', () => 1)
        .waitFor('approval', z.string())
        .step('end', ({ approval }) => {
          if (approval === 'no') throw failed();
        })
        .answer(asIs);
      const { engine, submit, settled } = await open([held]);
      const [running, cancelled, done, erased] = [
        await submit(held),
        await submit(held),
        await submit(held),
        await submit(held),
      ];
      expect(await engine.signal(done, 'approval', 'yes')).toBe(true);
      expect(await settled(done)).toMatchObject({ status: 'done' });
      expect(await engine.signal(erased, 'approval', 'no')).toBe(true);
      const state = await settled(erased);
      expect(state).toMatchObject({ status: 'failed', problem: { code: 'provider-failed' } });
      await engine.cancel(cancelled);
      await engine.eraseResults(erased);
      for (const id of [running, cancelled, done, erased]) {
        expect(await engine.retry(id, 'work')).toBe(false);
        expect(await engine.retry(id)).toBe(false);
      }
      expect(await engine.state(erased)).toEqual(state);
    });

    it('a failed run from an earlier step, with what was not reached in other branches', async () => {
      const done: string[] = [];
      let mended = false;
      const visit = workflow('visit')
        .step('first', () => done.push('first'))
        .parallel('both', {
          bad: (w) =>
            w
              .step('look', () => void done.push('look'))
              .step('break', () => {
                if (!mended) throw failed();
                return 'mended';
              }),
          slow: (w) => w.waitFor('approval', z.string()),
        })
        .answer(asIs);
      const { engine, submit, settled } = await open([visit]);
      const id = await submit(visit);
      expect(await settled(id)).toMatchObject({ status: 'failed' });
      mended = true;
      expect(await engine.retry(id, 'both/bad/look')).toBe(true);
      expect(await engine.signal(id, 'approval', 'yes')).toBe(true);
      expect(await settled(id)).toMatchObject({ status: 'done', output: { bad: 'mended', slow: 'yes' } });
      expect(done).toEqual(['first', 'look', 'look']);
    });
  });
}
