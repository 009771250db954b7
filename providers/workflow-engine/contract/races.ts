import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Problem, type StepContext, workflow } from 'chronoscribe';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { childHosts } from './children.ts';
import { racing, recordedSteps } from './crash-workflows.ts';
import { asIs, firstHost, gate, type TestBeds, untilAborted, waitOptions } from './test-bed.ts';

const By = z.object({ by: z.string() });

export function raceContract(beds: TestBeds): void {
  const { open, folder: newFolder } = beds;
  const children = childHosts(beds);

  describe('lets the first branch of a race win', () => {
    it('and aborts a step in progress, and what comes after it', async () => {
      const [begun, aborted] = [gate(), gate<unknown>()];
      const later = vi.fn();
      const race = workflow<string>('quick-or-slow')
        .race('first', {
          slow: (w) =>
            w
              .step('work', (_, { signal }) => {
                begun.resolve();
                return untilAborted(signal).finally(() => aborted.resolve(signal.reason));
              })
              .step('more', later),
          quick: (w) => w.step('wait', () => begun.promise).step('say', ({ input }) => `${input}!`),
        })
        .step('last', ({ first }) => first)
        .answer(asIs);
      const { engine, submit, settled } = await open([race]);
      const id = await submit(race, 'a');
      const output = { winner: 'quick', value: 'a!' };
      expect(await settled(id)).toMatchObject({ status: 'done', step: 'last', output });
      expect(await aborted.promise).toBeInstanceOf(Error);
      expect(later).not.toHaveBeenCalled();
      const states = [
        { status: 'done', kind: 'branch', steps: [{ status: 'done' }, { status: 'done' }] },
        { status: 'cancelled', kind: 'branch', steps: [{ status: 'cancelled' }, { status: 'cancelled' }] },
      ];
      const first = { kind: 'race', status: 'done', steps: states.toReversed() };
      expect((await engine.steps(id))?.steps).toMatchObject([first, { status: 'done' }]);
      await engine.eraseResults(id);
      expect((await engine.steps(id))?.steps).toMatchObject([first, { status: 'done' }]);
    });

    it('between a signal and sleeps, none of which is awaited any more', async () => {
      const race = workflow('signed-or-late')
        .race('first', {
          signed: (w) => w.waitFor('signature', By),
          other: (w) => w.waitFor('refusal', By),
          late: (w) => w.sleep('deadline', '3d', { clock: 'account' }),
          never: (w) => w.sleep('century', '5000w'),
        })
        .waitFor('refusal', By)
        .answer(asIs);
      const { engine, submit, settled, armed, disarmed } = await open([race]);
      const waitsFor = (id: string, signals: readonly string[]) =>
        vi.waitFor(async () => {
          const { waitingFor = [] } = (await engine.steps(id)) ?? {};
          expect(waitingFor.map(({ signal }) => signal)).toEqual(signals);
          expect(await engine.state(id)).toMatchObject({ isWaiting: true });
        }, waitOptions);

      const id = await submit(race);
      await waitsFor(id, ['first/signed/signature', 'first/other/refusal']);
      expect(await engine.signal(id, 'signature', { by: 'Ada' })).toBe(true);
      await waitsFor(id, ['refusal']);
      expect(await engine.signal(id, 'first/other/refusal', { by: 'late' })).toBe(false);
      expect(disarmed).toContainEqual({ run: id, within: 'first' });
      await engine.wake(id, 'first/late/deadline', 5);
      await waitsFor(id, ['refusal']);
      expect(await engine.signal(id, 'refusal', { by: 'Bo' })).toBe(true);
      expect(await settled(id)).toMatchObject({ status: 'done', step: 'refusal', output: { by: 'Bo' } });

      const other = await submit(race);
      await waitsFor(other, ['first/signed/signature', 'first/other/refusal']);
      expect(armed).toMatchObject([{ run: id }, { run: other, node: 'first/late/deadline' }]);
      await engine.wake(other, 'first/late/deadline', 5);
      await waitsFor(other, ['refusal']);
      expect(await engine.cancel(other)).toBe(true);
    });

    it('also if it has only waited, while a step of another one works', async () => {
      const aborted: string[] = [];
      const stuck = (_: unknown, { signal, runId }: StepContext) =>
        untilAborted(signal).finally(() => aborted.push(runId));
      const letter = workflow('quick-letter')
        .step('write', () => 'written')
        .answer(asIs);
      const timeout = workflow('step-or-sleep')
        .race('first', { work: (w) => w.step('work', stuck), late: (w) => w.sleep('deadline', '1s') })
        .step('winner', ({ first }) => first.winner)
        .answer(asIs);
      const signal = workflow('step-or-signal')
        .race('first', {
          work: (w) => w.step('work', stuck),
          enough: (w) =>
            w
              .sleep('a-while', '0s')
              .waitFor('signal', By)
              .step('note', ({ signal }) => signal.by),
        })
        .answer(asIs);
      const child = workflow('step-or-child')
        .race('first', { work: (w) => w.step('work', stuck), child: (w) => w.child('letter', letter, () => null) })
        .answer(asIs);
      const { engine, submit, settled } = await open([timeout, signal, child]);
      const late = await submit(timeout);
      expect(await settled(late)).toMatchObject({ status: 'done', output: 'late' });
      const enough = await submit(signal);
      const given = () => engine.signal(enough, 'signal', { by: 'Ada' });
      await vi.waitFor(async () => expect(await given()).toBe(true), waitOptions);
      expect(await settled(enough)).toMatchObject({ status: 'done', output: { winner: 'enough', value: 'Ada' } });
      const written = await submit(child);
      expect(await settled(written)).toMatchObject({ output: { winner: 'child', value: 'written' } });
      expect(aborted).toEqual([late, enough, written]);
    });

    it('and cancels the children of the others, whose steps abort', async () => {
      const [begun, aborted] = [gate(), gate()];
      const inner = workflow('slow-inner')
        .step('work', (_, { signal }) => {
          begun.resolve();
          return untilAborted(signal).finally(() => aborted.resolve());
        })
        .answer(asIs);
      const outer = workflow('slow-outer')
        .child('inner', inner, () => null)
        .answer(asIs);
      let mended = false;
      const race = workflow('child-or-signal')
        .race('first', {
          child: (w) => w.child('letter', outer, () => null),
          signal: (w) => w.waitFor('enough', By),
        })
        .step('end', ({ first }) => {
          if (!mended) throw new Problem('provider-failed', { detail: 'No.' });
          return first.winner;
        })
        .answer(asIs);
      const { engine, submit, settled, announced } = await open([race]);
      const id = await submit(race);
      await begun.promise;
      expect(await engine.signal(id, 'enough', { by: 'Ada' })).toBe(true);
      await aborted.promise;
      expect(await settled(id)).toMatchObject({ status: 'failed', step: 'end' });
      mended = true;
      expect(await engine.retry(id)).toBe(true);
      expect(await settled(id)).toMatchObject({ status: 'done', output: 'signal' });
      const letter = { status: 'cancelled', steps: [{ status: 'cancelled' }] };
      expect((await engine.steps(id))?.steps[0]?.steps).toMatchObject([
        { name: 'child', status: 'cancelled', steps: [letter] },
        { name: 'signal', status: 'done' },
      ]);
      await vi.waitFor(() => expect(announced).toEqual([id, id]), waitOptions);
    });

    it('as often as it is run, within an each, a repeat and another race', async () => {
      const race = workflow('races')
        .each(
          'items',
          () => [...Array(40).keys()],
          { concurrency: 8 },
          (w) =>
            w.race('first', {
              idle: (inner) =>
                inner.race('both', {
                  left: (each) => each.waitFor('signal', By),
                  right: (each) => each.sleep('long', '9d'),
                }),
              quick: (inner) => inner.step('take', ({ item }) => item),
            }),
        )
        .repeat('rounds', { until: ({ rounds }: { rounds: number }) => rounds === 1, most: 3 }, (w) =>
          w
            .race('again', {
              quick: (inner) => inner.step('count', ({ index }) => index),
              idle: (inner) => inner.waitFor('nothing', By),
            })
            .step('number', ({ again }) => (again.winner === 'quick' ? again.value : 99)),
        )
        .step('values', ({ items, rounds }) => [rounds, ...items.map(({ value }) => value)])
        .answer(asIs);
      const { engine, submit, settled } = await open([race]);
      const id = await submit(race);
      expect(await settled(id)).toMatchObject({ status: 'done', output: [1, ...Array(40).keys()] });
      expect(await engine.steps(id)).toMatchObject({ waitingFor: [] });
    });

    it('unless a branch fails before: then the run fails, and a retry runs the race again', async () => {
      let tries = 0;
      const race = workflow('broken-or-not')
        .race('first', {
          broken: (w) =>
            w.step('break', () => {
              tries += 1;
              if (tries === 1) throw new Problem('provider-failed', { detail: 'It spoke nonsense.' });
              return tries;
            }),
          idle: (w) => w.waitFor('signal', By),
        })
        .answer(asIs);
      const { engine, submit, settled } = await open([race]);
      const id = await submit(race);
      const problem = { code: 'provider-failed' };
      expect(await settled(id)).toMatchObject({ status: 'failed', step: 'first/broken/break', problem });
      expect((await engine.steps(id))?.steps).toMatchObject([{ kind: 'race', status: 'failed' }]);
      expect(await engine.retry(id)).toBe(true);
      expect(await settled(id)).toMatchObject({ status: 'done', output: { winner: 'broken', value: 2 } });
    });

    it('and runs all branches again when it is retried from one of their steps', async () => {
      let isOver = false;
      const done: string[] = [];
      const letter = workflow('raced-letter')
        .step('write', (_, { signal }) => (isOver ? 'written' : untilAborted(signal)))
        .answer(asIs);
      const race = workflow('raced-again')
        .race('first', {
          quick: (w) =>
            w
              .step('begin', () => void done.push('begin'))
              .step('end', async (_, { signal }) => {
                done.push('end');
                if (isOver) await untilAborted(signal);
              }),
          slow: (w) => w.child('letter', letter, () => null),
        })
        .step('check', ({ first }) => {
          if (!isOver) throw new Problem('provider-failed', { detail: 'No.' });
          return first;
        })
        .answer(asIs);
      const { engine, submit, settled } = await open([race]);
      const id = await submit(race);
      expect(await settled(id)).toMatchObject({ status: 'failed', step: 'check' });
      isOver = true;
      expect(await engine.retry(id, 'first/quick/end')).toBe(true);
      expect(await settled(id)).toMatchObject({ status: 'done', output: { winner: 'slow', value: 'written' } });
      expect(done).toEqual(['begin', 'end', 'end']);
    });

    it('and the same one after its process is killed, whatever the others would do then', async () => {
      const folder = await newFolder();
      const id = randomUUID();
      const child = children.start(folder, firstHost, { id, plot: 'racing' });
      await vi.waitFor(async () => expect(await recordedSteps(folder)).toContain('after'), waitOptions);
      child.kill('SIGKILL');
      await once(child, 'exit');

      const { engine, settled } = await open([racing(folder, 'passing')], folder);

      expect(await settled(id)).toMatchObject({ status: 'done', output: { winner: 'quick', value: 'quick' } });
      expect((await recordedSteps(folder)).toSorted()).toEqual(['after', 'after', 'quick', 'slow']);
      expect((await engine.steps(id))?.steps[0]?.steps).toMatchObject([{ status: 'cancelled' }, { status: 'done' }]);
    });
  });
}
