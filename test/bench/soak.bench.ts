import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from 'chronoscribe/testing';
import { newAccount, openStreams, quantile, sendTranscript, shortCues } from './flood.ts';
import { startChronoscribe } from './server-process.ts';
import { table } from './table.ts';

const key = 'a-key-for-benchmarks-that-is-long';

/** How long the load lasts: `MINUTES=60 npm run bench -- soak`. */
const minutes = Number(process.env.MINUTES ?? 1);
const load = 0.7;
const accounts = 4;
const rows = 10;

/**
 * Whether anything grows under a steady load of 70 % of what the host can do: resident memory, open descriptors, and
 * the time of an upload. The load is found first, with uploads one after another for each account.
 */
export async function benchSoak(): Promise<void> {
  const folder = await temporaryFolder();
  const host = await startChronoscribe(folder.path, key);
  const keys: string[] = [];
  for (let account = 0; account < accounts; account += 1)
    keys.push(await newAccount(host.url, key, `clinic-${account}`));
  const transcript = shortCues(20_000);

  const uploadFor = async (ms: number, pauseMs: number) => {
    const times: number[] = [];
    let errors = 0;
    const until = performance.now() + ms;
    const one = async (account: string): Promise<void> => {
      while (performance.now() < until) {
        const begun = performance.now();
        const status = await sendTranscript(host.url, account, transcript);
        if (status === 200) times.push(performance.now() - begun);
        else errors += 1;
        const stream = new AbortController();
        const [opened] = await openStreams(host.url, account, 1, stream.signal);
        stream.abort();
        if (opened !== 200) errors += 1;
        await wait(pauseMs);
      }
    };
    await Promise.all(keys.map(one));
    return { times, errors };
  };

  await uploadFor(2_000, 0);
  const full = await uploadFor(8_000, 0);
  const pauseMs = quantile(full.times, 0.5) * (1 / load - 1);

  const found: string[][] = [];
  for (let row = 1; row <= rows; row += 1) {
    const { times, errors } = await uploadFor((minutes * 60_000) / rows, pauseMs);
    const { now } = await host.memory();
    found.push([
      ((minutes * row) / rows).toFixed(1),
      String(times.length),
      String(errors),
      `${quantile(times, 0.5).toFixed(0)} ms`,
      `${quantile(times, 0.99).toFixed(0)} ms`,
      `${Math.round(now / 1024 ** 2)} MB`,
      String(await host.descriptors()),
    ]);
  }
  await host.stop();
  await folder.remove();
  table(
    `A load of 70 % for ${minutes} minutes: ${accounts} accounts upload transcripts and open event streams`,
    ['minute', 'uploads', 'errors', 'median', 'p99', 'resident', 'descriptors'],
    found,
  );
}
