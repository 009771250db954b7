import { connect, type Socket } from 'node:net';
import autocannon from 'autocannon';
import { temporaryFolder } from 'chronoscribe/testing';
import { startChronoscribe } from './server-process.ts';
import { table } from './table.ts';

const key = 'a-key-for-benchmarks-that-is-long';
const slowClients = 500;
const rounds = 3;
const seconds = 5;

/**
 * How the slow ones keep a connection: each sends its next byte after half a second, and connects again where it is
 * thrown out.
 */
const kinds = {
  'headers, byte by byte': 'GET /v1/list-anchors HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  'a body, byte by byte': `POST /v1/fast-forward HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"`,
} as const;

/**
 * What a healthy client notices of clients that are slow on purpose (slow loris), in the same run as one that is alone.
 */
export async function benchSlowClients(): Promise<void> {
  const folder = await temporaryFolder();
  const host = await startChronoscribe(folder.path, key);
  const rows: string[][] = [];
  for (const [name, beginning] of Object.entries(kinds)) {
    const alone: number[] = [];
    const beside: number[] = [];
    // In turns, so that what else the machine does falls on both.
    for (let round = 0; round < rounds; round += 1) {
      alone.push(await p99(host.url));
      const leave = besiege(host.url, beginning);
      beside.push(await p99(host.url));
      leave();
    }
    const [quiet, besieged] = [median(alone), median(beside)];
    rows.push([name, `${quiet.toFixed(1)} ms`, `${besieged.toFixed(1)} ms`, (besieged / quiet).toFixed(2)]);
  }
  await host.stop();
  await folder.remove();
  table(
    `p99 of GET /v1/list-anchors beside ${slowClients} slow clients`,
    ['they send', 'alone', 'beside them', 'ratio'],
    rows,
  );
}

/** At a rate that leaves the machine room: at its limit, a p99 tells of the queue and of nothing else. */
async function p99(url: string): Promise<number> {
  const { latency, non2xx, errors } = await autocannon({
    url: `${url}/v1/list-anchors`,
    connections: 8,
    overallRate: 1000,
    duration: seconds,
    headers: { authorization: `Bearer ${key}` },
  });
  if (non2xx > 0 || errors > 0)
    throw new Error(`the healthy client had ${non2xx} answers that were not 2xx, and ${errors} errors`);
  return latency.p99;
}

function besiege(url: string, beginning: string): () => void {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let over = false;
  const begin = (): void => {
    const socket = connect(Number(port), hostname, () => socket.write(beginning));
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      if (!over) begin();
    });
  };
  for (let client = 0; client < slowClients; client += 1) begin();
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a');
  }, 500);
  return () => {
    over = true;
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
