import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from 'chronoscribe/testing';
import { z } from 'zod';
import {
  crowded,
  crowdedEvents,
  floodSizes,
  importEvents,
  newAccount,
  pingHealth,
  quantile,
  sendTranscript,
  shortCues,
} from './flood.ts';
import { startChronoscribe } from './server-process.ts';
import { table } from './table.ts';

const key = 'a-key-for-hosts-that-is-long-enough';

/** How often the other account does each of its things in each situation. */
const samples = { visit: 4, read: 30, write: 30 };

/**
 * What an account notices of another one that floods the host: how much longer each of its things takes than in quiet
 * (at most twice), and how late `/health` answers (99 of 100 within 50 ms).
 *
 * `ON=searches,imports` measures these floods alone. With a server for tests in `CHRONOSCRIBE_TEST_POSTGRES`, two hosts
 * share its database: the flood comes to one, and the other account, by turns, to both.
 */
export async function benchFairness(): Promise<void> {
  const hosts = await startHosts();
  const [first] = hosts.urls;
  const flooder = await newAccount(first, key, 'flooder');
  const short = shortCues(20_000);
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  let calls = 0;
  const call = async (method: string, path: string, body?: object): Promise<void> => {
    calls += 1;
    const url = hosts.urls[calls % hosts.urls.length] ?? first;
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`The other account's ${method} ${path} was answered with ${answer.status}`);
  };
  const visit = async (): Promise<void> => {
    const status = await sendTranscript(first, key, short);
    if (status !== 200) throw new Error(`The other account's upload was answered with ${status}`);
  };

  // The first ones start the child processes.
  for (let warming = 0; warming < 4; warming += 1) await visit();
  const listed = await fetch(`${first}/api/v1/transcripts?limit=1`, { headers });
  const record = Listed.parse(await listed.json()).items[0]?.id ?? '';
  const things = {
    visit,
    read: () => call('GET', `/api/v1/transcripts/${record}`),
    write: () => call('POST', '/v1/fast-forward', { duration: '1m' }),
  };
  const seeded = await importEvents(first, flooder, crowdedEvents('e', crowded.events));
  if (seeded !== 200) throw new Error(`The events of the other account were answered with ${seeded}`);

  const rows: string[][] = [];
  const measure = async (situation: string, quiet?: Medians): Promise<Medians> => {
    const pings = pingHealth(first);
    const medians: Record<string, number> = {};
    for (const [name, thing] of Object.entries(things)) {
      const times: number[] = [];
      for (let sample = 0; sample < samples[name as keyof typeof samples]; sample += 1) {
        const begun = performance.now();
        await thing();
        times.push(performance.now() - begun);
        // A client is a person: with pauses, it also meets what it would run away from.
        await wait(20);
      }
      medians[name] = quantile(times, 0.5);
    }
    const late = await pings.stop();
    const shown = Object.entries(medians).map(([name, median]) =>
      quiet === undefined
        ? `${median.toFixed(1)} ms`
        : `${(median / (quiet[name] ?? 1)).toFixed(2)} (${median.toFixed(1)} ms)`,
    );
    console.error(situation, ...shown, quantile(late, 0.99).toFixed(1));
    rows.push([
      situation,
      ...shown,
      `${quantile(late, 0.5).toFixed(1)} ms`,
      `${quantile(late, 0.99).toFixed(1)} ms`,
      String(late.length),
    ]);
    return medians;
  };
  await measure('to warm up');
  rows.pop();
  const quiet = await measure('nobody else');

  const statuses = new Map<string, number>();
  const chosen = process.env.ON?.split(',') ?? Object.keys(floodSizes);
  for (const [flood, size] of Object.entries(floodSizes)) {
    if (!chosen.includes(flood)) continue;
    // The clients of a real host are on other machines, so this one has the processors only while nobody else wants them:
    // with a low priority alone, each wake-up of the host would wait until its slice ends.
    const client = fork(resolve(import.meta.dirname, 'flooding-client.ts'), [first, flooder, flood], {
      execPath: 'chrt',
      execArgv: ['--idle', '0', process.execPath, '--conditions=chronoscribe-source'],
    });
    client.on('message', (status) => {
      statuses.set(`${flood}: ${status}`, (statuses.get(`${flood}: ${status}`) ?? 0) + 1);
    });
    // The first answer shows that the flood has begun.
    await once(client, 'message');
    await measure(`${flood}: ${size}`, quiet);
    client.kill();
    if (client.exitCode === null && client.signalCode === null) await once(client, 'exit');
    // What it left behind is not to fall on the next one.
    await wait(2_000);
  }

  const peak = await hosts.stop();
  table(
    `What one account notices of another's flood (times of its quiet median)${peak}`,
    ['the other sends', ...Object.keys(things), '/health p50', 'p99', 'pings'],
    rows,
  );
  console.log(`\nAnswers to the flood: ${[...statuses].map(([what, times]) => `${what} × ${times}`).join(', ')}`);
}

type Medians = Readonly<Record<string, number>>;

const Listed = z.object({ items: z.array(z.object({ id: z.string() })) });

interface BenchHosts {
  readonly urls: readonly [string, ...string[]];
  /** @returns what the table says of their memory */
  stop(): Promise<string>;
}

async function startHosts(): Promise<BenchHosts> {
  if (process.env.CHRONOSCRIBE_TEST_POSTGRES !== undefined) {
    // Imported only here, since it brings the tools of tests.
    const cluster = await import('../cluster/hosts.ts');
    const hosts = await cluster.hosts();
    const [one, other] = [await hosts.start('one'), await hosts.start('other')];
    return { urls: [one.url, other.url], stop: () => hosts.stop().then(() => '; two hosts on PostgreSQL') };
  }
  const folder = await temporaryFolder();
  const host = await startChronoscribe(folder.path, key);
  return {
    urls: [host.url],
    async stop() {
      const { peak } = await host.memory();
      await host.stop();
      await folder.remove();
      return `; the host takes ${Math.round(peak / 1024 ** 2)} MB at most`;
    },
  };
}
