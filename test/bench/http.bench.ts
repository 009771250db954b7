import autocannon from 'autocannon';
import { temporaryFolder } from 'chronoscribe/testing';
import { type ServerProcess, startChronoscribe, startServer } from './server-process.ts';
import { table } from './table.ts';

const key = 'a-key-for-benchmarks-that-is-long';
const seconds = 4;
const connections = 16;

const requests = {
  'POST /v1/fast-forward': { method: 'POST', path: '/v1/fast-forward', body: JSON.stringify({ duration: '1m' }) },
  'GET /v1/list-anchors': { method: 'GET', path: '/v1/list-anchors' },
} as const;

/** Requests per second of ours (key, validation, durable store) beside two servers that do less, all in one run. */
export async function benchHttp(): Promise<void> {
  const folder = await temporaryFolder();
  const starts: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const host = await startChronoscribe(`${folder.path}/start-${round}`, key);
    starts.push(host.startMs);
    await host.stop();
  }
  const bareStart = await startServer('test/bench/servers/bare-hono.ts');
  await bareStart.stop();

  const servers: readonly (readonly [name: string, server: ServerProcess])[] = [
    ['chronoscribe', await startChronoscribe(`${folder.path}/data`, key)],
    ['bare hono', await startServer('test/bench/servers/bare-hono.ts')],
    ['fastify, same validation', await startServer('test/bench/servers/fastify.ts')],
  ];
  const rows: string[][] = [];
  for (const [name, request] of Object.entries(requests)) {
    const rates = new Map<string, number>();
    for (const [server, { url }] of servers) rates.set(server, await rate(url, request));
    const ours = rates.get('chronoscribe') ?? 0;
    for (const [server, requestsPerSecond] of rates) {
      rows.push([name, server, requestsPerSecond.toFixed(0), (ours / requestsPerSecond).toFixed(2)]);
    }
  }
  for (const [, server] of servers) await server.stop();
  await folder.remove();

  table('Requests per second', ['request', 'server', 'per second', 'ours / it'], rows);
  const best = Math.min(...starts);
  table(
    'From the start of the process to the first answer it could give',
    ['server', 'ms', 'ours / it'],
    [
      ['chronoscribe, empty data folder', best.toFixed(0), '1.00'],
      ['bare hono', bareStart.startMs.toFixed(0), (best / bareStart.startMs).toFixed(2)],
    ],
  );
}

async function rate(url: string, { path, ...request }: (typeof requests)[keyof typeof requests]): Promise<number> {
  const options = {
    url: url + path,
    ...request,
    connections,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  };
  await autocannon({ ...options, duration: 1 });
  const { requests: counted, non2xx, errors } = await autocannon({ ...options, duration: seconds });
  if (non2xx > 0 || errors > 0) throw new Error(`${path} at ${url}: ${non2xx} answers were not 2xx, ${errors} failed`);
  return counted.average;
}
