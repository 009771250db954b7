import { randomUUID } from 'node:crypto';
import { workflow } from 'chronoscribe';
import type { WorkflowEngine } from 'chronoscribe/host';
import { describe, expect, it, vi } from 'vitest';
import { asIs, gate, type TestBeds, waitOptions } from './test-bed.ts';

export function turnContract({ open, folder: newFolder }: TestBeds): void {
  describe('lets accounts take turns', () => {
    it('however many runs one of them has submitted before', async () => {
      const { begun, go, work } = held();
      const { engine, settled } = await open([work]);
      const flood = await submitMany(engine, 'flood', 30);
      const others = [...(await submitMany(engine, 'clinic', 3)), ...(await submitMany(engine, 'surgery', 3))];
      go.resolve();
      for (const id of [...flood, ...others]) expect(await settled(id)).toMatchObject({ status: 'done' });
      const last = Math.max(...others.map((id) => begun.indexOf(id)));
      const ofFlood = begun.slice(0, last).filter((id) => flood.includes(id));
      // Two were begun before the others came, and each of the three rounds has one more.
      expect(ofFlood.length, 'runs of the flood before the last of the others').toBeLessThanOrEqual(6);
    });

    it('in the order of submission within one', async () => {
      const { begun, go, work } = held();
      const { engine, settled } = await open([work]);
      const ids = await submitMany(engine, 'clinic', 10);
      go.resolve();
      for (const id of ids) await settled(id);
      for (const [at, id] of begun.entries()) expect(Math.abs(at - ids.indexOf(id))).toBeLessThanOrEqual(1);
    });

    it('although their host was stopped while the runs waited', async () => {
      const folder = await newFolder();
      const { begun, go, work } = held();
      const first = await open([], folder);
      const flood = await submitMany(first.engine, 'flood', 20);
      const [other = ''] = await submitMany(first.engine, 'clinic', 1);
      await first.stop();
      const { settled } = await open([work], folder);
      go.resolve();
      for (const id of [...flood, other]) expect(await settled(id)).toMatchObject({ status: 'done' });
      expect(begun.indexOf(other), 'its place among all').toBeLessThanOrEqual(3);
    });

    it('also with a run that is retried', async () => {
      const begun: string[] = [];
      let mended: Promise<void> = Promise.reject(new Error('not yet'));
      mended.catch(() => undefined);
      const work = workflow('work')
        .step('work', async (_, { runId }) => {
          begun.push(runId);
          await mended;
        })
        .answer(asIs);
      const { engine, settled } = await open([work]);
      const flood = await submitMany(engine, 'flood', 10);
      for (const id of flood) expect(await settled(id)).toMatchObject({ status: 'failed' });
      const go = gate();
      mended = go.promise;
      begun.length = 0;
      for (const id of flood) expect(await engine.retry(id)).toBe(true);
      const [other = ''] = await submitMany(engine, 'clinic', 1);
      go.resolve();
      for (const id of [...flood, other]) expect(await settled(id)).toMatchObject({ status: 'done' });
      expect(begun.indexOf(other)).toBeLessThanOrEqual(4);
    });
  });

  describe('limits an account', () => {
    it('to its runs at once, and begins the next when one ends or waits', async () => {
      const [first, second] = [gate(), gate()];
      const begun: string[] = [];
      const work = workflow<'ends' | 'waits'>('work')
        .step('work', async ({ input }, { runId }) => {
          begun.push(runId);
          await (input === 'ends' ? first : second).promise;
          return input;
        })
        .sleep('pause', ({ input }) => (input === 'waits' ? 86_400_000 : 0))
        .answer(asIs);
      const { engine, settled } = await open([work], undefined, undefined, 1);
      const ids = await submitMany(engine, 'clinic', 4, (at) => (at === 0 ? 'ends' : 'waits'));
      await vi.waitFor(() => expect(begun).toEqual(ids.slice(0, 1)), waitOptions);
      await vi.waitFor(async () => expect(await engine.queued('clinic')).toBe(3), waitOptions);
      expect(await engine.queued('surgery')).toBe(0);
      first.resolve();
      await settled(ids[0] ?? '');
      await vi.waitFor(() => expect(begun).toHaveLength(2), waitOptions);
      second.resolve();
      await vi.waitFor(() => expect(begun).toHaveLength(4), waitOptions);
      await vi.waitFor(async () => expect(await engine.queued('clinic')).toBe(0), waitOptions);
    });

    it('and counts no run that was cancelled before it began', async () => {
      const { go, work } = held();
      const { engine, reached } = await open([work]);
      const ids = await submitMany(engine, 'clinic', 4);
      for (const id of ids.slice(0, 2)) await reached(id, 'work');
      expect(await engine.cancel(ids[3] ?? '')).toBe(true);
      expect(await engine.queued('clinic')).toBe(1);
      go.resolve();
    });
  });
}

/** A workflow `work` that notes each run that begins, and waits for `go`. */
function held() {
  const begun: string[] = [];
  const go = gate();
  const work = workflow('work')
    .step('work', async (_, { runId }) => {
      begun.push(runId);
      await go.promise;
    })
    .answer(asIs);
  return { begun, go, work };
}

async function submitMany(
  engine: WorkflowEngine,
  account: string,
  count: number,
  input: (at: number) => unknown = () => null,
): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const id = randomUUID();
    await engine.submit({ id, account, workflow: 'work', input: input(at) });
    ids.push(id);
  }
  return ids;
}
