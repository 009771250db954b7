import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { openPostgres } from 'chronoscribe/postgres';
import { silentLog, temporaryFolder } from 'chronoscribe/testing';
import { testDatabase } from '../../core/postgres/testing/database.ts';
import { table } from './table.ts';
import { benchWaiting } from './waiting.bench.ts';

type Database = 'sqlite' | 'postgres';

const schema = 'workflows';
const runs = 600;
const concurrency = 4;
const latencyRuns = 40;
const rounds = 3;

const cases: readonly (readonly [Database, hosts: number])[] = [
  ['sqlite', 1],
  ['postgres', 1],
  ['postgres', 2],
  ['postgres', 4],
];

/** Workflows of two steps that do nothing, on hosts in processes of their own. Of three rounds the median counts. */
export async function benchWorkflows(): Promise<void> {
  const hasServer = process.env.CHRONOSCRIBE_TEST_POSTGRES !== undefined;
  if (!hasServer) console.log('\nWorkflows on Postgres are not measured: name a server in CHRONOSCRIBE_TEST_POSTGRES.');
  const measured = cases.filter(([database]) => hasServer || database === 'sqlite');
  const rows: string[][] = [];
  for (const [database, hosts] of measured) {
    const figures: number[] = [];
    for (let round = 0; round < rounds; round += 1) figures.push(await throughput(database, hosts));
    rows.push([database, String(hosts), median(figures).toFixed(0)]);
  }
  table(
    `${runs} workflows of two steps, ${concurrency} at a time on each host: workflows per second`,
    ['database', 'hosts', 'per second'],
    rows,
  );
  const latencies = [];
  for (const database of new Set(measured.map(([name]) => name))) {
    const ms = await latency(database);
    latencies.push([database, median(ms).toFixed(1), (ms.toSorted((a, b) => a - b).at(-1) ?? 0).toFixed(1)]);
  }
  table('From a submission until an idle host starts it, ms', ['database', 'median', 'longest'], latencies);
  await benchWaiting();
}

interface Bed {
  /** Starts a host, and waits until it is idle. */
  start(): Promise<ChildProcess>;
  query(statement: string): Promise<readonly Record<string, unknown>[]>;
}

async function withBed<T>(database: Database, work: (bed: Bed) => Promise<T>): Promise<T> {
  const folder = await temporaryFolder();
  const { place, query, stop } = database === 'sqlite' ? onFile(folder.path) : await onServer();
  const children: ChildProcess[] = [];
  try {
    return await work({
      query,
      async start() {
        const own = join(folder.path, String(children.length));
        await mkdir(own);
        const script = resolve(import.meta.dirname, 'servers/workflow-host.ts');
        const args = ['--conditions=chronoscribe-source', script, place, schema, String(concurrency), own];
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
        await once(child, 'message');
        children.push(child);
        return child;
      },
    });
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await stop();
    await folder.remove();
  }
}

function onFile(folder: string) {
  const file = join(folder, 'workflows.db');
  let connection: DatabaseSync | undefined;
  return {
    place: file,
    async query(statement: string) {
      connection ??= new DatabaseSync(file, { timeout: 5000 });
      return connection.prepare(statement).all();
    },
    stop: async () => connection?.close(),
  };
}

async function onServer() {
  const database = await testDatabase();
  const postgres = await openPostgres({ url: database.url, schema, connections: 2, log: silentLog });
  return {
    place: database.url,
    query: async (statement: string) => (await postgres.query<Record<string, unknown>>(statement)).rows,
    async stop() {
      await postgres.end();
      await database.stop();
    },
  };
}

/** Times of the steps of all runs, in milliseconds. */
const times: Readonly<Record<Database, string>> = {
  sqlite: `select body ->> 'run' as run, body ->> 'startedAt' as started, body ->> 'endedAt' as ended from documents_engine_nodes`,
  postgres: `select body::jsonb ->> 'run' as run, body::jsonb ->> 'startedAt' as started, body::jsonb ->> 'endedAt' as ended
    from documents_engine_nodes`,
};

/** Workflows per second, from the first start to the last end. */
function throughput(database: Database, hosts: number): Promise<number> {
  return withBed(database, async ({ start, query }) => {
    const first = await start();
    for (let host = 1; host < hosts; host += 1) await start();
    first.send(runs);
    await untilDone(database, query, runs);
    const steps = await query(times[database]);
    const seconds =
      (Math.max(...steps.map(({ ended }) => Number(ended))) -
        Math.min(...steps.map(({ started }) => Number(started)))) /
      1000;
    return runs / seconds;
  });
}

/** From the submission of each run to its start, in milliseconds. */
function latency(database: Database): Promise<readonly number[]> {
  return withBed(database, async ({ start, query }) => {
    const host = await start();
    for (let run = 0; run < latencyRuns; run += 1) {
      host.send(1);
      await untilDone(database, query, run + 1);
      await wait(50 + 10 * (run % 13));
    }
    const field = (name: string) => (database === 'sqlite' ? `body ->> '${name}'` : `body::jsonb ->> '${name}'`);
    const submitted = await query(
      `select ${field('id')} as run, ${field('submittedAt')} as at from documents_engine_runs`,
    );
    const started = Map.groupBy(await query(times[database]), ({ run }) => run);
    return submitted.map(
      ({ run, at }) => Math.min(...(started.get(run) ?? []).map((step) => Number(step.started))) - Number(at),
    );
  });
}

async function untilDone(database: Database, query: Bed['query'], count: number): Promise<void> {
  const phase = database === 'sqlite' ? `body ->> 'phase'` : `body::jsonb ->> 'phase'`;
  for (;;) {
    const [row] = await query(`select count(*) as done from documents_engine_runs where ${phase} = 'done'`);
    if (Number(row?.done) === count) return;
    await wait(20);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
