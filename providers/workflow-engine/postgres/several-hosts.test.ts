import { join } from 'node:path';
import { workflow } from 'chronoscribe';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { patiently } from '../contract/test-bed.ts';
import { takeIdentity } from '../hosts/host-identity.ts';
import { turns } from '../openworkflow/run-words.ts';
import { echo, reaches, stuck, submit } from '../testing/runs.ts';
import { enginesForEachTest } from './testing/engines.ts';

const { folder, isServer, open, outside } = await enginesForEachTest();

describe('the workflow engine postgres, as one of several hosts', () => {
  it('is one process for each data folder', async () => {
    const first = await open();
    await first.start([stuck], () => {});
    const second = await open();
    await expect(second.start([stuck], () => {})).rejects.toThrow(
      `Another process works on workflows with the data folder ${folder()}/here`,
    );
    await first.close();
    await second.start([stuck], () => {});
  });

  it('goes on at once with what its former self was at, however long the lease', async () => {
    const engine = await open({ leaseMs: 3_600_000 });
    const id = await submit(engine, echo, 'Good morning');
    const identity = await takeIdentity(join(folder(), 'here'));
    identity.release();
    await (await outside()).query(
      `update workflow_runs set status = 'running', attempts = 1, worker_id = $1, available_at = now() + interval '1 hour'`,
      [`${identity.id}/of-a-dead-process`],
    );
    await engine.start([echo], () => {});
    await reaches(engine, id, { status: 'done' });
  });

  it('leaves another host what is that one’s', async () => {
    const there = await open({ host: 'there' });
    await there.start([stuck], () => {});
    const id = await submit(there, stuck);
    await reaches(there, id, { status: 'running' });
    const here = await open();
    await here.start([echo, stuck], () => {});
    await reaches(here, await submit(here, echo, 'Good morning'), { status: 'done' });
    await here.close();
    expect(await there.state(id)).toMatchObject({ status: 'running' });
  });

  it('takes what was interrupted before what waits', async () => {
    const begun: string[] = [];
    const go = Promise.withResolvers<void>();
    const noting = workflow<string>('noting')
      .step('note', ({ input }) => {
        begun.push(input);
        return go.promise;
      })
      .answer((body) => ({ body, location: '/' }));
    const engine = await open();
    const ids = [];
    for (const input of ['waiting', 'released', 'lapsed']) ids.push(await submit(engine, noting, input));
    const tables = await outside();
    await tables.query(`update workflow_runs set available_at = $1 where id = $2`, [turns.first, ids[1]]);
    await tables.query(`update workflow_runs set status = 'running', worker_id = 'dead/1', available_at = now() where id = $1`, [
      ids[2],
    ]);
    await engine.start([noting], () => {});
    await vi.waitFor(() => expect(begun.toSorted()).toEqual(['lapsed', 'released']), patiently);
    go.resolve();
    for (const id of ids) await reaches(engine, id, { status: 'done' });
    expect(begun.at(-1)).toBe('waiting');
  });

  it('keeps its lease while a step keeps the event loop busy, and asks before it gives a run up', async () => {
    let runs = 0;
    const busy = workflow('busy')
      .step('compute', async (_, { signal }) => {
        runs += 1;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200);
        await new Promise((later) => setTimeout(later, 300));
        signal.throwIfAborted();
        return 'computed';
      })
      .answer((body) => ({ body, location: '/' }));
    const engine = await open({ leaseMs: 800 });
    await engine.start([busy], () => {});
    const id = await submit(engine, busy);
    await reaches(engine, id, { status: 'done' });
    expect(runs).toBe(1);
  });

  // PGlite is in this process, and so has the clock that is set here.
  it.runIf(isServer)('goes by no clock of its own', async () => {
    const here = await open({ leaseMs: 2000 });
    const there = await open({ host: 'there', leaseMs: 2000 });
    const settled = vi.fn();
    await here.start([stuck], settled);
    const atWork = await submit(here, stuck);
    await reaches(here, atWork, { status: 'running' });
    await there.start([stuck, echo], settled);
    for (const hour of [3_600_000, -3_600_000]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour });
      onTestFinished(() => void vi.useRealTimers());
      const id = await submit(here, echo, 'Good morning');
      await reaches(here, id, { status: 'done' });
      await new Promise((later) => setTimeout(later, 2500));
      vi.useRealTimers();
    }
    expect(await here.cancel(atWork)).toBe(true);
    const tables = await outside();
    expect((await tables.query('select attempts from workflow_runs where id = $1', [atWork])).rows).toEqual([{ attempts: 1 }]);
  });
});
