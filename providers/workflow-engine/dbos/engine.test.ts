import { Socket } from 'node:net';
import { type Logger, Problem, singleHostCluster, workflow } from 'chronoscribe';
import { silentLog } from 'chronoscribe/testing';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { patiently } from '../contract/test-bed.ts';
import type { Engine } from '../engine.ts';
import { placeForEachTest } from '../testing/on-postgres.ts';
import { echo, reaches, stuck, submit } from '../testing/runs.ts';
import { openDbosEngine } from './engine.ts';

const { url: databaseUrl, isServer, schema, dataFolder, outside, layWire } = await placeForEachTest();

interface OpenOptions {
  /** Which folder it keeps its name in. */
  readonly host?: string;
  readonly hostId?: string;
  readonly url?: string;
  readonly log?: Logger;
  readonly leaseMs?: number;
}

async function open(options: OpenOptions = {}): Promise<Engine> {
  const { host = 'here', hostId, url = databaseUrl, log = silentLog, leaseMs = 2000 } = options;
  const engine = await openDbosEngine({
    database: { url, schema: schema() },
    dataFolder: await dataFolder(host),
    hostId,
    cluster: singleHostCluster(silentLog),
    concurrency: 2,
    leaseMs,
    absenceMs: 60_000,
    log,
  });
  onTestFinished(() => engine.close());
  return engine;
}

const ignore = () => {};

describe('the workflow engine dbos, with its database', () => {
  it('makes its tables, however many hosts begin at once', async () => {
    // Where all connections share one session, as in PGlite, no host can keep another one waiting.
    const hosts = isServer ? 4 : 1;
    const engines = await Promise.all(Array.from({ length: hosts }, (_, at) => open({ host: `host-${at}` })));
    await Promise.all(engines.map((engine) => engine.start([echo], ignore)));
    const ids = await Promise.all(engines.map((engine) => submit(engine, echo, 'Good morning')));
    for (const [at, engine] of engines.entries()) await reaches(engine, ids[at] ?? '', { status: 'done' });
    expect(await engines[0]?.health()).toMatchObject({ status: 'ok', detail: expect.stringContaining(`on ${hosts} hosts`) });
  });

  it('does not touch what a newer version has written', async () => {
    await open();
    await (await outside()).query(`insert into chronoscribe_migration (name) values ('0099-cloud')`);
    await expect(open({ host: 'older' })).rejects.toThrow(
      /was written by a newer version of chronoscribe \(it has "0099-cloud"\)\. Run that version/,
    );
  });

  it('names a database that is not there, and makes none', async () => {
    const url = new URL(databaseUrl);
    url.pathname = '/no_such_database';
    if (!isServer) url.port = '1';
    await expect(open({ url: url.href })).rejects.toThrow(isServer ? /There is no such database/ : /cannot be reached/);
    const { rows } = await (await outside()).query(`select from pg_database where datname = 'no_such_database'`);
    expect(rows).toEqual([]);
  });

  it('keeps of a finished run nothing but its output', async () => {
    const engine = await open();
    await engine.start([echo], ignore);
    const id = await submit(engine, echo, 'Good morning');
    await reaches(engine, id, { status: 'done' });
    const postgres = await outside();
    const kept = async (table: string, columns: string) => (await postgres.query(`select ${columns} from ${table}`)).rows;
    expect(await kept('workflow_input', 'inputs')).toEqual([{ inputs: null }]);
    expect(await kept('workflow_output', 'output, error')).toEqual([{ output: '"Good morning!"', error: null }]);
    expect(await kept('operation_outputs', 'output, error')).toEqual([
      { output: null, error: null },
      { output: null, error: null },
    ]);
  });

  it('leaves nothing in the files of its tables once it is scrubbed', async () => {
    const engine = await open();
    await engine.start([echo], ignore);
    const id = await submit(engine, echo, 'Mrs Lovelace');
    await reaches(engine, id, { status: 'done' });
    await engine.forget(id);
    const postgres = await outside();
    const remains = async () => {
      await postgres.query('checkpoint');
      const { rows } = await postgres.query<{ name: string }>(
        `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = 'r'
         and position('Mrs Lovelace'::bytea in pg_read_binary_file(pg_relation_filepath(oid))) > 0 order by relname`,
        [schema()],
      );
      return rows.map(({ name }) => name);
    };
    expect(await remains()).toEqual(['operation_outputs', 'workflow_input', 'workflow_output']);
    await engine.scrub();
    expect(await remains()).toEqual([]);
  });
});

