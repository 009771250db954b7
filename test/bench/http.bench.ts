import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { temporaryFolder } from 'chronoscribe/testing';
import { z } from 'zod';
import { type ServerProcess, startChronoscribe, startServer } from './server-process.ts';
import { table } from './table.ts';

const key = 'a-key-for-benchmarks-that-is-long';
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
const connections = 16;
const rounds = 3;

const requests = {
  'POST fast-forward': {
    request: { method: 'POST', path: '/v1/fast-forward', body: JSON.stringify({ duration: '1m' }) },
    ...{ rates: '≥ 0.5', work: '≤ 1.6' },
  },
  'GET list-anchors (20)': { request: { method: 'GET', path: '/v1/list-anchors' }, rates: '≥ 0.6', work: '' },
} as const;

/** Each row: what is measured, a baseline, the figure, their ratio, and what is to be reached. */
const rows: string[][] = [];
const unitOf = { 'requests a second': '/s', 'processor time': 'ms of processor', time: 'ms' } as const;
const compared = (
  what: string,
  unit: keyof typeof unitOf,
  [baseline, figure]: readonly [number, number],
  goal: string,
) =>
  rows.push([
    what,
    ...[baseline, figure].map((each) => `${each.toFixed(2)} ${unitOf[unit]}`),
    (figure / baseline).toFixed(2),
    goal,
  ]);
const measured = (what: string, unit: keyof typeof unitOf, figure: number, goal: string) =>
  rows.push([what, '', `${figure.toFixed(2)} ${unitOf[unit]}`, '', goal]);

/**
 * The hot path as ratios within one run: beside a bare hono route, and beside a server that does the same work with as
 * little as possible. Processor time is that of the server alone.
 */
export async function benchHttp(): Promise<void> {
  const folder = await temporaryFolder();
  await compareStarts(folder.path);
  const ours = await startChronoscribe(join(folder.path, 'data'), key, { config: 'http.yaml' });
  const bare = await startServer('test/bench/servers/bare-hono.ts');
  const peer = await startServer('test/bench/servers/equal-work.ts', [join(folder.path, 'peer.db'), key]);
  for (let number = 0; number < 20; number += 1)
    await call(ours, 'POST', '/v1/set-anchor', { timestamp: '2030-01-01T00:00:00Z', description: `Anchor ${number}` });

  await compareRequests({ ours, bare, peer });
  await compareRecords(ours);
  await compareMonitors(ours);
  await measureCheck(ours);
  await measureVisit(ours);
  for (const server of [ours, bare, peer]) await server.stop();
  await folder.remove();
  table('The hot path', ['what', 'baseline', 'figure', 'ratio', 'to reach'], rows);
}

async function compareStarts(folder: string): Promise<void> {
  const packed = 'dist/core/cli/main.js';
  const programs = ['core/cli/main.js', ...(existsSync(packed) ? [packed] : [])];
  if (programs.length === 1) console.log('SKIPPED: the start of the package, which npm run build makes.');
  const starts = new Map<string, number[]>();
  const measure = async (name: string, { startMs, stop }: ServerProcess) => {
    await stop();
    starts.set(name, [...(starts.get(name) ?? []), startMs]);
  };
  for (let round = 0; round < 3; round += 1) {
    await measure('bare', await startServer('test/bench/servers/bare-hono.ts'));
    for (const [at, program] of programs.entries())
      await measure(program, await startChronoscribe(join(folder, `start-${round}-${at}`), key, { program }));
  }
  const least = (name: string) => Math.min(...(starts.get(name) ?? []));
  for (const program of programs)
    compared(`start of ${program}, over bare hono`, 'time', [least('bare'), least(program)], '≤ 3');
}

/** In turns, since other work of the machine would else fall on one of them. */
async function compareRequests(servers: Readonly<Record<'ours' | 'bare' | 'peer', ServerProcess>>): Promise<void> {
  for (const [name, { request, rates, work }] of Object.entries(requests)) {
    const sums = { ours: [0, 0], bare: [0, 0], peer: [0, 0] };
    for (let round = 0; round < rounds; round += 1) {
      for (const server of ['bare', 'ours', 'peer'] as const) {
        const { perSecond, cpuMs } = await load(servers[server], request);
        sums[server] = [(sums[server][0] ?? 0) + perSecond / rounds, (sums[server][1] ?? 0) + cpuMs / rounds];
      }
    }
    const pair = (of: 'bare' | 'peer', at: 0 | 1) => [sums[of][at] ?? 0, sums.ours[at] ?? 0] as const;
    compared(`${name}, over bare hono`, 'requests a second', pair('bare', 0), rates);
    compared(`${name}, over equal work`, 'processor time', pair('peer', 1), work);
  }
}

