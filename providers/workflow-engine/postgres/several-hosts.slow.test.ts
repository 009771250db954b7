import { workflow } from 'chronoscribe';
import { engineListener } from 'chronoscribe/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitOptions } from '../contract/test-bed.ts';
import { queueTimes } from '../resume-at-once.ts';
import { echo, reaches, stuck, submit } from '../testing/runs.ts';
import { enginesForEachTest } from './testing/engines.ts';
import { ownHost } from './worker-ids.ts';

const { dataFolder, isServer, open, outside } = await enginesForEachTest();

describe('the workflow engine postgres, as one of several hosts', () => {
  it('continues at once what its former process has left, however long the lease', async () => {
    const engine = await open();
    const id = await submit(engine, echo, 'Good morning');
    const former = await ownHost(await dataFolder('here'));
    former.addWorker('dead');
    former.release();
    await (await outside()).query(
      `update workflow_runs set status = 'running', attempts = 1, worker_id = 'dead', available_at = now() + interval '1 hour'`,
    );
    await engine.start([echo], engineListener());
    await reaches(engine, id, { status: 'done' });
  });

  it('notes its workers, so that a restart after a crash need not wait for leases', async () => {
    const engine = await open();
    await engine.start([echo], engineListener());
    await reaches(engine, await submit(engine, echo, 'Good morning'), { status: 'done' });
    await engine.close();
    const owner = await ownHost(await dataFolder('here'));
    onTestFinished(owner.release);
    const { rows } = await (await outside()).query<{ id: string }>('select worker_id as id from workflow_runs');
    expect(owner.formerWorkers).toEqual(rows.map(({ id }) => id));
  });

  it('leaves the runs of another host alone', async () => {
    const there = await open({ host: 'there' });
    await there.start([stuck], engineListener());
    const id = await submit(there, stuck);
    await reaches(there, id, { status: 'running' });
    const here = await open();
    await here.start([echo, stuck], engineListener());
    await reaches(here, await submit(here, echo, 'Good morning'), { status: 'done' });
    await here.close();
    expect(await there.state(id)).toMatchObject({ status: 'running' });
  });

  it('starts with what was interrupted, then continues with what waits', async () => {
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
    for (const input of ['waiting', 'released', 'crashed']) ids.push(await submit(engine, noting, input));
    const tables = await outside();
    await tables.query(`update workflow_runs set available_at = $1 where idempotency_key = $2`, [
      queueTimes.interrupted,
      ids[1],
    ]);
    await tables.query(
      `update workflow_runs set status = 'running', worker_id = 'dead', available_at = now() where idempotency_key = $1`,
      [ids[2]],
    );
    const former = await ownHost(await dataFolder('here'));
    former.addWorker('dead');
    former.release();
    await engine.start([noting], engineListener());
    await vi.waitFor(() => expect(begun.toSorted()).toEqual(['crashed', 'released']), waitOptions);
    go.resolve();
    for (const id of ids) await reaches(engine, id, { status: 'done' });
    expect(begun.at(-1)).toBe('waiting');
  });

  // PGlite is in this process, and so has the clock that is set here.
  it.runIf(isServer)('goes by the clock of the server, not its own', async () => {
    const here = await open();
    const there = await open({ host: 'there' });
    await here.start([stuck, echo], engineListener());
    const atWork = await submit(here, stuck);
    await reaches(here, atWork, { status: 'running' });
    await there.start([stuck, echo], engineListener());
    for (const hour of [3_600_000, -3_600_000]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour });
      onTestFinished(() => void vi.useRealTimers());
      for (const host of [here, there])
        await reaches(host, await submit(host, echo, 'Good morning'), { status: 'done' });
      vi.useRealTimers();
    }
    expect(await here.cancel(atWork)).toBe(true);
    const tables = await outside();
    expect(
      (await tables.query('select attempts from workflow_runs where idempotency_key = $1', [atWork])).rows,
    ).toEqual([{ attempts: 1 }]);
  });
});
