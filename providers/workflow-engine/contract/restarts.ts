import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { workflow } from 'chronoscribe';
import { describe, expect, it, vi } from 'vitest';
import { childHosts } from './children.ts';
import { dying, looping, recordedSteps, threeSteps } from './crash-workflows.ts';
import { asIs, firstHost, gate, type TestBeds, untilAborted, waitOptions } from './test-bed.ts';

/** More often than a step may kill its host. */
const manyStops = 5;

export function restartContract(beds: TestBeds): void {
  const { open, folder: newFolder } = beds;
  const children = childHosts(beds);

  describe('continues after a stop', () => {
    it('with the interrupted step, which has not failed, and repeats no finished one', async () => {
      const done: string[] = [];
      let stuck = true;
      const aborted = gate<unknown>();
      const long = workflow<string>('long')
        .step('first', ({ input }) => {
          done.push('first');
          return input;
        })
        .step('second', async ({ first }, { signal }) => {
          done.push('second');
          if (stuck) await untilAborted(signal).finally(() => aborted.resolve(signal.reason));
          return `${first}!`;
        })
        .answer(asIs);
      const before = await open([long]);
      const id = await before.submit(long, 'a');
      await before.reached(id, 'second');

      await before.engine.stop();
      await aborted.promise;
      expect(await before.engine.state(id)).toMatchObject({ status: 'queued', problem: null });
      expect(before.announced).toEqual([]);
      await before.stop();
      stuck = false;
      const after = await open([long], before.folder);

      expect(await after.settled(id)).toMatchObject({ status: 'done', output: 'a!' });
      expect(done).toEqual(['first', 'second', 'second']);
      await vi.waitFor(() => expect(after.announced).toEqual([id]), waitOptions);
    });

    it('with interrupted runs, then with queued ones', async () => {
      const begun: string[] = [];
      const bothAgain = Promise.withResolvers<void>();
      let stuck = true;
      const held = workflow<string>('held')
        .step('hold', async ({ input }, { signal }) => {
          begun.push(input);
          if (stuck) await untilAborted(signal);
          if (begun.filter((each) => each !== 'queued').length === 4) bothAgain.resolve();
          // Else one of them might be done, and leave its place, before the other has begun.
          if (input !== 'queued') await bothAgain.promise;
          return input;
        })
        .answer(asIs);
      const before = await open([held]);
      const ids = [await before.submit(held, 'a'), await before.submit(held, 'b'), await before.submit(held, 'queued')];
      await vi.waitFor(() => expect(begun.toSorted()).toEqual(['a', 'b']), waitOptions);
      await before.stop();
      stuck = false;
      const after = await open([held], before.folder);
      expect(await Promise.all(ids.map(async (id) => (await after.settled(id)).output))).toEqual(['a', 'b', 'queued']);
      expect(begun.slice(2).toSorted()).toEqual(['a', 'b', 'queued']);
      expect(begun.at(-1)).toBe('queued');
    });

    it('however often it is stopped', async () => {
      let tries = 0;
      const slow = workflow('slow')
        .step('work', async (_, { signal }) => {
          tries += 1;
          if (tries <= manyStops) await untilAborted(signal);
          return tries;
        })
        .answer(asIs);
      let bed = await open([slow]);
      const id = await bed.submit(slow);
      for (let stops = 1; stops <= manyStops; stops += 1) {
        await vi.waitFor(() => expect(tries).toBe(stops), waitOptions);
        await bed.stop();
        bed = await open([slow], bed.folder);
      }
      expect(await bed.settled(id)).toMatchObject({ status: 'done', output: manyStops + 1 });
    });

    it('with a step that ignored its signal, and ignores what that step returns later', async () => {
      const go = gate();
      let result = 'too late';
      const deaf = workflow('deaf')
        .step('work', async () => {
          const now = result;
          await go.promise;
          return now;
        })
        .answer(asIs);
      const before = await open([deaf]);
      const id = await before.submit(deaf);
      await before.reached(id, 'work');
      await before.stop();
      result = 'in time';
      go.resolve();
      const after = await open([deaf], before.folder);
      expect(await after.settled(id)).toMatchObject({ status: 'done', output: 'in time' });
    });

    it('with a step that returned early because it was aborted, and ignores what it returned', async () => {
      const results = ['partial', 'whole'];
      const begun = gate();
      const eager = workflow('eager')
        .step('work', async (_, { signal }) => {
          const result = results.shift() ?? '';
          begun.resolve();
          if (result === 'partial') await untilAborted(signal).catch(() => undefined);
          return result;
        })
        .step('rest', ({ work }) => work)
        .answer(asIs);
      const before = await open([eager]);
      const id = await before.submit(eager);
      await begun.promise;
      await before.stop();
      const after = await open([eager], before.folder);
      expect(await after.settled(id)).toMatchObject({ status: 'done', output: 'whole' });
    });

    it('that waits until steps have cleaned up', async () => {
      const cleaned: string[] = [];
      const careful = workflow<string>('careful')
        .step('work', async ({ input }, { signal }) => {
          try {
            await untilAborted(signal);
          } finally {
            await rm(join(await newFolder(), 'scratch'), { force: true });
            cleaned.push(input);
          }
        })
        .answer(asIs);
      const { engine, submit, reached } = await open([careful]);
      for (const input of ['a', 'b']) await reached(await submit(careful, input), 'work');
      await engine.stop();
      expect(cleaned.toSorted()).toEqual(['a', 'b']);
    });

    it('with the runs that were settled before', async () => {
      const quick = workflow('quick')
        .step('work', () => 'kept')
        .answer(asIs);
      const before = await open([quick]);
      const id = await before.submit(quick);
      await before.settled(id);
      await before.stop();
      const after = await open([quick], before.folder);
      expect(await after.engine.state(id)).toMatchObject({ status: 'done', step: 'work', output: 'kept' });
      expect(await Array.fromAsync(after.engine.watch(id, new AbortController().signal))).toEqual([{ type: 'end' }]);
    });

    it('but refuses runs once it is stopped, and can be stopped twice', async () => {
      const quick = workflow('quick')
        .step('work', () => 1)
        .answer(asIs);
      const { engine, submit, stop } = await open([quick]);
      await engine.stop();
      await engine.stop();
      await expect(submit(quick)).rejects.toMatchObject({ code: 'stopping' });
      await stop();
    });
  });

  describe('continues after its process is killed', () => {
    it('with the step in progress, and repeats no finished one', async () => {
      const folder = await newFolder();
      const id = randomUUID();
      const child = children.start(folder, firstHost, { id, plot: 'stuck' });
      await vi.waitFor(async () => expect(await recordedSteps(folder)).toEqual(['first', 'second']), waitOptions);
      child.kill('SIGKILL');
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);

      const { settled } = await open([threeSteps(folder, 'passing')], folder);

      expect(await settled(id)).toMatchObject({ status: 'done', output: ['first', 'second', 'third'] });
      expect(await recordedSteps(folder)).toEqual(['first', 'second', 'second', 'third']);
    });

    it('in the middle of a loop, and repeats no round that is over', async () => {
      const folder = await newFolder();
      const id = randomUUID();
      const child = children.start(folder, firstHost, { id, plot: 'looping' });
      const before = ['ask 0', 'look 0', 'ask 1', 'look 1', 'ask 2', 'look 2'];
      await vi.waitFor(async () => expect(await recordedSteps(folder)).toEqual(before), waitOptions);
      child.kill('SIGKILL');
      await once(child, 'exit');

      const { settled } = await open([looping(folder, 'passing')], folder);

      expect(await settled(id)).toMatchObject({ status: 'done', output: 3 });
      expect(await recordedSteps(folder)).toEqual([...before, 'look 2', 'ask 3', 'look 3']);
    });

    it('but fails a run that has killed it twice in one step, until it is retried', async () => {
      const folder = await newFolder();
      const id = randomUUID();
      for (const crash of [1, 2]) {
        const child = children.start(folder, firstHost, { id, plot: 'dying' });
        expect(await once(child, 'exit'), `crash ${crash}`).toEqual([null, 'SIGKILL']);
      }

      const { engine, settled, announced } = await open([dying(folder, 'mended')], folder);

      expect(await settled(id)).toMatchObject({
        status: 'failed',
        step: 'die',
        problem: { status: 500, detail: expect.stringMatching(/died 2 times during the step "die".*retry the run/) },
      });
      expect(await recordedSteps(folder)).toEqual(['live', 'die', 'die']);
      await vi.waitFor(() => expect(announced).toEqual([id]), waitOptions);
      expect(await engine.retry(id)).toBe(true);
      expect(await settled(id)).toMatchObject({ status: 'done', output: 'alive' });
      expect(await recordedSteps(folder)).toEqual(['live', 'die', 'die']);
    });
  });

  it('fails a run whose workflow is gone, and continues it once the workflow is back', async () => {
    const removed = workflow('removed')
      .step('work', (_, { signal }) => untilAborted(signal))
      .answer(asIs);
    const other = workflow('other')
      .step('work', () => 'other')
      .answer(asIs);
    const mended = workflow('removed')
      .step('work', () => 'back')
      .answer(asIs);
    const before = await open([removed]);
    const id = await before.submit(removed);
    await before.reached(id, 'work');
    await before.stop();

    const without = await open([other], before.folder);
    expect(await without.settled(id)).toMatchObject({
      status: 'failed',
      problem: { status: 503, detail: expect.stringContaining('"removed"') },
    });
    await vi.waitFor(() => expect(without.announced).toEqual([id]), waitOptions);
    expect(await without.settled(await without.submit(other))).toMatchObject({ status: 'done' });
    await without.stop();

    const back = await open([mended], before.folder);
    expect(await back.engine.retry(id)).toBe(true);
    expect(await back.settled(id)).toMatchObject({ status: 'done', output: 'back' });
  });
}
