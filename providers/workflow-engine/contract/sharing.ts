import { randomUUID } from 'node:crypto';
import { workflow } from 'chronoscribe';
import { describe, expect, it, vi } from 'vitest';
import { asIs, gate, type TestBeds, untilAborted, waitOptions } from './test-bed.ts';

export function sharingContract({ open, folder: newFolder }: TestBeds): void {
  describe('on several hosts', () => {
    it('lets each execute some of the runs, and none twice', async () => {
      const folder = await newFolder();
      const workers = new Map<string, string[]>();
      const at = (host: string) =>
        workflow<number>('shared')
          .step('work', async ({ input }, { runId }) => {
            workers.set(runId, [...(workers.get(runId) ?? []), host]);
            await new Promise((later) => setTimeout(later, 5));
            return input;
          })
          .step('rest', ({ work }) => work)
          .answer(asIs);
      const [here, there] = [await open([at('here')], folder, 'here'), await open([at('there')], folder, 'there')];

      const ids = await Promise.all(
        Array.from({ length: 50 }, (_, number) => (number % 2 === 0 ? here : there).submit(at('any'), number)),
      );

      expect(await Promise.all(ids.map(async (id) => (await here.settled(id)).output))).toEqual([...ids.keys()]);
      const turns = ids.map((id) => workers.get(id) ?? []);
      expect(turns.filter(({ length }) => length !== 1)).toEqual([]);
      expect(new Set(turns.flat())).toEqual(new Set(['here', 'there']));
      const announced = () => [...here.announced, ...there.announced].toSorted();
      await vi.waitFor(
        () => expect(announced(), 'each end is announced by one host').toEqual(ids.toSorted()),
        waitOptions,
      );
    });

    it('has as many runs with one key open at once as their workflow says, and all of them in the end', async () => {
      const folder = await newFolder();
      const openRuns = new Map<string, number>();
      const most = new Map<string, number>();
      const keyed = workflow<string>('keyed', { concurrency: { limit: 2, key: (key) => key } })
        .step('open', ({ input }) => {
          const now = (openRuns.get(input) ?? 0) + 1;
          openRuns.set(input, now);
          most.set(input, Math.max(most.get(input) ?? 0, now));
        })
        .sleep('rest', () => Date.now() + 20)
        .step('close', ({ input }) => void openRuns.set(input, (openRuns.get(input) ?? 0) - 1))
        .answer(asIs);
      const hosts = [await open([keyed], folder, 'here'), await open([keyed], folder, 'there')] as const;
      const ids = await Promise.all(
        Array.from({ length: 40 }, (_, at) => hosts[at % 2 === 0 ? 0 : 1].submit(keyed, `patient ${at % 3}`)),
      );
      for (const id of ids) expect(await hosts[0].settled(id)).toMatchObject({ status: 'done' });
      expect(Math.max(...most.values())).toBe(2);
    });

    it('executes a run once that is submitted at several of them', async () => {
      const folder = await newFolder();
      let runs = 0;
      const once = workflow<string>('once')
        .step('count', ({ input }) => {
          runs += 1;
          return input;
        })
        .answer(asIs);
      const hosts = [await open([once], folder, 'here'), await open([once], folder, 'there')];
      for (let round = 1; round <= 10; round += 1) {
        const run = { id: randomUUID(), account: 'clinic', workflow: 'once', input: 'same' };
        await Promise.all(hosts.flatMap(({ engine }) => [engine.submit(run), engine.submit(run)]));
        for (const { settled } of hosts)
          expect(await settled(run.id)).toMatchObject({ status: 'done', output: 'same' });
        expect(runs).toBe(round);
      }
    });

    it('starts a run at another host if the first one has no room', async () => {
      const folder = await newFolder();
      const go = gate();
      const held = workflow('held')
        .step('hold', () => go.promise)
        .answer(asIs);
      const here = await open([held], folder, 'here');
      const ids = [await here.submit(held), await here.submit(held), await here.submit(held)];
      for (const id of ids.slice(0, 2)) await here.reached(id, 'hold');
      expect(await here.engine.state(ids[2] ?? '')).toMatchObject({ status: 'queued' });

      const there = await open([held], folder, 'there');

      await there.reached(ids[2] ?? '', 'hold');
      go.resolve();
      for (const id of ids) expect(await there.settled(id)).toMatchObject({ status: 'done' });
    });

    it('hands the runs of a host that stops to another one at once, without a failure', async () => {
      const folder = await newFolder();
      const done: string[] = [];
      const long = (host: string, second: 'stuck' | 'passing') =>
        workflow('long')
          .step('first', () => void done.push(`first ${host}`))
          .step('second', async (_, { signal }) => {
            done.push(`second ${host}`);
            if (second === 'stuck') await untilAborted(signal).finally(() => done.push(`left ${host}`));
            return host;
          })
          .answer(asIs);
      const here = await open([long('here', 'stuck')], folder, 'here');
      const id = await here.submit(long('here', 'stuck'));
      await vi.waitFor(() => expect(done).toEqual(['first here', 'second here']), waitOptions);
      const there = await open([long('there', 'passing')], folder, 'there');

      await here.engine.stop();

      expect(await there.settled(id)).toMatchObject({ status: 'done', output: 'there' });
      expect(done).toEqual(['first here', 'second here', 'left here', 'second there']);
      await vi.waitFor(() => expect(there.announced).toEqual([id]), waitOptions);
      expect(here.announced).toEqual([]);
    });

    it('finishes all runs while the hosts are replaced one after another', async () => {
      const folder = await newFolder();
      const begun = new Map<string, string[]>();
      const steady = workflow<number>('steady')
        .step('first', (_, { runId }) => {
          begun.set(runId, [...(begun.get(runId) ?? []), 'first']);
        })
        .step('second', async ({ input }, { signal, runId }) => {
          begun.set(runId, [...(begun.get(runId) ?? []), 'second']);
          await new Promise((later) => setTimeout(later, 5));
          signal.throwIfAborted();
          return input;
        })
        .answer(asIs);
      let [here, there] = [await open([steady], folder, 'here'), await open([steady], folder, 'there')];
      const ids: string[] = [];
      for (let round = 0; round < 3; round += 1) {
        for (let number = 0; number < 10; number += 1) ids.push(await here.submit(steady, ids.length));
        await here.stop();
        here = await open([steady], folder, 'here');
        for (let number = 0; number < 10; number += 1) ids.push(await there.submit(steady, ids.length));
        await there.stop();
        there = await open([steady], folder, 'there');
      }
      expect(await Promise.all(ids.map(async (id) => (await here.settled(id)).output))).toEqual([...ids.keys()]);
      const firsts = ids.map((id) => begun.get(id)?.lastIndexOf('first'));
      expect(new Set(firsts), 'the first step is never done again once the second was begun').toEqual(new Set([0]));
    });

    it('puts a run back at a host without its workflow, for a host that has it', async () => {
      const folder = await newFolder();
      const older = workflow('older')
        .step('work', () => 'older')
        .answer(asIs);
      const newer = workflow('newer')
        .step('work', () => 'newer')
        .answer(asIs);
      const here = await open([older], folder, 'here');
      const id = await here.submit(newer);
      expect(await here.settled(await here.submit(older))).toMatchObject({ status: 'done', output: 'older' });
      expect(await here.engine.state(id)).toMatchObject({ status: 'queued' });
      await here.stop();

      const there = await open([older, newer], folder, 'there');

      expect(await there.settled(id)).toMatchObject({ status: 'done', output: 'newer' });
    });
  });
}
