import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { type Flood, floodSizes, newAccount, pingHealth, quantile, sendTranscript, shortCues } from './flood.ts';
import { startChronoscribe } from './server-process.ts';
import { table } from './table.ts';

const key = 'a-key-for-benchmarks-that-is-long';

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
  const whileIt = async (flood: Flood, situation: string): Promise<void> => {
    // The clients of a real host are on other machines, so this one, with all its threads, leaves the processors to the
    // host.
    const client = fork(resolve(import.meta.dirname, 'flooding-client.ts'), [host.url, flooder, flood], {
      execPath: 'nice',
      execArgv: ['-n', '10', process.execPath, '--conditions=chronoscribe-source'],
    });
    client.on('message', (status) => {
      statuses.set(`${flood}: ${status}`, (statuses.get(`${flood}: ${status}`) ?? 0) + 1);
    });
    // The first answer shows that the flood has begun.
    await once(client, 'message');
    await measure(situation, quietMs);
    client.kill();
    if (client.exitCode === null && client.signalCode === null) await once(client, 'exit');
  };

  await whileIt('runs', `${floodSizes.runs} runs`);
  await whileIt('streams', `${floodSizes.streams} streams`);
  await whileIt('uploadMegabytes', `${floodSizes.uploadMegabytes} MB of uploads`);
  await whileIt('transcripts', `${floodSizes.transcripts} transcripts of 4 MiB at once`);

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
