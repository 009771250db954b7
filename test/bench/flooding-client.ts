import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import {
  crowded,
  crowdedEvents,
  type Flood,
  floodSizes,
  importEvents,
  openStreams,
  sendTranscript,
  shortCues,
  timeOf,
} from './flood.ts';

/** The floods by name. Each calls `count` with the status of every answer. */
const floods: Readonly<Record<Flood, (send: Send) => Promise<void>>> = {
  async runs({ url, key, count }) {
    const short = shortCues(20_000);
    await inParallel(floodSizes.runs, 16, async () => count(await sendTranscript(url, key, short, { async: true })));
  },
  async streams({ url, key, count }) {
    const open = async () => (await openStreams(url, key, 1, new AbortController().signal)).forEach(count);
    await inParallel(floodSizes.streams, floodSizes.streams, open);
  },
  async uploadMegabytes({ url, key, count }) {
    const noise = 'x'.repeat(3_900_000);
    const upload = async () => count(await sendTranscript(url, key, noise, { async: true }));
    await inParallel(Math.ceil(floodSizes.uploadMegabytes / 4), 40, upload);
  },
  async transcripts({ url, key, count }) {
    const long = shortCues(4 * 1024 ** 2);
    const upload = async () => count(await sendTranscript(url, key, long, { async: true }));
    await inParallel(floodSizes.transcripts, floodSizes.transcripts, upload);
  },
  searches: (send) =>
    endlessly(send, floodSizes.searches, `/v1/search-events?location=${crowded.place}&time_range=${longest}`),
  listings: (send) => endlessly(send, floodSizes.listings, '/v1/list-events'),
  async exports(send) {
    // A visit of two hours, which is read, laid out and sent as a whole.
    await sendTranscript(send.url, send.key, shortCues(600_000));
    const headers = { 'x-api-key': send.key };
    const listed = await (await fetch(`${send.url}/api/v1/transcripts?limit=1`, { headers })).json();
    const id = Listed.parse(listed).items[0]?.id ?? '';
    await endlessly(send, floodSizes.exports, `/api/v1/transcripts/${id}/export?format=fhir`);
  },
  checks: (send) => endlessly(send, floodSizes.checks, '/v1/check-paradox'),
  monitors: (send) =>
    endlessly(send, floodSizes.monitors, `/v1/monitor-events?location=${crowded.place}&time_range=${longest}`),
  async imports({ url, key, count }) {
    const once = async () => count(await importEvents(url, key, crowdedEvents(`${randomUUID()}-`, 20_000)));
    await inParallel(Number.POSITIVE_INFINITY, floodSizes.imports, once);
  },
};

const longest = `${timeOf(0)}/${timeOf(crowded.longest - 1)}`;

/** Reads again and again, each client as soon as it has its answer. */
function endlessly({ url, key, count }: Send, clients: number, path: string): Promise<void> {
  return inParallel(Number.POSITIVE_INFINITY, clients, async () => {
    const answer = await fetch(url + path, { headers: { 'x-api-key': key } });
    await answer.arrayBuffer();
    count(answer.status);
  });
}

const Listed = z.object({ items: z.array(z.object({ id: z.string() })) });

interface Send {
  readonly url: string;
  readonly key: string;
  readonly count: (status: number) => void;
}

async function inParallel(times: number, atOnce: number, work: () => Promise<void>): Promise<void> {
  let left = times;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

// A process of its own, so that whoever measures the host waits for the host alone.
const [url = '', key = '', name = ''] = process.argv.slice(2);
await floods[name as Flood]({ url, key, count: (status) => void process.send?.(status) });
