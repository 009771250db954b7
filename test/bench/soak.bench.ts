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
/** How much more memory or descriptors there may be at the end than once the host has settled. */
const maxGrowth = 1.15;

/**
 * Whether anything grows under a steady load of 70 % of what the host can do: resident memory, open descriptors, and
 * the time of an upload. The load is found first, with uploads one after another for each account. Exits 1 for errors, and
 * for memory or descriptors that grew.
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

  const found: Measured[] = [];
  for (let row = 0; row < rows; row += 1) {
    const measured = await uploadFor((minutes * 60_000) / rows, pauseMs);
    const { now } = await host.memory();
    found.push({ ...measured, resident: now, descriptors: await host.descriptors() });
  }
  await host.stop();
  await folder.remove();
  table(
    `A load of 70 % for ${minutes} minutes: ${accounts} accounts upload transcripts and open event streams`,
    ['minute', 'uploads', 'errors', 'median', 'p99', 'resident', 'descriptors'],
    found.map(({ times, errors, resident, descriptors }, row) => [
      ((minutes * (row + 1)) / rows).toFixed(1),
      String(times.length),
      String(errors),
      `${quantile(times, 0.5).toFixed(0)} ms`,
      `${quantile(times, 0.99).toFixed(0)} ms`,
      `${Math.round(resident / 1024 ** 2)} MB`,
      String(descriptors),
    ]),
  );
  const faults = faultsOf(found);
  console.log(faults.length === 0 ? '\nNo error, and nothing has grown.' : `\n${faults.join('\n')}`);
  if (faults.length > 0) process.exitCode = 1;
}

/** A tenth of the time: what each upload took, in milliseconds, and what the host had at its end. */
interface Measured {
  readonly times: readonly number[];
  readonly errors: number;
  /** In bytes. */
  readonly resident: number;
  readonly descriptors: number;
}

/** What failed or grew, in words. The first third is left out, in which the heap and the child processes come to rest. */
function faultsOf(found: readonly Measured[]): readonly string[] {
  const errors = found.reduce((sum, row) => sum + row.errors, 0);
  const settled = found.slice(Math.floor(rows / 3));
  const growth = (of: 'resident' | 'descriptors') => {
    const middle = (some: readonly Measured[]) =>
      quantile(
        some.map((row) => row[of]),
        0.5,
      );
    return middle(settled.slice(-3)) / middle(settled.slice(0, 3));
  };
  const grown = (['resident', 'descriptors'] as const).filter((of) => growth(of) > maxGrowth);
  return [
    ...(errors === 0 ? [] : [`${errors} requests were refused or lost.`]),
    ...grown.map((of) => `${of} grew by ${Math.round((growth(of) - 1) * 100)} %.`),
  ];
}
