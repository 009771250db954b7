import { randomUUID } from 'node:crypto';
import { workflow } from 'chronoscribe';
import type { WorkflowEngine } from 'chronoscribe/host';
import type { AnyWorkflow } from 'chronoscribe/types';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { asIs, gate, type TestBeds, untilAborted, waitOptions } from './test-bed.ts';

interface Visit {
  readonly patient: string | null;
  readonly waits?: boolean;
  readonly fails?: boolean;
}

/** A workflow that notes which runs of a patient are open, and lets a test end the first step of each. */
function visits(limit: number) {
  const open = new Map<string | null, Set<string>>();
  const most = new Map<string | null, number>();
  const order: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gateOf = (id: string) => {
    const known = gates.get(id) ?? gate();
    gates.set(id, known);
    return known;
  };
  const end = (patient: string | null, id: string) => void open.get(patient)?.delete(id);
  const visit = workflow<Visit>('visit', { concurrency: { limit, key: ({ patient }) => patient } })
    .step('begin', async ({ input: { patient, fails } }, { runId, signal }) => {
      order.push(runId);
      const all = (open.get(patient) ?? new Set()).add(runId);
      open.set(patient, all);
      most.set(patient, Math.max(most.get(patient) ?? 0, all.size));
      signal.addEventListener('abort', () => end(patient, runId));
      await Promise.race([gateOf(runId).promise, untilAborted(signal)]);
      if (fails !== true) return;
      end(patient, runId);
      throw new Error('as it was asked to');
    })
    .when(
      'waiting',
      ({ input }) => input.waits === true,
      (w) => w.waitFor('go', z.object({})),
    )
    .step('end', ({ input: { patient } }, { runId }) => end(patient, runId))
    .answer(asIs);
  return { visit, order, most, go: (id: string) => gateOf(id).resolve() };
}

async function submit(
  engine: WorkflowEngine,
  { name }: AnyWorkflow,
  input: unknown,
  { account = 'clinic', priority }: { readonly account?: string; readonly priority?: number } = {},
): Promise<string> {
  const id = randomUUID();
  await engine.submit({ id, account, workflow: name, input, priority });
  return id;
}

