import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Cluster, Store } from 'chronoscribe';
import { openPostgres, type Postgres } from 'chronoscribe/postgres';
import { silentLog, startProvider, temporaryFolder } from 'chronoscribe/testing';
import { BackendPostgres } from 'openworkflow/postgres';
import { testDatabase } from '../../core/postgres/testing/database.ts';
import store from '../../providers/store/postgres/index.ts';
import { openDatabase } from '../../providers/workflow-engine/postgres/database.ts';
import { RunTable } from '../../providers/workflow-engine/postgres/run-table.ts';
import { table } from './table.ts';

type Engine = 'ours' | 'bare';

const schema = 'workflows';
const hosts = [1, 2, 4];
const runs = 600;
const concurrency = 4;
const latencyRuns = 60;

/**
 * Workflows of two steps that do nothing, shared by hosts in processes of their own: what the engine `postgres` costs beside openworkflow's own
 * worker. All times are the server's.
 */
export async function benchWorkflows(): Promise<void> {
  if (process.env.CHRONOSCRIBE_TEST_POSTGRES === undefined) {
    console.log('\nWorkflows on several hosts are not measured: name a Postgres server in CHRONOSCRIBE_TEST_POSTGRES.');
    return;
  }
  const rows: string[][] = [];
  for (const count of hosts) {
    const [ours, bare] = [await throughput('ours', count), await throughput('bare', count)];
    rows.push([String(count), ours.toFixed(0), bare.toFixed(0), (ours / bare).toFixed(2)]);
  }
  table(
    `${runs} workflows of two steps, ${concurrency} at a time on each host: workflows per second`,
    ['hosts', 'engine postgres', 'bare openworkflow', 'ratio'],
    rows,
  );
  const latencies = [];
  for (const engine of ['ours', 'bare'] as const) {
    const { median, most } = await latency(engine);
    latencies.push([engine === 'ours' ? 'engine postgres' : 'bare openworkflow', median.toFixed(1), most.toFixed(1)]);
  }
  table('From a submission until one of two idle hosts begins, ms', ['', 'median', 'longest'], latencies);
}

interface Bed {
  readonly url: string;
  readonly postgres: Postgres;
  /** Starts so many hosts, and waits until they are idle. */
  start(count: number): Promise<void>;
}

async function withBed<T>(engine: Engine, work: (bed: Bed) => Promise<T>): Promise<T> {
  const database = await testDatabase();
  const { url } = database;
  // Both make their tables before the hosts begin.
  if (engine === 'ours') await (await openDatabase({ url, schema, log: silentLog })).close();
  else await (await BackendPostgres.connect(`${url}?client_min_messages=error`, { schema })).stop();
  const postgres = await openPostgres({ url, schema, connections: 2, log: silentLog });
  const folder = await temporaryFolder();
  const children: ChildProcess[] = [];
  try {
    return await work({
      url,
      postgres,
      async start(count) {
        for (let host = 0; host < count; host += 1) {
          const own = join(folder.path, String(host));
          await mkdir(own);
          children.push(await startHost(engine, url, own));
        }
      },
    });
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await postgres.end();
    await database.stop();
    await folder.remove();
  }
}

async function startHost(engine: Engine, url: string, folder: string): Promise<ChildProcess> {
  const script = resolve(import.meta.dirname, 'servers/workflow-host.ts');
  const child = spawn(
    process.execPath,
    ['--conditions=chronoscribe-source', script, engine, url, schema, String(concurrency), folder],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    },
  );
  await once(child, 'message');
  return child;
}

function throughput(engine: Engine, count: number): Promise<number> {
  return withBed(engine, async ({ postgres, start }) => {
    await start(count);
    const input = JSON.stringify(JSON.stringify({ account: 'clinic', input: null }));
    await postgres.query(
      `insert into workflow_runs (namespace_id, id, workflow_name, status, config, input, attempts, available_at, created_at, updated_at)
       select 'default', gen_random_uuid(), 'two-steps', 'pending', '{"followed":false}', $2, 0, '1970-01-02', now(), now() from generate_series(1, $1)`,
      [runs, input],
    );
    await untilDone(postgres, runs);
    const { rows } = await postgres.query<{ seconds: number }>(
      'select extract(epoch from max(finished_at) - min(started_at))::float8 as seconds from workflow_runs',
    );
    return runs / (rows[0]?.seconds ?? 0);
  });
}

function latency(engine: Engine): Promise<{ readonly median: number; readonly most: number }> {
  return withBed(engine, async ({ url, postgres, start }) => {
    await start(2);
    const submitting = await submitter(engine, url, postgres);
    for (let run = 0; run < latencyRuns; run += 1) {
      await submitting.submit();
      await untilDone(postgres, run + 1);
      await wait(50 + 10 * (run % 13));
    }
    await submitting.stop();
    const { rows } = await postgres.query<{ ms: number }>(
      'select (extract(epoch from started_at - created_at) * 1000)::float8 as ms from workflow_runs order by ms',
    );
    const sorted = rows.map(({ ms }) => ms);
    return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, most: sorted.at(-1) ?? 0 };
  });
}

/** Submits as a host does that has no room itself: writes the run, and tells the others. */
async function submitter(engine: Engine, url: string, postgres: Postgres) {
  if (engine === 'bare') {
    return {
      submit: () =>
        postgres.query(
          `insert into workflow_runs (namespace_id, id, workflow_name, status, config, attempts, available_at, created_at, updated_at)
           values ('default', gen_random_uuid(), 'two-steps', 'pending', '{}', 0, now(), now(), now())`,
        ),
      stop: async () => {},
    };
  }
  const folder = await temporaryFolder();
  const { provided, stop } = await startProvider(Store, store, { with: { url }, dataFolder: folder.path });
  const cluster = provided(Cluster);
  const table = new RunTable(postgres);
  return {
    async submit() {
      await table.insert({ id: randomUUID(), account: 'clinic', workflow: 'two-steps', input: null }, false);
      cluster.send(`workflows ${schema}`, JSON.stringify(['bench', [{ type: 'queued' }]]));
    },
    async stop() {
      await stop();
      await folder.remove();
    },
  };
}

async function untilDone(postgres: Postgres, count: number): Promise<void> {
  for (;;) {
    const { rows } = await postgres.query<{ done: number }>(
      `select count(*) as done from workflow_runs where status = 'completed'`,
    );
    if (rows[0]?.done === count) return;
    await wait(10);
  }
}