describe('the workflow engine dbos, when its database goes away', () => {
  it('says so to whoever asks, and goes on by itself, with no finished step redone', async () => {
    const wire = await layWire();
    const done: string[] = [];
    const go = Promise.withResolvers<void>();
    const long = workflow('long')
      .step('first', async () => {
        await go.promise;
        done.push('first');
      })
      .step('second', () => void done.push('second'))
      .answer((body) => ({ body, location: '/' }));
    const engine = await open({ url: wire.url });
    const announced: string[] = [];
    await engine.start([long], (id) => announced.push(id));
    const id = await submit(engine, long);
    await reaches(engine, id, { step: 'first' });

    await wire.cut();
    go.resolve();
    await vi.waitFor(() => expect(done).toEqual(['first']), patiently);
    for (const asked of [engine.state(id), submit(engine, long), engine.cancel(id)]) {
      await expect(asked).rejects.toMatchObject({ code: 'provider-unavailable', status: 503 });
    }
    await wire.restore();

    await reaches(engine, id, { status: 'done' });
    expect(done).toEqual(['first', 'second']);
    await vi.waitFor(() => expect(announced).toEqual([id]), patiently);
  });

  it('begins what it claimed although the answer to that was lost', async () => {
    const wire = await layWire();
    const go = Promise.withResolvers<void>();
    const held = workflow('held')
      .step('hold', () => go.promise)
      .answer((body) => ({ body, location: '/' }));
    const engine = await open({ url: wire.url });
    await engine.start([held, echo], ignore);
    for (const id of [await submit(engine, held), await submit(engine, held)]) await reaches(engine, id, { step: 'hold' });
    const id = await submit(engine, echo, 'Good morning');

    // It asks for more only when there is room.
    wire.cutAfter('for update skip locked');
    go.resolve();

    await reaches(engine, id, { status: 'done' });
    const { rows } = await (await outside()).query(
      'select recovery_attempts as claims from workflow_status where workflow_uuid = $1',
      [id],
    );
    expect(rows).toEqual([{ claims: 2 }]);
  });

  it('stops all the same', async () => {
    const wire = await layWire();
    const engine = await open({ url: wire.url });
    await engine.start([stuck], ignore);
    await reaches(engine, await submit(engine, stuck), { step: 'wait' });
    await wire.cut();
    await engine.close();
  });
});

describe('the workflow engine dbos, among other hosts', () => {
  it('refuses by name to be a host that lives already', async () => {
    const first = await open({ hostId: 'clinic-1' });
    await first.start([echo], ignore);
    await expect(open({ hostId: 'clinic-1' })).rejects.toThrow(/Another process works on workflows with the data folder .*here/);
    const namesake = await open({ host: 'there', hostId: 'clinic-1' });
    await expect(namesake.start([echo], ignore)).rejects.toThrow(
      /Another host works on runs in Postgres at .* under the name "clinic-1"\. Give each host a hostId of its own\./,
    );
    const id = await submit(first, echo, 'Good morning');
    await reaches(first, id, { status: 'done' });

    await first.close();
    await (await open({ host: 'there-again', hostId: 'clinic-1' })).start([echo], ignore);
  });

  it('does nothing any more once another process has its name, and says why', async () => {
    const engine = await open({ hostId: 'clinic-1', leaseMs: 400 });
    await engine.start([stuck], ignore);
    const id = await submit(engine, stuck);
    await reaches(engine, id, { step: 'wait' });
    const postgres = await outside();
    await postgres.query(
      `update hosts set place = gen_random_uuid(), life = gen_random_uuid(), seen_at = now() + interval '1 day'`,
    );
    await vi.waitFor(
      async () =>
        expect(await engine.health()).toMatchObject({ status: 'failed', detail: expect.stringContaining('"clinic-1"') }),
      patiently,
    );
    const later = await submit(engine, stuck);
    await new Promise((nextLook) => setTimeout(nextLook, 1500));
    expect(await engine.state(later)).toMatchObject({ status: 'queued' });
  });

  it('keeps nothing of what is made for a claim that it has lost, and announces no end of it', async () => {
    const engine = await open({ leaseMs: 60_000 });
    const announced: string[] = [];
    const go = Promise.withResolvers<void>();
    const slow = workflow('slow')
      .step('work', async (_, { signal }) => {
        await go.promise;
        return signal.aborted ? 'too late' : 'unaware';
      })
      .answer((body) => ({ body, location: '/' }));
    await engine.start([slow], (id) => announced.push(id));
    const id = await submit(engine, slow);
    await reaches(engine, id, { step: 'work' });
    const postgres = await outside();
    await postgres.query(
      `update workflow_status set owner_xid = 'another host', executor_id = 'another' where workflow_uuid = $1`,
      [id],
    );
    go.resolve();
    await reaches(engine, await submit(engine, slow), { status: 'done' });

    expect(await engine.state(id)).toMatchObject({ status: 'running', output: null });
    const { rows } = await postgres.query('select from operation_outputs where workflow_uuid = $1', [id]);
    expect(rows).toEqual([]);
    expect(announced).not.toContain(id);
  });

  it('begins again with what counts as running here and is not', async () => {
    const engine = await open({ leaseMs: 400 });
    await engine.start([echo], ignore);
    const postgres = await outside();
    await postgres.query('delete from hosts');
    const id = await submit(engine, echo, 'Good morning');
    await reaches(engine, id, { status: 'done' });
    await postgres.query(`update workflow_status set status = 'PENDING', owner_xid = 'nobody' where workflow_uuid = $1`, [id]);
    await postgres.query(`update workflow_input set inputs = '{"positionalArgs":[{"account":"clinic","input":"again"}]}'`);
    await postgres.query('delete from operation_outputs');
    await postgres.query('delete from hosts');
    await reaches(engine, id, { status: 'done', output: 'again!' });
  });
});

