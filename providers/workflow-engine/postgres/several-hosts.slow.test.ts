import { workflow } from 'chronoscribe';
import { engineListener } from 'chronoscribe/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitOptions } from '../contract/test-bed.ts';
import { echo, reaches, stuck, submit } from '../testing/runs.ts';
import { ownHost } from './engine.ts';
import { enginesForEachTest } from './testing/engines.ts';

const { dataFolder, isServer, open, outside } = await enginesForEachTest();

/** Changes what is saved of a run. */
async function change(id: string, about: object): Promise<void> {
  await (await outside()).query(
    `update documents_engine_runs set body = (body::jsonb || $1::jsonb)::text where body::jsonb ->> 'id' = $2`,
    [JSON.stringify(about), id],
  );
}

/** Leaves a run as a host does that dies. */
const leave = (id: string, host: string) => change(id, { phase: 'held', host, claim: 1 });

async function claimsOf(id: string): Promise<number | undefined> {
  const { rows } = await (await outside()).query<{ claim: number }>(
    `select (body::jsonb ->> 'claim')::int as claim from documents_engine_runs where body::jsonb ->> 'id' = $1`,
    [id],
  );
  return rows[0]?.claim;
}

describe('the workflow engine postgres, as one of several hosts', () => {
  it('continues at once what its former process has left, however long the lease', async () => {
    const engine = await open();
    const id = await submit(engine, echo, 'Good morning');
    const former = await ownHost(await dataFolder('here'));
    former.release();
    await leave(id, former.host);
    await (await outside()).query(
      `insert into documents_engine_hosts values (convert_to('"' || $1 || '"', 'UTF8'), $2)`,
      [former.host, JSON.stringify({ id: former.host, until: Date.now() + 3_600_000 })],
    );
    await engine.start([echo], engineListener());
    await reaches(engine, id, { status: 'done' });
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
    const [, released = '', crashed = ''] = ids;
    const former = await ownHost(await dataFolder('here'));
    former.release();
    await change(released, { phase: 'admitted' });
    await leave(crashed, former.host);
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
    expect(await claimsOf(atWork)).toBe(1);
  });
});
