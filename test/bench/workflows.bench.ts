import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { openPostgres } from 'chronoscribe/postgres';
import { silentLog, temporaryFolder } from 'chronoscribe/testing';
import { testDatabase } from '../../core/postgres/testing/database.ts';
import { temporalServer } from '../../providers/workflow-engine/temporal/testing/built.ts';
import { table } from './table.ts';
import { benchWaiting } from './waiting.bench.ts';

type Engine = 'embedded' | 'postgres' | 'temporal';

const schema = 'workflows';
const concurrency = 4;
const latencyRuns = 40;
const rounds = 3;

/** Temporal keeps a history of each run, so that as many would take minutes. */
const runsOf: Readonly<Record<Engine, number>> = { embedded: 600, postgres: 600, temporal: 150 };

const cases: readonly (readonly [Engine, hosts: number])[] = [
  ['embedded', 1],
  ['postgres', 1],
  ['postgres', 2],
  ['postgres', 4],
  ['temporal', 1],
  ['temporal', 2],
];

/** Workflows of two steps that do nothing, on hosts in processes of their own. Of three rounds the median counts. */
export async function benchWorkflows(): Promise<void> {
  const rows: string[][] = [];
  for (const [engine, hosts] of cases) {
    const lacking = lackingFor(engine);
    if (lacking !== undefined) {
      rows.push([engine, String(hosts), `NOT MEASURED: ${lacking}`]);
      continue;
    }
    const figures: Figures[] = [];
    for (let round = 0; round < rounds; round += 1) figures.push(await throughput(engine, hosts));
    const { memory } = figures[0] ?? { memory: '' };
    const perSecond = median(figures.map((each) => each.perSecond));
    rows.push([engine, String(hosts), String(runsOf[engine]), perSecond.toFixed(0), memory]);
  }
  table(
    `Workflows of two steps, ${concurrency} at a time on each host: workflows per second`,
    ['engine', 'hosts', 'workflows', 'per second', 'MB of each host'],
    rows,
  );
  const latencies = [];
  for (const engine of new Set(cases.map(([name]) => name))) {
    if (lackingFor(engine) !== undefined) continue;
    const ms = await latency(engine);
    latencies.push([engine, median(ms).toFixed(1), (ms.toSorted((a, b) => a - b).at(-1) ?? 0).toFixed(1)]);
  }
  table('From a submission until an idle host starts it, ms', ['engine', 'median', 'longest'], latencies);
  await benchWaiting();
}

/** Why an engine is not measured here; undefined if it is. */
function lackingFor(engine: Engine): string | undefined {
  if (engine === 'embedded') return undefined;
  if (process.env.CHRONOSCRIBE_TEST_POSTGRES === undefined) return 'name a server in CHRONOSCRIBE_TEST_POSTGRES';
  if (engine === 'postgres') return undefined;
  try {
    import.meta.resolve('@temporalio/worker');
  } catch {
    return 'the packages @temporalio/* are not installed';
  }
  return existsSync(temporalServer()) ? undefined : 'run test/services/temporal.sh once, which builds its server';
}

interface Bed {
  /** Starts a host, and waits until it is idle. */
  start(): Promise<ChildProcess>;
  /** The megabytes that the server of the engine takes; undefined if it has none of its own. */
  serverMemory(): Promise<number | undefined>;
  query(statement: string): Promise<readonly Record<string, unknown>[]>;
}

async function withBed<T>(engine: Engine, work: (bed: Bed) => Promise<T>): Promise<T> {
  const folder = await temporaryFolder();
  const { place, query, stop } = engine === 'embedded' ? onFile(folder.path) : await onServer();
  const temporal = engine === 'temporal' ? await openTemporal() : undefined;
  const children: ChildProcess[] = [];
  try {
    return await work({
      query,
      serverMemory: async () => temporal?.memory(),
      async start() {
        const own = join(folder.path, String(children.length));
        await mkdir(own);
        const script = resolve(import.meta.dirname, 'servers/workflow-host.ts');
        const at = [engine, place, schema, String(concurrency), own, temporal?.address ?? ''];
        const args = ['--conditions=chronoscribe-source', script, ...at];
        const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
        children.push(child);
        await once(child, 'message');
        return child;
      },
    });
  } finally {
    for (const child of children) child.kill('SIGKILL');
    await temporal?.remove();
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

/** A Temporal server of this bench, and what it takes in MB. */
async function openTemporal() {
  const { openTemporalOfTest } = await import('../../providers/workflow-engine/temporal/testing/server.ts');
  return openTemporalOfTest();
}

/** A member of each document, in SQL. */
const member = (engine: Engine, name: string): string =>
  engine === 'embedded' ? `body ->> '${name}'` : `body::jsonb ->> '${name}'`;

/** Times of the steps of all runs, in milliseconds. */
const timesOf = (engine: Engine): string =>
  `select ${member(engine, 'run')} as run, ${member(engine, 'startedAt')} as started, ${member(engine, 'endedAt')} as ended
    from documents_engine_nodes`;

interface Figures {
  readonly perSecond: number;
  /** In MB. */
  readonly memory: string;
}

/** Workflows per second, from the first start to the last end, and what hosts take then. */
function throughput(engine: Engine, hosts: number): Promise<Figures> {
  return withBed(engine, async ({ start, query, serverMemory }) => {
    const started: ChildProcess[] = [];
    for (let host = 0; host < hosts; host += 1) started.push(await start());
    started[0]?.send(runsOf[engine]);
    await untilDone(engine, query, runsOf[engine]);
    const steps = await query(timesOf(engine));
    const ended = Math.max(...steps.map((step) => Number(step.ended)));
    const seconds = (ended - Math.min(...steps.map((step) => Number(step.started)))) / 1000;
    const taken: number[] = [];
    for (const child of started) {
      child.send('memory');
      taken.push(Number((await once(child, 'message'))[0]));
    }
    const ofServer = await serverMemory();
    const beside = ofServer === undefined ? '' : `, and ${ofServer.toFixed(0)} of Temporal's server`;
    return { perSecond: runsOf[engine] / seconds, memory: median(taken).toFixed(0) + beside };
  });
}

/** From the submission of each run to its start, in milliseconds. */
function latency(engine: Engine): Promise<readonly number[]> {
  return withBed(engine, async ({ start, query }) => {
    const host = await start();
    for (let run = 0; run < latencyRuns; run += 1) {
      host.send(1);
      await untilDone(engine, query, run + 1);
      await wait(50 + 10 * (run % 13));
    }
    const submitted = await query(
      `select ${member(engine, 'id')} as run, ${member(engine, 'submittedAt')} as at from documents_engine_runs`,
    );
    const started = Map.groupBy(await query(timesOf(engine)), ({ run }) => run);
    return submitted.map(
      ({ run, at }) => Math.min(...(started.get(run) ?? []).map((step) => Number(step.started))) - Number(at),
    );
  });
}

async function untilDone(engine: Engine, query: Bed['query'], count: number): Promise<void> {
  for (;;) {
    const phase = member(engine, 'phase');
    const [row] = await query(`select count(*) as done from documents_engine_runs where ${phase} = 'done'`);
    if (Number(row?.done) === count) return;
    await wait(20);
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
