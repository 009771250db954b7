import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestHost, temporaryFolder, testHost } from 'chronoscribe/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cli } from '../../core/cli/testing.ts';
import { probe } from '../fixtures/probe.ts';
import { event, idIn, must, run, transcriptForm } from './house.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
  await folder.remove();
});

const stores = ['sqlite', 'lowdb'] as const;
type StoreName = (typeof stores)[number];
const pairs = [
  ['sqlite', 'lowdb'],
  ['lowdb', 'sqlite'],
] as const;

/** A host on a store in a data folder of its own, and the command line's way to it. */
async function house(store: StoreName, name: string) {
  const dataFolder = join(folder.path, name);
  const file = join(folder.path, `${name}.yaml`);
  const quiet = { log: { level: 'silent' }, http: { rateLimit: { perMinute: 0 } } };
  const plugins = { webhooks: { with: { allowPrivateAddresses: true } } };
  await writeFile(file, JSON.stringify({ ...quiet, plugins, providers: { store: { use: store } } }));
  const service = probe();
  return {
    service,
    command: (...args: readonly string[]) => [...args, '--data', dataFolder, '--config', file],
    async start(): Promise<TestHost> {
      const host = await testHost({ file, dataFolder, plugins: service.plugins });
      stops.push(() => host.stop());
      return host;
    },
  };
}