describe('the workflow engine dbos, after a stop', () => {
  it('goes on with what was interrupted before it begins with what is queued since the same millisecond', async () => {
    const before = await open();
    await before.start([stuck], ignore);
    const interrupted = [await submit(before, stuck), await submit(before, stuck)];
    for (const id of interrupted) await reaches(before, id, { step: 'wait' });
    const queued = await submit(before, stuck);
    await before.close();
    await (await outside()).query('update workflow_status set created_at = 0');

    const after = await open();
    await after.start([stuck], ignore);
    for (const id of interrupted) await reaches(after, id, { status: 'running' });
    expect(await after.state(queued)).toMatchObject({ status: 'queued' });
  });
});

describe('the workflow engine dbos, in its process', () => {
  const written: string[] = [];
  beforeEach(() => {
    written.length = 0;
    for (const stream of [process.stdout, process.stderr]) {
      vi.spyOn(stream, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    }
  });
  afterEach(() => vi.restoreAllMocks());

  it('prints nothing, listens to nothing that happens to it, and reaches nothing but the database', async () => {
    const before = process.eventNames().map((name) => [name, process.listenerCount(name)]);
    const connections = vi.spyOn(Socket.prototype, 'connect');
    const broken = workflow('broken')
      .step('break', () => {
        throw new Error('Mrs Lovelace');
      })
      .answer((body) => ({ body, location: '/' }));
    const engine = await open();
    await engine.start([echo, broken, stuck], ignore);
    await reaches(engine, await submit(engine, echo, 'Good morning'), { status: 'done' });
    await reaches(engine, await submit(engine, broken), { status: 'failed' });
    const id = await submit(engine, stuck);
    await reaches(engine, id, { step: 'wait' });
    await engine.cancel(id);

    expect(process.eventNames().map((name) => [name, process.listenerCount(name)])).toEqual(before);
    const { port } = new URL(databaseUrl);
    expect(connections).toHaveBeenCalled();
    for (const [to] of connections.mock.calls)
      expect(JSON.stringify(to)).toMatch(new RegExp(`^("?${port}"?|.*\\b${port}\\b.*)$`));
    await engine.close();
    vi.restoreAllMocks();
    expect(written).toEqual([]);
  });

  it('hands an unforeseen error to the log as one, a foreseen one as a warning, and neither of a step that is stopped', async () => {
    const log = { ...silentLog, debug: ignore, info: ignore, error: vi.fn(), warn: vi.fn() } satisfies Logger;
    const refused = new Error('connect ECONNREFUSED');
    const failing = workflow<boolean>('failing')
      .step('ask', ({ input }) => {
        if (input) throw new Error('Mrs Lovelace');
        throw new Problem('provider-unavailable', { detail: 'It is down.', cause: refused });
      })
      .answer((body) => ({ body, location: '/' }));
    const engine = await open({ log });
    await engine.start([failing, stuck], ignore);
    const [unforeseen, foreseen] = [await submit(engine, failing, true), await submit(engine, failing, false)];
    for (const id of [unforeseen, foreseen]) await reaches(engine, id, { status: 'failed' });
    const about = (run: string) => ({ run, workflow: 'failing', step: 'ask', err: expect.any(Error) });
    expect(log.error.mock.calls).toEqual([[about(unforeseen), 'a step failed unforeseen']]);
    expect(log.warn.mock.calls).toEqual([[{ ...about(foreseen), problem: 'provider-unavailable' }, 'a step failed']]);

    const [cancelled, stopped] = [await submit(engine, stuck), await submit(engine, stuck)];
    for (const id of [cancelled, stopped]) await reaches(engine, id, { step: 'wait' });
    await engine.cancel(cancelled);
    await engine.stop();
    expect([log.error.mock.calls.length, log.warn.mock.calls.length]).toEqual([1, 1]);
  });

  it('works on although whoever is told of an end throws', async () => {
    const engine = await open();
    await engine.start([echo], () => {
      throw new Error('deaf');
    });
    for (const word of ['a', 'b', 'c']) await reaches(engine, await submit(engine, echo, word), { output: `${word}!` });
  });
});