/** Requests per second of all connections, and processor time for each. */
async function load(server: ServerProcess, { path, ...request }: (typeof requests)[keyof typeof requests]['request']) {
  const options = { url: server.url + path, ...request, connections, headers };
  await autocannon({ ...options, duration: 0.5 });
  const before = await server.cpuMs();
  const { requests: counted, non2xx, errors } = await autocannon({ ...options, duration: 1 });
  if (non2xx > 0 || errors > 0) throw new Error(`${path}: ${non2xx} answers were not 2xx, ${errors} failed`);
  return { perSecond: counted.average, cpuMs: ((await server.cpuMs()) - before) / counted.total };
}

/**
 * Processor time of the server for each of some calls, one after another, in milliseconds: also for what they leave to
 * do after the answer.
 */
async function cpuOf(server: ServerProcess, times: number, work: (time: number) => Promise<unknown>): Promise<number> {
  const afterMs = 1_500;
  for (let time = 0; time < times / 4; time += 1) await work(time);
  await wait(afterMs);
  const before = await server.cpuMs();
  for (let time = 0; time < times; time += 1) await work(time);
  await wait(afterMs);
  return ((await server.cpuMs()) - before) / times;
}

async function compareRecords(server: ServerProcess): Promise<void> {
  const list = () => call(server, 'GET', '/api/v1/records?limit=20');
  const Listed = z.object({ items: z.array(z.object({ location: z.string() })) });
  const { location } = Listed.parse(await list()).items[0] ?? { location: '' };
  const one = await cpuOf(server, 200, () => call(server, 'GET', location));
  compared('20 of 1,000 records, over one', 'processor time', [one, await cpuOf(server, 100, list)], '≤ 2');
}

/** Monitors of a hundred places. */
async function compareMonitors(server: ServerProcess): Promise<void> {
  const move = () => call(server, 'POST', '/v1/fast-forward', { duration: '1m' });
  const none = await cpuOf(server, 400, move);
  const closing = new AbortController();
  const range = encodeURIComponent('2030-01-01T00:00:00Z/2040-01-01T00:00:00Z');
  for (let number = 0; number < 1000; number += 1) {
    const path = `/v1/monitor-events?location=Place%20${number % 100}&time_range=${range}`;
    const accept = { ...headers, accept: 'text/event-stream' };
    const { body } = await fetch(server.url + path, { headers: accept, signal: closing.signal });
    body?.pipeTo(new WritableStream()).catch(() => undefined);
  }
  const watched = await cpuOf(server, 100, move);
  closing.abort();
  compared('a move with 1,000 monitors, over none', 'processor time', [none, watched], '≤ 5');
}

async function measureCheck(server: ServerProcess): Promise<void> {
  const events = Array.from({ length: 1000 }, (_, number) =>
    JSON.stringify({
      event_id: `event-${number}`,
      description: `What happened at ${number}`,
      time: new Date(Date.UTC(2030, 0, 1) + number * 60_000).toISOString(),
      location: `Place ${number % 50}`,
      ...(number > 0 && { causes: [`event-${number - 1}`] }),
    }),
  );
  const imported = await fetch(`${server.url}/v1/import-events`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/x-ndjson' },
    body: events.join('\n'),
  });
  if (!imported.ok) throw new Error(`The import was answered ${imported.status}: ${await imported.text()}`);
  const check = async () => {
    const startedAt = performance.now();
    await call(server, 'GET', '/v1/check-paradox');
    return performance.now() - startedAt;
  };
  const times: number[] = [];
  for (let time = 0; time < 8; time += 1) times.push(await check());
  measured('a check of 1,000 events', 'time', Math.min(...times), '≤ 60');
}

async function measureVisit(server: ServerProcess): Promise<void> {
  const visit = await readFile(resolve(import.meta.dirname, '../../config/tour/consultation.vtt'));
  const cpu = await cpuOf(server, 40, async (time) => {
    const form = new FormData();
    form.append('file', new File([visit], `visit-${time}.vtt`));
    const path = `${server.url}/api/v1/transcripts/upload_audio_file`;
    const answer = await fetch(path, { method: 'POST', headers: { 'x-api-key': key }, body: form });
    if (!answer.ok) throw new Error(`A visit was answered ${answer.status}: ${await answer.text()}`);
    await answer.arrayBuffer();
  });
  measured('a visit from a transcript', 'processor time', cpu, '≤ 20');
}

async function call(server: ServerProcess, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
