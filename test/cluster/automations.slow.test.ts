import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import type { CliHost } from '../../core/cli/testing.ts';
import { type Hosts, hosts } from './hosts.ts';

const long = { timeout: 120_000, interval: 500 };

async function start(automations: object): Promise<Hosts> {
  const cluster = await hosts({ config: { automations } });
  onTestFinished(() => cluster.stop());
  return cluster;
}

interface Counts {
  readonly fired: number;
  readonly done: number;
}

const countsOf = async (cluster: Hosts, host: CliHost, automation: string): Promise<Counts> => {
  const answer = await cluster.call(host, 'GET', '/api/v1/automations');
  const { items } = (await answer.json()) as { items: { name: string; counts: Counts }[] };
  return items.find(({ name }) => name === automation)?.counts ?? { fired: 0, done: 0 };
};

/** The descriptions of the events at a place, in their order. */
const eventsAt = async (cluster: Hosts, host: CliHost, location: string): Promise<readonly string[]> => {
  const time_range = '0000-01-01T00:00:00Z/9999-12-31T23:59:59Z';
  const answer = await cluster.call(host, 'GET', `/v1/search-events?${new URLSearchParams({ location, time_range })}`);
  const { events } = (await answer.json()) as { events: { description: string }[] };
  return events.map(({ description }) => description).toSorted();
};

const copyTo = (location: string) => ({
  'events.record': { description: '=event.description', time: '2001-01-01T00:00:00Z', location },
});

const names = (count: number) => Array.from({ length: count }, (_, at) => `event ${100 + at}`);

test('each event gives one run, whichever host it was recorded at and though one is killed', async () => {
  const cluster = await start({
    copying: { on: 'event.recorded', if: 'event.location == "Oslo"', mode: 'parallel', do: [copyTo('Rome')] },
  });
  const [doomed, survivor] = await Promise.all([cluster.start('one'), cluster.start('two')]);
  const recorded: string[] = [];
  const record = async (description: string, host: CliHost) => {
    const event = { description, time: '2030-01-01T00:00:00Z', location: 'Oslo' };
    const answer = await cluster.call(host, 'POST', '/v1/record-event', event).catch(() => undefined);
    if (answer?.status === 201) recorded.push(description);
  };
  const all = names(60);
  for (const [at, name] of all.slice(0, 30).entries()) await record(name, at % 2 === 0 ? doomed : survivor);
  const last = all.slice(30).map((name, at) => record(name, at % 2 === 0 ? doomed : survivor));
  doomed.process.kill('SIGKILL');
  await doomed.finished;
  await Promise.all(last);
  expect(recorded.length).toBeGreaterThanOrEqual(45);
  // What was not answered may have been recorded: it counts too.
  const inOslo = await eventsAt(cluster, survivor, 'Oslo');
  await expect.poll(() => eventsAt(cluster, survivor, 'Rome'), { ...long, timeout: 200_000 }).toEqual(inOslo);
}, 300_000);

test('each event that a jump passes is told once, though the host that was asked for it is killed', async () => {
  const cluster = await start({ copying: { on: 'event.passed', mode: 'parallel', do: [copyTo('Rome')] } });
  const [doomed, survivor] = await Promise.all([cluster.start('one'), cluster.start('two')]);
  await cluster.call(survivor, 'POST', '/v1/pause-time');
  await cluster.call(survivor, 'POST', '/v1/travel', { destination_time: '2030-01-01T00:00:00Z', location: 'here' });
  const all = names(120);
  const lines = all.map((description, at) =>
    JSON.stringify({ description, time: new Date(Date.UTC(2030, 0, 2) + at * 60_000).toISOString(), location: 'Oslo' }),
  );
  const imported = await fetch(new URL('/v1/import-events', survivor.url), {
    method: 'POST',
    headers: { 'x-api-key': 'a-key-for-hosts-that-is-long-enough', 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  });
  expect(imported.status).toBe(200);
  expect((await cluster.call(doomed, 'POST', '/v1/fast-forward', { duration: '9d' })).status).toBe(200);
  doomed.process.kill('SIGKILL');
  await doomed.finished;
  await expect.poll(() => eventsAt(cluster, survivor, 'Rome'), { ...long, timeout: 200_000 }).toEqual(all);
  await expect.poll(() => countsOf(cluster, survivor, 'copying'), long).toMatchObject({ fired: 120, done: 120 });
}, 300_000);

test('a file that arrives while no host runs, and one whose host is killed at once, each become one run', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const inbox = join(folder.path, 'inbox');
  await mkdir(inbox);
  const cluster = await start({
    taking: {
      on: { folder: inbox, settle: '1s' },
      do: [{ 'events.record': { description: '=name', time: '2001-01-01T00:00:00Z', location: 'Rome' } }],
    },
  });
  const first = await cluster.start('one');
  await writeFile(join(inbox, 'before.txt'), 'taken at once');
  await expect.poll(() => readdir(join(inbox, 'done')).catch(() => []), long).toEqual(['before.txt']);
  // The file was moved just now; its run has hardly begun.
  first.process.kill('SIGKILL');
  await first.finished;
  await writeFile(join(inbox, 'meanwhile.txt'), 'arrived while nobody ran');
  const second = await cluster.start('one');
  const expected = ['before.txt', 'meanwhile.txt'];
  await expect.poll(() => eventsAt(cluster, second, 'Rome'), long).toEqual(expected);
  await expect.poll(() => countsOf(cluster, second, 'taking'), long).toMatchObject({ fired: 2, done: 2 });
  expect((await readdir(join(inbox, 'done'))).toSorted()).toEqual(expected);
}, 300_000);

test('one that is written at a host works at the others at once, and is gone there once it is deleted', async () => {
  const cluster = await start({});
  const [one, two] = await Promise.all([cluster.start('one'), cluster.start('two')]);
  const definition = { on: 'event.recorded', if: 'event.location == "Oslo"', do: [copyTo('Rome')] };
  const record = (description: string) =>
    cluster.call(two, 'POST', '/v1/record-event', { description, time: '2030-01-01T00:00:00Z', location: 'Oslo' });
  expect((await cluster.call(one, 'PUT', '/api/v1/automations/copying', definition)).status).toBe(200);
  const names = async () => {
    const answer = await cluster.call(two, 'GET', '/api/v1/automations');
    return ((await answer.json()) as { items: { name: string }[] }).items.map(({ name }) => name);
  };
  await expect.poll(names, long).toEqual(['copying']);
  await record('first');
  await expect.poll(() => eventsAt(cluster, one, 'Rome'), long).toEqual(['first']);
  expect((await cluster.call(one, 'DELETE', '/api/v1/automations/copying')).status).toBe(204);
  await expect.poll(names, long).toEqual([]);
  await record('second');
  expect(await eventsAt(cluster, one, 'Oslo')).toEqual(['first', 'second']);
  expect(await eventsAt(cluster, one, 'Rome')).toEqual(['first']);
});