export function limitContract({ open, folder: newFolder }: TestBeds): void {
  describe('limits the runs with one key', () => {
    it('to so many at once, and begins the others in order', async () => {
      const { visit, order, most, go } = visits(1);
      const { engine, settled } = await open([visit]);
      const ids: string[] = [];
      for (let at = 0; at < 6; at += 1) ids.push(await submit(engine, visit, { patient: 'Ada' }));
      for (const id of ids) {
        await vi.waitFor(() => expect(order).toContain(id), waitOptions);
        go(id);
        expect(await settled(id)).toMatchObject({ status: 'done' });
      }
      expect(order).toEqual(ids);
      expect(most.get('Ada')).toBe(1);
    });

    it('and lets those of other keys, of none, and of other accounts begin meanwhile', async () => {
      const { visit, order, go } = visits(1);
      const { engine, settled } = await open([visit]);
      const [first, second] = [
        await submit(engine, visit, { patient: 'Ada' }),
        await submit(engine, visit, { patient: 'Ada' }),
      ];
      await vi.waitFor(() => expect(order).toEqual([first]), waitOptions);
      const others = [
        await submit(engine, visit, { patient: 'Grace' }),
        await submit(engine, visit, { patient: null }),
        await submit(engine, visit, { patient: null }),
        await submit(engine, visit, { patient: 'Ada' }, { account: 'surgery' }),
      ];
      for (const id of others) go(id);
      for (const id of others) expect(await settled(id)).toMatchObject({ status: 'done' });
      expect(await engine.state(second)).toMatchObject({ status: 'queued' });
      expect(await engine.queued('clinic')).toBe(1);
      go(first);
      go(second);
      expect(await settled(second)).toMatchObject({ status: 'done' });
    });

    it('to the number that the workflow says', async () => {
      const { visit, order, most, go } = visits(3);
      const { engine, settled } = await open([visit]);
      const ids: string[] = [];
      for (let at = 0; at < 7; at += 1) ids.push(await submit(engine, visit, { patient: 'Ada', waits: true }));
      const other = await submit(engine, visit, { patient: 'Grace' });
      for (const id of [...ids, other]) go(id);
      for (const id of ids.slice(0, 3))
        await vi.waitFor(async () => expect(await engine.state(id)).toMatchObject({ isWaiting: true }), waitOptions);
      await settled(other);
      expect(order.toSorted()).toEqual([...ids.slice(0, 3), other].toSorted());
      for (const id of ids)
        await vi.waitFor(async () => expect(await engine.signal(id, 'go', {})).toBe(true), waitOptions);
      for (const id of ids) expect(await settled(id)).toMatchObject({ status: 'done' });
      expect(most.get('Ada')).toBe(3);
    });

    it('from the beginning of a run to its end, also while it waits', async () => {
      const { visit, order, go } = visits(1);
      const { engine, settled } = await open([visit]);
      const waiting = await submit(engine, visit, { patient: 'Ada', waits: true });
      const next = await submit(engine, visit, { patient: 'Ada' });
      go(waiting);
      go(next);
      await vi.waitFor(async () => expect(await engine.state(waiting)).toMatchObject({ isWaiting: true }), waitOptions);
      const other = await submit(engine, visit, { patient: 'Grace' });
      go(other);
      await settled(other);
      expect(order).not.toContain(next);
      expect(await engine.signal(waiting, 'go', {})).toBe(true);
      expect(await settled(next)).toMatchObject({ status: 'done' });
    });

    it('whether a run fails or is cancelled, and counts one that is retried again', async () => {
      const { visit, order, most, go } = visits(1);
      const { engine, settled } = await open([visit]);
      const failing = await submit(engine, visit, { patient: 'Ada', fails: true });
      const cancelled = await submit(engine, visit, { patient: 'Ada', waits: true });
      const [queued, last] = [
        await submit(engine, visit, { patient: 'Ada' }),
        await submit(engine, visit, { patient: 'Ada' }),
      ];
      go(failing);
      expect(await settled(failing)).toMatchObject({ status: 'failed' });
      await vi.waitFor(() => expect(order).toContain(cancelled), waitOptions);
      expect(await engine.retry(failing)).toBe(true);
      expect(await engine.cancel(queued)).toBe(true);
      expect(await engine.cancel(cancelled)).toBe(true);
      go(last);
      expect(await settled(last)).toMatchObject({ status: 'done' });
      expect(await settled(failing)).toMatchObject({ status: 'failed' });
      expect(order).toEqual([failing, cancelled, last, failing]);
      expect(most.get('Ada')).toBe(1);
      expect(await engine.queued('clinic')).toBe(0);
    });

    it('however many wait, and although their host is started again', async () => {
      const folder = await newFolder();
      const first = await open([visits(1).visit], folder);
      const ids: string[] = [];
      for (let at = 0; at < 30; at += 1) ids.push(await submit(first.engine, visits(1).visit, { patient: 'Ada' }));
      await vi.waitFor(async () => expect(await first.engine.queued('clinic')).toBe(29), waitOptions);
      await first.stop();
      const { visit, most, go } = visits(1);
      const { engine, settled } = await open([visit], folder);
      const other = await submit(engine, visit, { patient: 'Grace' });
      for (const id of [...ids, other]) go(id);
      for (const id of [other, ...ids]) expect(await settled(id)).toMatchObject({ status: 'done' });
      expect(most.get('Ada')).toBe(1);
    });

    it('with a key that is found nowhere in what is saved', async () => {
      const { visit, go } = visits(1);
      const bed = await open([visit]);
      const ids = [
        await submit(bed.engine, visit, { patient: 'Lovelace' }),
        await submit(bed.engine, visit, { patient: 'Lovelace' }),
      ];
      for (const id of ids) go(id);
      for (const id of ids) await bed.settled(id);
      for (const id of ids) await bed.engine.forget(id);
      await bed.engine.scrub();
      expect(await bed.keeps('Lovelace')).toBe(false);
    });
  });

  describe('begins runs of a higher priority first', () => {
    it('of those of their account that wait, in the order of submission among the same', async () => {
      const { begun, work, go, engine, settled } = await busy();
      const ids = {
        later: await submit(engine, work, null, { priority: -1 }),
        first: await submit(engine, work, null),
        second: await submit(engine, work, null),
        urgent: await submit(engine, work, null, { priority: 5 }),
        urgentToo: await submit(engine, work, null, { priority: 5 }),
        most: await submit(engine, work, null, { priority: 100 }),
      };
      go.resolve();
      for (const id of Object.values(ids)) await settled(id);
      const { later, first, second, urgent, urgentToo, most } = ids;
      expect(begun).toEqual([most, urgent, urgentToo, first, second, later]);
    });

    it('and lets accounts take turns as before, however urgent the runs of one are', async () => {
      const { begun, work, go, engine, settled } = await busy();
      const usual: string[] = [];
      const urgent: string[] = [];
      const clinic: string[] = [];
      for (let at = 0; at < 25; at += 1) usual.push(await submit(engine, work, null, { account: 'flood' }));
      for (let at = 0; at < 25; at += 1)
        urgent.push(await submit(engine, work, null, { account: 'flood', priority: 100 }));
      for (let at = 0; at < 8; at += 1) clinic.push(await submit(engine, work, null, { priority: -100 }));
      go.resolve();
      for (const id of [...usual, ...urgent, ...clinic]) expect(await settled(id)).toMatchObject({ status: 'done' });
      const last = Math.max(...clinic.map((id) => begun.indexOf(id)));
      expect(begun.slice(0, last).filter((id) => !clinic.includes(id)).length).toBeLessThanOrEqual(10);
      expect(begun.filter((id) => urgent.includes(id))).toEqual(urgent);
      expect(begun.findIndex((id) => usual.includes(id))).toBeGreaterThan(begun.lastIndexOf(urgent.at(-1) ?? ''));
      expect(begun.filter((id) => usual.includes(id))).toEqual(usual);
    });

    it('also of those with one key', async () => {
      const { visit, order, go } = visits(1);
      const { engine, settled } = await open([visit]);
      const ids = [await submit(engine, visit, { patient: 'Ada' })];
      await vi.waitFor(() => expect(order).toEqual(ids), waitOptions);
      for (const priority of [0, -1, 1]) ids.push(await submit(engine, visit, { patient: 'Ada' }, { priority }));
      await vi.waitFor(async () => expect(await engine.queued('clinic')).toBe(3), waitOptions);
      for (const id of ids) go(id);
      for (const id of ids) await settled(id);
      const [first, usual, later, urgent] = ids;
      expect(order).toEqual([first, urgent, usual, later]);
    });

    it('also of those with one key, if the more urgent one came while no host had room', async () => {
      const { visit, order, go } = visits(1);
      const { engine, settled } = await open([visit]);
      const first = await submit(engine, visit, { patient: 'Ada' });
      await vi.waitFor(() => expect(order).toEqual([first]), waitOptions);
      const usual = await submit(engine, visit, { patient: 'Ada' });
      const other = await submit(engine, visit, { patient: 'Grace' });
      await vi.waitFor(() => expect(order).toEqual([first, other]), waitOptions);
      const urgent = await submit(engine, visit, { patient: 'Ada' }, { priority: 1 });
      for (const id of [first, usual, urgent]) go(id);
      for (const id of [first, usual, urgent]) expect(await settled(id)).toMatchObject({ status: 'done' });
      expect(order).toEqual([first, other, urgent, usual]);
      go(other);
      await settled(other);
    });

    /** An engine with all places but one taken until `go`, so that runs begin one after the other. */
    async function busy() {
      const begun: string[] = [];
      const go = gate();
      const work = workflow('work')
        .step('work', (_, { runId }) => void begun.push(runId))
        .answer(asIs);
      const hold = workflow('hold')
        .step('hold', () => go.promise)
        .answer(asIs);
      const forever = workflow('forever')
        .step('wait', (_, { signal }) => untilAborted(signal))
        .answer(asIs);
      const { engine, settled, reached } = await open([work, hold, forever]);
      await reached(await submit(engine, forever, null, { account: 'held' }), 'wait');
      await reached(await submit(engine, hold, null, { account: 'held' }), 'hold');
      return { begun, work, go, engine, settled };
    }
  });
}
