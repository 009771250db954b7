import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openPostgres } from 'chronoscribe/postgres';
import { silentLog, temporaryFolder } from 'chronoscribe/testing';
import { testDatabase } from '../../core/postgres/testing/database.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { table } from './table.ts';

const key = 'a-key-for-benchmarks-that-is-long';
const atOnce = 16;

/** Something that clinics and teams do all day, so many times. */
interface Deed {
  readonly name: string;
  readonly times: number;
  request(url: string, time: number): Promise<Response>;
}

const json = (method: string, path: string, body?: (time: number) => object) => (url: string, time: number) =>
  fetch(url + path, {
    method,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body(time)) }),
  });

const visit = await readFile(resolve(import.meta.dirname, '../../config/tour/consultation.vtt'));

const deeds: readonly Deed[] = [
  { name: 'GET current-time', times: 4000, request: json('GET', '/v1/current-time') },
  { name: 'POST fast-forward', times: 2000, request: json('POST', '/v1/fast-forward', () => ({ duration: '1m' })) },
  {
    name: 'POST record-event',
    times: 2000,
    request: json('POST', '/v1/record-event', (time) => ({
      event_id: `event-${time}`,
      description: `What happened at ${time}`,
      time: new Date(Date.UTC(2030, 0, 1) + time * 60_000).toISOString(),
      location: `Place ${time % 50}`,
    })),
  },
  {
    name: 'GET search-events, 100 found',
    times: 1000,
    request: json(
      'GET',
      `/v1/search-events?location=Place%201&time_range=${encodeURIComponent('2030-01-01T00:00:00Z/2031-01-01T00:00:00Z')}`,
    ),
  },
  {
    name: 'a visit: transcript to note',
    times: 100,
    request: (url, time) => {
      const form = new FormData();
      form.append('file', new File([visit], `visit-${time}.vtt`));
      return fetch(`${url}/api/v1/transcripts/upload_audio_file`, {
        method: 'POST',
        headers: { 'x-api-key': key },
        body: form,
      });
    },
  },
];

/**
 * What each deed costs: processor time in the host and in Postgres, and room. Of these slopes `docs/performance.md` makes
 * sums.
 */
export async function benchScaling(): Promise<void> {
  const folder = await temporaryFolder();
  await onSqlite(folder.path);
  await onPostgres(folder.path);
  await folder.remove();
}

async function onSqlite(folder: string): Promise<void> {
  const data = join(folder, 'sqlite');
  const host = await start(data, {});
  const room = () => bytesIn(data);
  await measure('store sqlite, engine embedded', host, { room, otherCpuMs: async () => 0 });
}

async function onPostgres(folder: string): Promise<void> {
  const database = await testDatabase();
  if (!database.isServer) {
    console.log('CHRONOSCRIBE_TEST_POSTGRES names no server: what Postgres costs is not measured');
    return database.stop();
  }
  const { url } = database;
  const data = join(folder, 'postgres');
  const host = await start(data, {
    store: { use: 'postgres', with: { url } },
    'workflow-engine': { use: 'postgres', with: { url } },
  });
  const postgres = await openPostgres({ url, schema: 'public', connections: 1, log: silentLog });
  const room = async () => {
    const { rows } = await postgres.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes');
    return (rows[0]?.bytes ?? 0) + (await bytesIn(data));
  };
  await measure('store postgres, engine postgres', host, { room, otherCpuMs: postgresCpuMs });
  await postgres.end();
  await database.stop();
}

function start(data: string, providers: object): Promise<ServerProcess> {
  const config = { http: { rateLimit: { perMinute: 0 } }, log: { level: 'silent' }, providers };
  const file = `${data}.yaml`;
  return writeFile(file, JSON.stringify(config)).then(() =>
    startServer('core/cli/main.js', ['start', '--port', '0', '--data', data, '--config', file], {
      CHRONOSCRIBE_API_KEY: key,
    }),
  );
}

async function measure(
  title: string,
  host: ServerProcess,
  { room, otherCpuMs }: { readonly room: () => Promise<number>; readonly otherCpuMs: () => Promise<number> },
): Promise<void> {
  const rows: string[][] = [];
  for (const { name, times, request } of deeds) {
    const before = { room: await room(), host: await host.cpuMs(), other: await otherCpuMs() };
    let next = 0;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let time = next++; time < times; time = next++) {
          const answer = await request(host.url, time);
          if (!answer.ok) throw new Error(`${name} was answered ${answer.status}: ${await answer.text()}`);
          await answer.arrayBuffer();
        }
      }),
    );
    const each = (after: number, begun: number) => (after - begun) / times;
    rows.push([
      name,
      `${each(await host.cpuMs(), before.host).toFixed(2)} ms`,
      `${each(await otherCpuMs(), before.other).toFixed(2)} ms`,
      `${Math.max(0, Math.round(each(await room(), before.room)))} bytes`,
    ]);
  }
  await host.stop();
  table(`What each costs: ${title}`, ['deed', 'processor, host', 'processor, database', 'room'], rows);
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ blocks }) => blocks * 512,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Of all processes of the server on this machine, those that have ended too. Linux only. */
async function postgresCpuMs(): Promise<number> {
  const all = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  );
  const ticks = all
    .filter((line) => line.includes('(postgres)'))
    .flatMap((line) =>
      line
        .slice(line.lastIndexOf(')') + 2)
        .split(' ')
        .slice(11, 15)
        .map(Number),
    );
  return ticks.reduce((sum, each) => sum + each, 0) * 10;
}
