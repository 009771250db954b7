import { isWhole, openStreams, sendTranscript, shortCues } from './flood.ts';

/** What one account throws at the host: a tenth of the contract's figures unless `WHOLE=1`. */
export const floodSizes = {
  runs: isWhole ? 500 : 50,
  streams: isWhole ? 5_000 : 500,
  uploadMegabytes: isWhole ? 10_000 : 500,
  transcripts: isWhole ? 32 : 8,
};
export type Flood = keyof typeof floodSizes;

/** The floods by name. Each calls `count` with the status of every answer. */
export const floods: Readonly<Record<Flood, (send: Send) => Promise<void>>> = {
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
