import { type Flood, floodSizes, openStreams, sendTranscript, shortCues } from './flood.ts';

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
};

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
