import { engineListener } from 'chronoscribe/testing';
import { describe, expect, it, vi } from 'vitest';
import { waitOptions } from '../contract/test-bed.ts';
import { echo, reaches, stuck, submit } from '../testing/runs.ts';
import { enginesForEachTest } from './testing/engines.ts';

const { isServer, open, outside, schema } = await enginesForEachTest();

describe('the workflow engine postgres, with its database', () => {
  it('creates its tables, however many hosts start at once', async () => {
    const engines = await Promise.all(Array.from({ length: 5 }, (_, at) => open({ host: `host-${at}` })));
    await Promise.all(engines.map((engine) => engine.start([echo], engineListener())));
    const ids = await Promise.all(engines.map((engine) => submit(engine, echo, 'Good morning')));
    for (const id of ids) await reaches(engines[0] ?? (await open()), id, { status: 'done' });
  });

  it('creates them in a schema that was created for it', async () => {
    await (await outside()).query(`create schema ${schema()}`);
    const engine = await open();
    await engine.start([echo], engineListener());
    await reaches(engine, await submit(engine, echo, 'Good morning'), { status: 'done' });
  });

  it('does not touch what a newer version has written', async () => {
    await open();
    await (await outside()).query(`insert into chronoscribe_migration (name) values ('9999-later')`);
    await expect(open()).rejects.toThrow(
      'was written by a newer version of chronoscribe (it has "9999-later"). Run that version',
    );
  });

  it('refuses the tables of a former version that have unfinished runs, and replaces those that have none', async () => {
    const tables = await outside();
    await tables.query(`create schema ${schema()}`);
    await tables.query('create table workflow_runs (status text, parent_step_attempt_id text)');
    await tables.query(`insert into workflow_runs values ('pending', null), ('sleeping', null), ('failed', null)`);
    await expect(open()).rejects.toThrow('has 2 runs that a version of before has begun');
    await tables.query(`update workflow_runs set status = 'completed' where status in ('pending', 'sleeping')`);
    const engine = await open();
    await engine.start([echo], engineListener());
    await reaches(engine, await submit(engine, echo, 'Good morning'), { status: 'done' });
  });

  it.runIf(isServer)('leaves no trace in the files of its tables once it has scrubbed', async () => {
    const engine = await open();
    await engine.start([echo, stuck], engineListener());
    const other = await submit(engine, stuck);
    const id = await submit(engine, echo, 'Mrs Lovelace');
    await reaches(engine, id, { status: 'done' });
    await reaches(engine, other, { status: 'running' });
    const tables = await outside();
    const filesHold = async () => {
      await tables.query('checkpoint');
      const { rows } = await tables.query<{ held: boolean }>(
        `select bool_or(position('Lovelace'::bytea in pg_read_binary_file(pg_relation_filepath(name::regclass))) > 0) as held
         from unnest(array['documents_engine_runs', 'documents_engine_nodes']) as name`,
      );
      return rows[0]?.held;
    };
    await engine.forget(id);
    expect(await filesHold(), 'what is deleted stays until it is cleared').toBe(true);
    await engine.scrub();
    expect(await filesHold()).toBe(false);
    expect(await engine.state(other)).toMatchObject({ status: 'running' });
  });

  it('says how much it has to do', async () => {
    const engine = await open();
    const { place } = await outside();
    await engine.start([stuck], engineListener());
    const ids = [await submit(engine, stuck), await submit(engine, stuck), await submit(engine, stuck)];
    await vi.waitFor(
      async () =>
        expect(
          (await Promise.all(ids.map((id) => engine.state(id)))).filter((state) => state?.status === 'running').length,
        ).toBe(2),
      waitOptions,
    );
    expect(await engine.health()).toEqual({
      status: 'ok',
      detail: expect.stringMatching(`^2 runs at work; PostgreSQL .*: ${place}, schema ${schema()}$`),
    });
  });
});