/** What somebody has who has worked with a host for a while: paths that are to answer the same in another. */
async function livedIn(host: TestHost, key: string) {
  const send = (method: string, path: string, json?: object) => must(host, method, path, { json, key });
  await send('POST', '/v1/travel', { destination_time: '2030-05-05T00:00:00Z', location: 'Berlin' });
  await send('POST', '/v1/pause-time');
  await send('POST', '/v1/record-event', event('rain'));
  await send('POST', '/v1/record-event', event('flood', { time: '2025-03-01T13:00:00Z', causes: ['rain'] }));
  const { timeline_id } = (
    await send('POST', '/v1/create-timeline', { base_timeline_id: 'primary', description: 'What if' })
  ).json as {
    timeline_id: string;
  };
  await send('POST', '/v1/manipulate-event', {
    event_id: 'rain',
    timeline_id,
    new_outcome: { description: 'Snow', changes: [] },
  });
  await send('POST', '/v1/set-anchor', { timestamp: '2030-01-01T00:00:00Z', description: 'Here' });
  const transcript = idIn(
    await must(host, 'POST', '/api/v1/transcripts/upload_audio_file', { form: await transcriptForm(), key }),
  );
  await send('PATCH', `/api/v1/transcripts/${transcript}`, { speakers: [{ speaker: 'Speaker 1', name: 'Dr. Ann' }] });
  await send('POST', '/api/v1/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['run.failed'] });
  const search = 'location=Berlin&time_range=0000-01-01T00:00:00Z/9999-12-31T23:59:59Z';
  return [
    '/v1/current-time',
    '/v1/list-anchors',
    '/v1/list-timelines',
    `/v1/search-events?${search}`,
    `/v1/search-events?${search}&timeline_id=${timeline_id}`,
    `/v1/event-history?event_id=rain&timeline_id=${timeline_id}`,
    `/v1/check-paradox?timeline_id=${timeline_id}`,
    '/api/v1/transcripts',
    `/api/v1/transcripts/${transcript}`,
    `/api/v1/transcripts/${transcript}/versions`,
    `/api/v1/transcripts/${transcript}/versions/1`,
    '/api/v1/webhooks',
    '/api/v1/runs',
    `/api/v1/runs/${transcript}`,
  ];
}

/** What a list says of its store, and not of what is in it. */
const searched = /"searched":"(names|texts)"/;

const answers = async (host: TestHost, key: string, paths: readonly string[]) =>
  Promise.all(paths.map(async (path) => [path, (await host.call('GET', path, { key })).text.replace(searched, '')]));

const searchedIn = async (host: TestHost, key: string) =>
  searched.exec((await host.call('GET', '/api/v1/transcripts', { key })).text)?.[1];

test.each(pairs)(
  'all moves from %s to %s beside the running host: two exports are the same to the byte, and every answer is',
  async (from, to) => {
    const old = await house(from, 'old');
    const host = await old.start();
    const { key } = await host.newAccount('North Clinic');
    const paths = await livedIn(host, key);
    const first = join(folder.path, 'first.tar');
    expect(await run(...old.command('export', first))).toMatch(
      /^documents\/accounts +2$[\s\S]*^files +3$[\s\S]*^written to .*first\.tar$/m,
    );
    const before = await answers(host, key, paths);

    const fresh = await house(to, 'new');
    await run(...fresh.command('import', first));
    const second = join(folder.path, 'second.tar');
    await run(...fresh.command('export', second));
    expect((await readFile(second)).equals(await readFile(first))).toBe(true);
    const moved = await fresh.start();
    expect(await answers(moved, key, paths)).toEqual(before);
    const places = { sqlite: 'texts', lowdb: 'names' };
    expect([await searchedIn(host, key), await searchedIn(moved, key)]).toEqual([places[from], places[to]]);
  },
);

test('runs go on where they moved to: what was done answers as it did, what was at work begins anew and is done', async () => {
  const old = await house('sqlite', 'old');
  const host = await old.start();
  const headers = { 'idempotency-key': 'once' };
  const send = (to: TestHost) => to.call('POST', '/v1/probe/work', { json: { text: 'good morning' }, headers });
  const done = await send(host);
  old.service.fail(true);
  const failed = await host.call('POST', '/v1/probe/work', { json: { text: 'alas' } });
  old.service.fail(false);
  old.service.hold();
  const later = { prefer: 'respond-async' };
  const form = await transcriptForm();
  form.append('text', 'later');
  const open = idIn(await must(host, 'POST', '/v1/probe/picture-work', { form, headers: later }));
  const pathOf = (id: string | null) => `/api/v1/runs/${id}`;
  await expect
    .poll(async () => (await host.call('GET', pathOf(open))).json)
    .toMatchObject({ status: 'running', step: 'second' });
  const settled = [pathOf(done.headers.get('x-run-id')), pathOf(failed.headers.get('x-run-id'))];
  const before = await answers(host, host.key, settled);

  const file = join(folder.path, 'moved.tar');
  await run(...old.command('export', file));
  const fresh = await house('lowdb', 'new');
  await run(...fresh.command('import', file));
  const moved = await fresh.start();
  expect(await answers(moved, moved.key, settled)).toEqual(before);
  const again = await send(moved);
  expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([done.text, 'true']);
  await expect
    .poll(async () => (await moved.call('GET', pathOf(open))).json)
    .toMatchObject({ status: 'done', result: { shouted: 'LATER' } });
  const retried = await moved.call('POST', `${settled[1]}/retry`);
  expect([retried.status, retried.text]).toEqual([409, expect.stringContaining('Send its request again.')]);
});

test('nothing is brought into a store that a host uses or has used', async () => {
  const old = await house('sqlite', 'old');
  await (await old.start()).stop();
  const file = join(folder.path, 'moved.tar');
  await run(...old.command('export', file));
  for (const store of stores) {
    const other = await house(store, `other-${store}`);
    const host = await other.start();
    const beside = await cli(other.command('import', file));
    expect(beside).toMatchObject({ code: 1, stdout: '' });
    expect(beside.stderr).toMatch(
      store === 'lowdb' ? /in use by another process/ : /The store is not empty.*If a host runs on it/,
    );
    expect((await host.call('GET', '/ready', { key: null })).status).toBe(200);
    await host.stop();
    expect((await cli(other.command('import', file))).stderr).toMatch(/The store is not empty/);
  }
});
