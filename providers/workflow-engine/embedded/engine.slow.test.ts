import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Logger, Problem, workflow } from 'chronoscribe';
import { engineListener, silentLog, temporaryFolder } from 'chronoscribe/testing';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { waitOptions } from '../contract/test-bed.ts';
import type { Engine } from '../runs/engine.ts';
import { messagesOf, recorder } from '../testing/recorder.ts';
import { echo, reaches, stuck, submit } from '../testing/runs.ts';
import { openEmbeddedEngine } from './engine.ts';

async function newFile(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  return join(folder.path, 'workflows.db');
}

async function open(file: string, log: Logger = silentLog): Promise<Engine> {
  const engine = await openEmbeddedEngine({ file, concurrency: 2, log });
  onTestFinished(() => engine.close());
  return engine;
}

/** Another connection to the file, for what else can happen to it. */
function outside(file: string): DatabaseSync {
  const connection = new DatabaseSync(file);
  onTestFinished(() => connection.close());
  return connection;
}

/** Lets the disk fail for rows that meet a condition. */
function broken(condition: string, table = 'documents_engine_runs'): string {
  return `CREATE TRIGGER broken BEFORE UPDATE ON ${table} WHEN ${condition}
          BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END`;
}

describe('the embedded workflow engine', () => {
  afterEach(() => vi.restoreAllMocks());

  it('recognizes a submission again years later', async () => {
    const file = await newFile();
    const engine = await open(file);
    const settled = vi.fn();
    await engine.start([echo], engineListener(settled));
    const id = await submit(engine, echo, 'once');
    await reaches(engine, id, { status: 'done' });
    outside(file).exec(`UPDATE documents_engine_runs SET body = json_set(body, '$.submittedAt', 978307200000)`);

    await engine.submit({ id, account: 'clinic', workflow: 'echo', input: 'twice' });
    await reaches(engine, await submit(engine, echo, 'another'), { status: 'done' });

    expect(await engine.state(id)).toMatchObject({ status: 'done', output: 'once!' });
    await vi.waitFor(() => expect(settled).toHaveBeenCalledTimes(2), waitOptions);
  });

  it('does not let two processes work on one file', async () => {
    const file = await newFile();
    const first = await open(file);
    await first.start([stuck], engineListener());
    const id = await submit(first, stuck);
    await reaches(first, id, { status: 'running' });

    const second = await open(file);
    await expect(second.start([stuck], engineListener())).rejects.toThrow(
      `Another process works on the runs in ${file}`,
    );
    expect(await second.state(id), 'a second process can look').toMatchObject({ status: 'running' });

    await first.close();
    await second.start([stuck], engineListener());
    await reaches(second, id, { status: 'running' });
  });

  it('names a file that is no database, and leaves it as it is', async () => {
    const file = await newFile();
    await writeFile(file, 'This is a letter to a colleague, and no database at all.');
    await expect(open(file)).rejects.toThrow(
      new RegExp(`^The workflow database ${file} cannot be opened: .*move ${file}, .* away`),
    );
  });

  it('says how much it has to do', async () => {
    const file = await newFile();
    const engine = await open(file);
    expect(await engine.health()).toEqual({ status: 'ok', detail: expect.stringMatching(`^0 runs at work; ${file}`) });
    await engine.start([stuck], engineListener());
    const ids = [await submit(engine, stuck), await submit(engine, stuck), await submit(engine, stuck)];
    await reaches(engine, ids[1] ?? '', { status: 'running' });
    expect(await engine.health()).toEqual({ status: 'ok', detail: expect.stringMatching(`^2 runs at work; ${file}`) });
  });

  it('starts queued runs although the clock was set back an hour', async () => {
    const engine = await open(await newFile());
    await engine.start([echo, stuck], engineListener());
    const inTheWay = [await submit(engine, stuck), await submit(engine, stuck)];
    for (const id of inTheWay) await reaches(engine, id, { status: 'running' });

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const id = await submit(engine, echo, 'Good morning');
    vi.useRealTimers();

    await engine.cancel(inTheWay[0] ?? '');
    await reaches(engine, id, { status: 'done' });
  });

  it('continues by itself after a time in which runs cannot be claimed', async () => {
    const file = await newFile();
    const [logged, log] = recorder();
    const engine = await open(file, log);
    await engine.start([echo], engineListener());
    const disk = outside(file);
    disk.exec(broken(`NEW.body ->> 'phase' = 'held'`));
    const id = await submit(engine, echo, 'Good morning');
    await vi.waitFor(() => expect(messagesOf(logged).join()).toContain('cannot be used'), waitOptions);

    disk.exec('DROP TRIGGER broken');

    await reaches(engine, id, { status: 'done', output: 'Good morning!' });
    await vi.waitFor(() => expect(messagesOf(logged).at(-1)).toContain('can be used again'), waitOptions);
  });

  it('announces no end that was lost in its commit, and completes the run by itself once it can be saved', async () => {
    const file = await newFile();
    const [logged, log] = recorder();
    const engine = await open(file, log);
    const settled = vi.fn();
    await engine.start([echo], engineListener(settled));
    const disk = outside(file);
    // A row that refers to nothing: checked at the commit, where a full disk is noticed too.
    disk.exec(`CREATE TABLE kept (id PRIMARY KEY); CREATE TABLE lost (id REFERENCES kept DEFERRABLE INITIALLY DEFERRED);
               CREATE TRIGGER full AFTER UPDATE ON documents_engine_runs WHEN NEW.body ->> 'phase' = 'done'
               BEGIN INSERT INTO lost VALUES (1); END`);
    const id = await submit(engine, echo, 'Good morning');
    await vi.waitFor(() => expect(messagesOf(logged)).toEqual(['a change of a run is not saved yet']), waitOptions);
    expect(await engine.state(id)).toMatchObject({ status: 'running', step: 'second' });
    expect(settled).not.toHaveBeenCalled();

    disk.exec('DROP TRIGGER full');

    await reaches(engine, id, { status: 'done', output: 'Good morning!' });
    await vi.waitFor(() => expect(settled.mock.calls).toEqual([[id]]), waitOptions);
  });

  it('does no step again whose result the disk has no room for, and goes on once it has', async () => {
    const file = await newFile();
    const [logged, log] = recorder();
    let runs = 0;
    const costly = workflow('costly')
      .step('work', () => {
        runs += 1;
        return 'done';
      })
      .answer((body) => ({ body, location: '/' }));
    const engine = await open(file, log);
    await engine.start([costly], engineListener());
    const disk = outside(file);
    disk.exec(broken(`NEW.body ->> 'status' = 'completed'`, 'documents_engine_nodes'));
    const id = await submit(engine, costly);
    await vi.waitFor(() => expect(messagesOf(logged)).toEqual(['a change of a run is not saved yet']), waitOptions);
    disk.exec('DROP TRIGGER broken');
    await reaches(engine, id, { status: 'done', output: 'done' });
    expect(runs).toBe(1);
  });

  it('refuses the database of a former version that has unfinished runs, and replaces one that has none', async () => {
    const file = await newFile();
    const former = new DatabaseSync(file);
    former.exec(`CREATE TABLE workflow_runs (status TEXT, parent_step_attempt_id TEXT);
                 INSERT INTO workflow_runs VALUES ('running', NULL), ('sleeping', NULL), ('failed', NULL),
                   ('canceled', NULL), ('running', 'of a child')`);
    await expect(open(file)).rejects.toThrow(`${file} has 2 runs that a version of before has begun`);
    former.exec(`UPDATE workflow_runs SET status = 'completed' WHERE status IN ('running', 'sleeping')`);
    former.close();
    const engine = await open(file);
    await engine.start([echo], engineListener());
    await reaches(engine, await submit(engine, echo, 'Good morning'), { status: 'done' });
  });

  it('logs an unexpected error, and saves nothing of its message', async () => {
    const [logged, log] = recorder();
    const broken = workflow<string>('broken')
      .step('parse', function parseTheReport({ input }) {
        return JSON.parse(input);
      })
      .answer((body) => ({ body, location: '/' }));
    const engine = await open(await newFile(), log);
    await engine.start([broken], engineListener());
    const id = await submit(engine, broken, 'Mrs Lovelace');
    await reaches(engine, id, { status: 'failed' });
    expect(logged).toEqual([
      {
        level: 'error',
        message: 'a step failed unexpectedly',
        fields: { run: id, workflow: 'broken', step: 'parse', err: expect.any(SyntaxError) },
      },
    ]);
  });

  it('logs the cause of an expected problem as a warning', async () => {
    const [logged, log] = recorder();
    const refused = new Error('connect ECONNREFUSED');
    const unreachable = workflow<string>('unreachable')
      .step('ask', () => {
        throw new Problem('provider-unavailable', { detail: 'The oracle sleeps. Wake it.', cause: refused });
      })
      .answer((body) => ({ body, location: '/' }));
    const engine = await open(await newFile(), log);
    await engine.start([unreachable], engineListener());
    const id = await submit(engine, unreachable, 'Mrs Lovelace');
    await reaches(engine, id, { status: 'failed' });
    expect(logged).toEqual([
      {
        level: 'warn',
        message: 'a step failed',
        fields: { run: id, workflow: 'unreachable', step: 'ask', err: refused, problem: 'provider-unavailable' },
      },
    ]);
  });

  it('logs nothing when a run is cancelled or stopped', async () => {
    const [logged, log] = recorder();
    const engine = await open(await newFile(), log);
    await engine.start([stuck], engineListener());
    const [cancelled, stopped] = [await submit(engine, stuck), await submit(engine, stuck)];
    await reaches(engine, cancelled, { status: 'running' });
    await reaches(engine, stopped, { status: 'running' });
    await engine.cancel(cancelled);
    await engine.close();
    expect(logged).toEqual([]);
  });

  it('continues although a listener for ends throws', async () => {
    const engine = await open(await newFile());
    await engine.start(
      [echo],
      engineListener(() => {
        throw new Error('not interested');
      }),
    );
    for (const word of ['a', 'b', 'c']) await reaches(engine, await submit(engine, echo, word), { status: 'done' });
  });
});
