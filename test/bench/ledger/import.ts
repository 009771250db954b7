import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ServerProcess, startChronoscribe } from '../server-process.ts';
import type { MadeUpHistory } from './history.ts';

export const key = 'a-key-for-benchmarks-that-is-long';

/** Sends a history to a host in a process of its own, as one NDJSON file. Memory in bytes, resident. */
export async function importOverHttp(
  dataFolder: string,
  history: MadeUpHistory,
): Promise<{ readonly seconds: number; readonly before: number; readonly peak: number }> {
  const host = await startChronoscribe(dataFolder, key);
  const before = (await host.memory()).now;
  const begun = performance.now();
  await sendEvents(host, history.lines(), history.events);
  const seconds = (performance.now() - begun) / 1000;
  const { peak } = await host.memory();
  await host.stop();
  return { seconds, before, peak };
}

/** Sends events to a host as one NDJSON file, and waits until all of them are recorded. */
export async function sendEvents(host: ServerProcess, lines: AsyncIterable<Uint8Array>, events: number): Promise<void> {
  const outgoing = request(`${host.url}/v1/import-events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
  });
  const answered = new Promise<string>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (incoming) => {
      void Array.fromAsync(incoming, String).then((pieces) => resolve(pieces.join('')), reject);
    });
  });
  await pipeline(Readable.from(lines), outgoing);
  const answer = await answered;
  if (!answer.includes(`"imported":${events}`)) throw new Error(`the import answered ${answer.slice(0, 300)}`);
}
