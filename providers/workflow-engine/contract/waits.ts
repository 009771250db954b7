import { randomUUID } from 'node:crypto';
import { workflow } from 'chronoscribe';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { asIs, gate, type TestBeds, waitOptions } from './test-bed.ts';

const Approval = z.object({ by: z.string() });

export function waitContract({ open }: TestBeds): void {
  describe('waits', () => {
    it('until a sleep is over, also while another branch works or waits longer', async () => {
      const done: string[] = [];
      const napping = workflow<number>('napping')
        .parallel('parts', {
          short: (w) =>
            w
              .sleep('nap', ({ input }) => input)
              .step('awake', ({ nap }) => {
                done.push('short');
                return nap;
              }),
          long: (w) => w.sleep('rest', '1h'),
          quick: (w) => w.step('work', () => void done.push('quick')),
        })
        .answer(asIs);
      const { engine, submit, reached } = await open([napping]);
      const end = Date.now() + 300;
      const id = await submit(napping, end);
      await reached(id, 'parts/short/awake');
      await vi.waitFor(() => expect(done).toEqual(['quick', 'short']), waitOptions);
      expect(Date.now()).toBeGreaterThanOrEqual(end);
      await vi.waitFor(
        async () => expect(await engine.state(id)).toMatchObject({ status: 'running', isWaiting: true }),
        waitOptions,
      );
      expect(await engine.cancel(id)).toBe(true);
    });

    it('on the account clock until it is woken, and counts the next sleep from where the last one ended', async () => {
      const letters = workflow('letters')
        .sleep('first', '3d', { clock: 'account' })
        .step('write', ({ first }) => first)
        .sleep('second', '2d', { clock: 'account' })
        .sleep('third', () => 99, { clock: 'account' })
        .answer(asIs);
      const { engine, submit, settled, armed } = await open([letters]);
      const id = await submit(letters);
      const day = 86_400_000;
      await vi.waitFor(() => expect(armed).toHaveLength(1), waitOptions);
      await engine.wake(id, 'first', 1000);
      await engine.wake(id, 'first', 2000);
      await vi.waitFor(() => expect(armed).toHaveLength(2), waitOptions);
      await engine.wake(id, 'third', 5000);
      await engine.wake(id, 'second', 3000);
      expect(await settled(id)).toMatchObject({ status: 'done', output: 5000 });
      const sleep = { run: id, account: 'clinic' };
      expect(armed).toEqual([
        { ...sleep, node: 'first', until: { ms: 3 * day }, from: undefined },
        { ...sleep, node: 'second', until: { ms: 2 * day }, from: 1000 },
        { ...sleep, node: 'third', until: { instant: 99 }, from: 3000 },
      ]);
      await engine.wake(id, 'third', 6000);
      await engine.wake(randomUUID(), 'third', 6000);
    });

    it('for a signal, whether it comes before or after', async () => {
      const go = gate();
      const approved = workflow('approved')
        .step('draft', () => go.promise)
        .waitFor('approval', Approval)
        .waitFor('checked', Approval)
        .answer(asIs);
      const { engine, submit, settled, reached } = await open([approved]);
      const id = await submit(approved);
      await reached(id, 'draft');
      expect(await engine.signal(id, 'approval', { by: 'Ada' })).toBe(true);
      expect(await engine.signal(id, 'approval', { by: 'another' })).toBe(false);
      expect(await engine.signal(id, 'nothing', {})).toBe(false);
      expect(await engine.signal(id, 'draft', {})).toBe(false);
      go.resolve();
      await vi.waitFor(
        async () => expect(await engine.steps(id)).toMatchObject({ waitingFor: [{ signal: 'checked', until: null }] }),
        waitOptions,
      );
      expect(await engine.signal(id, 'approval', { by: 'late' })).toBe(false);
      expect(await engine.signal(id, 'checked', { by: 'Bo' })).toBe(true);
      expect(await settled(id)).toMatchObject({ status: 'done', output: { by: 'Bo' } });
      expect(await engine.signal(id, 'checked', { by: 'late' })).toBe(false);
      expect(await engine.signal(randomUUID(), 'checked', { by: 'late' })).toBe(false);
    });

    it('for a signal at most as long as it says, and once more after a retry', async () => {
      const brief = workflow('brief-wait').waitFor('approval', Approval, { timeout: '1s' }).answer(asIs);
      const { engine, submit, settled } = await open([brief]);
      const id = await submit(brief);
      expect(await settled(id)).toMatchObject({ status: 'failed', problem: { code: 'signal-timeout', status: 504 } });
      expect(await engine.retry(id)).toBe(true);
      await vi.waitFor(async () => expect(await engine.signal(id, 'approval', { by: 'Ada' })).toBe(true), waitOptions);
      expect(await settled(id)).toMatchObject({ status: 'done', output: { by: 'Ada' } });
    });

    it('for a signal at most as long as it says, and goes on with another value, which is kept', async () => {
      const brief = workflow('brief-else')
        .waitFor('approval', Approval, { timeout: '1s', else: null })
        .step('fail', { attempts: 1 }, ({ approval }) => {
          if (approval === null && !done.includes('failed')) {
            done.push('failed');
            throw new Error('once');
          }
          return approval ?? 'nobody';
        })
        .answer(asIs);
      const done: string[] = [];
      const { engine, submit, settled } = await open([brief]);
      const id = await submit(brief);
      expect(await settled(id)).toMatchObject({ status: 'failed', step: 'fail' });
      expect((await engine.steps(id))?.steps).toMatchObject([{ status: 'done' }, { status: 'failed' }]);
      expect(await engine.retry(id)).toBe(true);
      expect(await settled(id)).toMatchObject({ status: 'done', output: 'nobody' });
      const other = await submit(brief);
      await vi.waitFor(async () => expect(await engine.signal(other, 'approval', { by: 'Ada' })).toBe(true));
      expect(await settled(other)).toMatchObject({ status: 'done', output: { by: 'Ada' } });
    });

    it('for a signal as long as the account clock says, if asked', async () => {
      const followed = workflow<string>('followed')
        .waitFor('approval', Approval, { timeout: '7d', else: null, clock: 'account' })
        .waitFor('check', Approval, { timeout: '2d', clock: 'account' })
        .answer(asIs);
      const { engine, submit, settled, armed, disarmed } = await open([followed]);
      const id = await submit(followed);
      const [approval, check] = [`approval//timeout`, `check//timeout`];
      const day = 86_400_000;
      const isArmed = (times: number) => vi.waitFor(() => expect(armed).toHaveLength(times), waitOptions);
      const isWaiting = (signal: string) =>
        vi.waitFor(
          async () => expect(await engine.steps(id)).toMatchObject({ waitingFor: [{ signal, until: null }] }),
          waitOptions,
        );
      await isArmed(1);
      await engine.wake(id, approval, 7 * day);
      expect(await engine.signal(id, 'approval', { by: 'late' })).toBe(false);
      await isArmed(2);
      expect(disarmed).toEqual([]);
      await engine.wake(id, check, 9 * day);
      expect(await settled(id)).toMatchObject({ status: 'failed', step: 'check', problem: { code: 'signal-timeout' } });

      expect(await engine.retry(id)).toBe(true);
      await isArmed(3);
      await isWaiting('check');
      expect(await engine.signal(id, 'check', { by: 'Ada' })).toBe(true);
      await engine.wake(id, check, 9 * day);
      expect(await settled(id)).toMatchObject({ status: 'done', output: { by: 'Ada' } });
      expect(disarmed).toEqual([{ run: id, within: 'check' }]);
      const about = { run: id, account: 'clinic', from: undefined };
      expect(armed).toEqual([
        { ...about, node: approval, until: { ms: 7 * day } },
        { ...about, node: check, until: { ms: 2 * day } },
        { ...about, node: check, until: { ms: 2 * day } },
      ]);
    });

    it('for a duration that a function gives, on both clocks', async () => {
      const counted = workflow<'1s' | '2h'>('counted')
        .sleep('wall', '0s')
        .sleep('brief', () => '1s')
        .sleep('rest', ({ input }) => input, { clock: 'account' })
        .answer(asIs);
      const { engine, submit, settled, armed } = await open([counted]);
      const begun = Date.now();
      const id = await submit(counted, '2h');
      await vi.waitFor(() => expect(armed).toMatchObject([{ until: { ms: 7_200_000 }, from: undefined }]), waitOptions);
      expect(Date.now()).toBeGreaterThanOrEqual(begun + 1000);
      await engine.wake(id, 'rest', 77);
      expect(await settled(id)).toMatchObject({ status: 'done', output: 77 });
    });

    it('with a signal for each item, or for all that wait under one name', async () => {
      const many = workflow('many')
        .each(
          'pages',
          () => [0, 1, 2],
          { concurrency: 2 },
          (w) => w.waitFor('read', z.number()),
        )
        .answer(asIs);
      const { engine, submit, settled } = await open([many]);
      const id = await submit(many);
      const waitsFor = (...signals: string[]) =>
        vi.waitFor(
          async () => expect((await engine.steps(id))?.waitingFor.map(({ signal }) => signal)).toEqual(signals),
          waitOptions,
        );
      await waitsFor('pages/0/read', 'pages/1/read');
      expect(await engine.signal(id, 'pages/1/read', 1)).toBe(true);
      await waitsFor('pages/0/read', 'pages/2/read');
      expect(await engine.signal(id, 'read', 7)).toBe(true);
      expect(await settled(id)).toMatchObject({ status: 'done', output: [7, 1, 7] });
    });

    it('and continues what has waited before it begins what is new', async () => {
      const done: string[] = [];
      const go = gate();
      const waiting = workflow('waiting')
        .waitFor('approval', Approval)
        .step('work', () => void done.push('waited'))
        .answer(asIs);
      const busy = workflow<string>('busy')
        .step('work', async ({ input }) => {
          await go.promise;
          done.push(input);
        })
        .answer(asIs);
      const { engine, submit, settled } = await open([waiting, busy]);
      const id = await submit(waiting);
      await vi.waitFor(async () => expect(await engine.state(id)).toMatchObject({ isWaiting: true }), waitOptions);
      const others: string[] = [];
      for (const input of ['a', 'b', 'c', 'd']) others.push(await submit(busy, input));
      await vi.waitFor(
        async () => expect(await engine.state(others[1] ?? '')).toMatchObject({ status: 'running' }),
        waitOptions,
      );
      await engine.signal(id, 'approval', { by: 'Ada' });
      go.resolve();
      await Promise.all([id, ...others].map(settled));
      expect(done.indexOf('waited')).toBeLessThan(done.indexOf('d'));
    });

    it('through a stop, with signals that come in the meantime of the stop', async () => {
      const held = workflow('held-open').waitFor('approval', Approval).answer(asIs);
      const before = await open([held]);
      const id = await before.submit(held);
      await vi.waitFor(
        async () => expect(await before.engine.state(id)).toMatchObject({ isWaiting: true }),
        waitOptions,
      );
      await before.stop();
      const after = await open([held], before.folder);
      expect(await after.engine.state(id)).toMatchObject({ status: 'running', isWaiting: true });
      expect(before.announced).toEqual([]);
      expect(await after.engine.signal(id, 'approval', { by: 'Ada' })).toBe(true);
      expect(await after.settled(id)).toMatchObject({ status: 'done', output: { by: 'Ada' } });
    });
  });
}
