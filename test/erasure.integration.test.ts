import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Archive, Blobs, definePlugin, Erasure, route, workflow } from 'chronoscribe';
import { type TestHost, temporaryFolder, testDatabase, testHost } from 'chronoscribe/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { testAuthenticator } from '../plugins/console/testing/authenticator.ts';
import { joined } from '../plugins/console/testing/people.ts';

const waiting = workflow<string>('waiting')
  .step('begin', async ({ input }) => input)
  .sleep('aWeek', '7d', { clock: 'account' })
  .answer(() => ({ body: 'done', location: '' }));

/** Lists all that the host stores, and starts a run that lasts. @param erases is called before an account is erased */
const inspection = (erases: () => void = () => undefined) =>
  definePlugin({
    name: 'inspection',
    auth: 'any',
    needs: { archive: Archive, blobs: Blobs, erasure: Erasure },
    workflows: () => ({ waiting }),
    start({ needs: { erasure } }) {
      erasure.onErase(async () => erases());
      return {};
    },
    routes: ({ needs: { archive, blobs } }) => [
      route({
        method: 'GET',
        path: '/api/v1/inspection',
        summary: 'List all that is stored',
        response: z.object({ entries: z.array(z.string()), blobs: z.array(z.string()) }),
        async handle() {
          const entries = await Array.fromAsync(archive.entries(), (entry) => JSON.stringify(entry));
          return { entries, blobs: await Array.fromAsync(blobs.list(''), ({ name }) => name) };
        },
      }),
      route({
        method: 'POST',
        path: '/api/v1/inspection/wait',
        summary: 'Wait for a week',
        request: z.object({ text: z.string() }),
        response: z.string(),
        byRun: true,
        handle: ({ input, run }) => run(waiting, input.text),
      }),
    ],
  });

const Contents = z.object({ entries: z.array(z.string()), blobs: z.array(z.string()) });

