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

type Engine = 'ours' | 'bare';
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

/**
 * Workflows of two steps that do nothing, on hosts in processes of their own: what our engines cost beside
 * openworkflow's own
 * worker. All times are those of the database. Of three rounds, ours and bare in turn, the median counts.
 */
export async function benchWorkflows(): Promise<void> {
  const hasServer = process.env.CHRONOSCRIBE_TEST_POSTGRES !== undefined;
  if (!hasServer) console.log('\nWorkflows on Postgres are not measured: name a server in CHRONOSCRIBE_TEST_POSTGRES.');
  const measured = cases.filter(([database]) => hasServer || database === 'sqlite');
  const rows: string[][] = [];
  for (const [database, hosts] of measured) {
    const figures: Record<Engine, number[]> = { ours: [], bare: [] };
    for (let round = 0; round < rounds; round += 1) {
      for (const engine of ['ours', 'bare'] as const) figures[engine].push(await throughput(engine, database, hosts));
    }
    const [ours, bare] = [median(figures.ours), median(figures.bare)];
    rows.push([database, String(hosts), ours.toFixed(0), bare.toFixed(0), (ours / bare).toFixed(2)]);
  }
  table(
    `${runs} workflows of two steps, ${concurrency} at a time on each host: workflows per second`,
    ['database', 'hosts', 'our engine', 'bare openworkflow', 'ratio'],
    rows,
  );
  const latencies = [];
  for (const database of new Set(measured.map(([name]) => name))) {
    for (const engine of ['ours', 'bare'] as const) {
      const ms = await latency(engine, database);
      latencies.push([database, engine, median(ms).toFixed(1), (ms.toSorted((a, b) => a - b).at(-1) ?? 0).toFixed(1)]);
    }
  }
  table('From a submission until an idle host starts it, ms', ['database', '', 'median', 'longest'], latencies);
  await benchWaiting();
}

interface Bed {
  /** Starts a host, and waits until it is idle. */
  start(): Promise<ChildProcess>;
  query(statement: string): Promise<readonly Record<string, unknown>[]>;
}

async function withBed<T>(engine: Engine, database: Database, work: (bed: Bed) => Promise<T>): Promise<T> {
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
        const args = ['--conditions=chronoscribe-source', script, engine, place, schema, String(concurrency), own];
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

/** Workflows per second, from the first start to the last end. */
function throughput(engine: Engine, database: Database, hosts: number): Promise<number> {
  return withBed(engine, database, async ({ start, query }) => {
    for (let host = 0; host < hosts; host += 1) await start();
    await query(insertRuns(engine, database));
    await untilDone(query, runs);
    const [row] = await query(
      database === 'sqlite'
        ? 'select (julianday(max(finished_at)) - julianday(min(started_at))) * 86400 as seconds from workflow_runs'
        : 'select extract(epoch from max(finished_at) - min(started_at))::float8 as seconds from workflow_runs',
    );
    return runs / Number(row?.seconds);
  });
}

/** All at once, as each engine saves a run. */
function insertRuns(engine: Engine, database: Database): string {
  const into = `insert into workflow_runs
    (namespace_id, id, workflow_name, status, idempotency_key, config, input, attempts, available_at, created_at, updated_at)`;
  const input = JSON.stringify({ account: 'clinic', input: null });
  if (database === 'sqlite') {
    const now = new Date().toISOString();
    return `${into} with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${runs})
      select 'default', 'run-' || number, 'two-steps', 'pending', 'run-' || number, '{}',
        ${engine === 'ours' ? `'${input}'` : 'null'}, 0, '1970-01-02T00:00:00.000Z', '${now}', '${now}' from numbers`;
  }
  return `${into} select 'default', 'run-' || number, 'two-steps', 'pending', 'run-' || number, '{}',
    ${engine === 'ours' ? `to_jsonb('${input}'::text)` : 'null'}, 0, '1970-01-02', now(), now() from generate_series(1, ${runs}) as number`;
}

/** From the creation of each run to its start, in milliseconds. */
function latency(engine: Engine, database: Database): Promise<readonly number[]> {
  return withBed(engine, database, async ({ start, query }) => {
    const host = await start();
    for (let run = 0; run < latencyRuns; run += 1) {
      host.send('submit');
      await untilDone(query, run + 1);
      await wait(50 + 10 * (run % 13));
    }
    const rows = await query(
      database === 'sqlite'
        ? 'select (julianday(started_at) - julianday(created_at)) * 86400000 as ms from workflow_runs'
        : 'select (extract(epoch from started_at - created_at) * 1000)::float8 as ms from workflow_runs',
    );
    return rows.map(({ ms }) => Number(ms));
  });
}

async function untilDone(query: Bed['query'], count: number): Promise<void> {
  for (;;) {
    const [row] = await query(`select count(*) as done from workflow_runs where status = 'completed'`);
    if (Number(row?.done) === count) return;
    await wait(20);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
