import { temporaryFolder } from 'chronoscribe/testing';
import { isWhole, newAccount, openStreams, pingHealth, quantile, sendTranscript, shortCues } from './flood.ts';
import { startChronoscribe } from './server-process.ts';
import { table } from './table.ts';

const key = 'a-key-for-benchmarks-that-is-long';

/** What one account throws at the host: a tenth of the contract's figures unless `WHOLE=1`. */
const floods = {
  runs: isWhole ? 500 : 50,
  streams: isWhole ? 5_000 : 500,
  uploadMegabytes: isWhole ? 10_000 : 500,
  transcripts: isWhole ? 32 : 8,
};

/** How often the other account uploads its short transcript in each situation. */
const samples = 8;

/**
 * What an account notices of another one that floods the host: how much longer its upload takes than in quiet (at most
 * twice), and how late `/health` answers (99 of 100 within 50 ms).
 */
export async function benchFairness(): Promise<void> {
  const folder = await temporaryFolder();
  const host = await startChronoscribe(folder.path, key);
  const flooder = await newAccount(host.url, key, 'flooder');
  const short = shortCues(20_000);
  const rows: string[][] = [];

  const measure = async (situation: string, quietMs?: number): Promise<number> => {
    const pings = pingHealth(host.url);
    const times: number[] = [];
    for (let sample = 0; sample < samples; sample += 1) {
      const begun = performance.now();
      const status = await sendTranscript(host.url, key, short);
      if (status !== 200) throw new Error(`${situation}: the other account's upload was answered with ${status}`);
      times.push(performance.now() - begun);
    }
    const late = await pings.stop();
    const median = quantile(times, 0.5);
    rows.push([
      situation,
      `${median.toFixed(0)} ms`,
      `${Math.max(...times).toFixed(0)} ms`,
      quietMs === undefined ? '1' : (median / quietMs).toFixed(2),
      `${quantile(late, 0.5).toFixed(1)} ms`,
      `${quantile(late, 0.99).toFixed(1)} ms`,
      String(late.length),
    ]);
    return median;
  };

  // The first ones start the child processes.
  for (let first = 0; first < 4; first += 1) await sendTranscript(host.url, key, short);
  const quietMs = await measure('nobody else');

  const statuses = new Map<string, number>();
  const count = (what: string) => (status: number) => {
    statuses.set(`${what}: ${status}`, (statuses.get(`${what}: ${status}`) ?? 0) + 1);
  };
  const whileIt = async (situation: string, flood: (signal: AbortSignal) => Promise<unknown>): Promise<void> => {
    const stop = new AbortController();
    const flooding = flood(stop.signal);
    await measure(situation, quietMs);
    stop.abort();
    await flooding.catch(() => undefined);
  };

  await whileIt(`${floods.runs} runs`, (signal) =>
    inParallel(floods.runs, 16, async () =>
      count('runs')(await sendTranscript(host.url, flooder, short, { async: true, signal })),
    ),
  );
  await whileIt(`${floods.streams} streams`, async (signal) => {
    for (const status of await openStreams(host.url, flooder, floods.streams, signal)) count('streams')(status);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  });
  const noise = 'x'.repeat(3_900_000);
  await whileIt(`${floods.uploadMegabytes} MB of uploads`, (signal) =>
    inParallel(Math.ceil(floods.uploadMegabytes / 4), 40, async () =>
      count('uploads')(await sendTranscript(host.url, flooder, noise, { async: true, signal })),
    ),
  );
  const long = shortCues(4 * 1024 ** 2);
  await whileIt(`${floods.transcripts} transcripts of 4 MiB at once`, (signal) =>
    inParallel(floods.transcripts, floods.transcripts, async () =>
      count('transcripts')(await sendTranscript(host.url, flooder, long, { async: true, signal })),
    ),
  );

  const { peak } = await host.memory();
  await host.stop();
  await folder.remove();
  table(
    `What one account notices of another's flood; the host takes ${Math.round(peak / 1024 ** 2)} MB at most`,
    ['the other sends', 'upload, median', 'longest', 'of quiet', '/health p50', 'p99', 'pings'],
    rows,
  );
  console.log(`\nAnswers to the flood: ${[...statuses].map(([what, times]) => `${what} × ${times}`).join(', ')}`);
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