/** What is stored, without what changes by itself: counters, how far clocks are followed, and the end of the audit log. */
async function contents(host: TestHost) {
  const { entries, blobs } = Contents.parse((await host.call('GET', '/api/v1/inspection')).json);
  const isStill = (entry: string) =>
    !/^\{"section":"(counters|documents\/(timer_clocks|idempotency|audit_anchors))"/.test(entry);
  // Deliveries go on being tried.
  const settled = (entry: string) => entry.replace(/"state":"[\w-]+","addedAt":\d+,"dueAt":.*$/, '');
  return { entries: entries.filter(isStill).map(settled), blobs: blobs.toSorted() };
}

const origin = ({ url }: TestHost) => url.replace('127.0.0.1', 'localhost');

/** The host by its name: passkeys belong to one. */
const named = (host: TestHost): TestHost => ({
  ...host,
  call: (method, path, options = {}) =>
    host.call(method, path, { ...options, headers: { host: new URL(origin(host)).host, ...options.headers } }),
});

/** Makes something of everything that an account can have, and returns the account. */
async function fill(host: TestHost, name: string): Promise<string> {
  const { account_id: account } = z
    .object({ account_id: z.string() })
    .parse((await host.call('POST', '/admin/accounts', { json: { name } })).json);
  const json = { account_id: account, scopes: ['time', 'clinical', 'admin'], name: `key of ${name}` };
  const { key } = z.object({ key: z.string() }).parse((await host.call('POST', '/admin/keys', { json })).json);
  const done = async (status: number, method: string, path: string, options: object = {}) => {
    const answer = await host.call(method, path, { key, ...options });
    expect([method, path, answer.status, answer.status === status ? '' : answer.text]).toEqual([
      method,
      path,
      status,
      '',
    ]);
    return answer;
  };
  await done(201, 'POST', '/api/v1/webhooks', {
    json: { url: 'http://127.0.0.1:9/', events: ['transcript.completed'] },
  });
  const consultation = await readFile(join(import.meta.dirname, '../config/tour/consultation.vtt'));
  const form = new FormData();
  form.append('file', new Blob([consultation]), `${name}.vtt`);
  await done(200, 'POST', '/api/v1/transcripts/upload_audio_file', { form });
  await done(201, 'POST', '/api/v1/uploads', { headers: { 'tus-resumable': '1.0.0', 'upload-length': '5' } });
  await done(201, 'POST', '/api/v1/transcripts/live', { json: { patient: { name } } });
  const event = { event_id: 'first', description: name, time: '1969-07-20T20:17:40Z', location: name };
  await done(201, 'POST', '/v1/record-event', { json: { ...event, participants: [name], causes: ['before'] } });
  await done(200, 'POST', '/v1/create-timeline', { json: { base_timeline_id: 'primary', description: name } });
  await done(200, 'POST', '/v1/travel', {
    json: { destination_time: '2030-01-01T00:00:00Z', location: name },
    headers: { 'idempotency-key': 'travel' },
  });
  await done(202, 'POST', '/api/v1/inspection/wait', { json: { text: name }, headers: { prefer: 'respond-async' } });
  await done(200, 'POST', '/v1/set-anchor', { json: { timestamp: '2025-03-01T08:30:00Z', description: name } });
  await done(201, 'POST', '/v1/clocks', { json: { name } });
  const { browser } = await joined(named(host), ['clinician'], key);
  const options = async () =>
    z
      .object({ challenge_id: z.string(), challenge: z.string() })
      .parse((await browser.call('POST', '/api/v1/passkeys/options', { json: {} })).json);
  const challenge = await options();
  const response = testAuthenticator('localhost').create(challenge, origin(host));
  const passkey = { challenge_id: challenge.challenge_id, response, name };
  expect((await browser.call('POST', '/api/v1/passkeys', { json: passkey })).status).toBe(201);
  // One that is never answered.
  await options();
  return account;
}

describe.each(['sqlite', 'lowdb', 'postgres'])('an account in the store %s', (use) => {
  /** @param folder of data that outlives the host */
  const start = async (url: string | undefined, dataFolder: string, erases?: () => void) => {
    const store = url === undefined ? { use } : { use, with: { url } };
    const plugins = { webhooks: { with: { allowPrivateAddresses: true } } };
    const config = { providers: { store }, plugins };
    return testHost({ config, dataFolder, plugins: [inspection(erases)] });
  };
  const places = async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const database = use === 'postgres' ? await testDatabase() : undefined;
    onTestFinished(() => database?.stop());
    return { url: database?.url, data: join(folder.path, 'data') };
  };

  test('is erased with everything, and another one stays as it is', async () => {
    const { url, data } = await places();
    const host = await start(url, data);
    onTestFinished(() => host.stop());
    await fill(host, 'Nachbarin');
    const before = await contents(host);
    const account = await fill(host, 'Wegzuschaffen');
    const full = await contents(host);
    expect(full.entries.length).toBeGreaterThan(before.entries.length + 20);

    expect((await host.call('DELETE', `/admin/accounts/${account}`)).status).toBe(204);
    expect(await contents(host)).toEqual(before);
    expect((await host.call('DELETE', `/admin/accounts/${account}`)).status).toBe(404);
    expect((await host.call('POST', '/admin/keys', { json: { account_id: account } })).status).toBe(404);
    // The files themselves, whatever holds them.
    const names = (await readdir(data, { recursive: true, withFileTypes: true })).filter((each) => each.isFile());
    const holding = async (text: string) => {
      const files = await Promise.all(
        names.map(
          async ({ parentPath, name }) => [join(parentPath, name), await readFile(join(parentPath, name))] as const,
        ),
      );
      return files.filter(([, content]) => content.includes(text)).map(([name]) => name.replace(`${data}/`, ''));
    };
    expect(await holding('Wegzuschaffen')).toEqual([]);
    const { json } = await host.call('GET', `/admin/audit?account=${account}`);
    expect(json).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ action: 'account erased', by: 'environment', record: account, outcome: 'done' }),
      ]),
    });
  });

  test('whose erasure was interrupted is gone when the host has started again', async () => {
    const { url, data } = await places();
    const first = await start(url, data, () => {
      throw new Error('interrupted');
    });
    onTestFinished(() => first.stop());
    await fill(first, 'Nachbarin');
    const before = await contents(first);
    const account = await fill(first, 'Wegzuschaffen');
    expect((await first.call('DELETE', `/admin/accounts/${account}`)).status).toBe(500);
    expect((await contents(first)).entries).toContainEqual(expect.stringContaining('Wegzuschaffen'));
    await first.stop();

    const second = await start(url, data);
    onTestFinished(() => second.stop());
    await expect.poll(() => contents(second), { timeout: 60_000 }).toEqual(before);
  });
});
