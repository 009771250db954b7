import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Archive, Blobs, definePlugin, Erasure, route, workflow } from 'chronoscribe';
import { type TestHost, temporaryFolder, testDatabase, testHost } from 'chronoscribe/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { filledAccount } from './fixtures/filled-account.ts';

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

/** Makes something of everything that an account can have, and returns the account. */
async function fill(host: TestHost, name: string): Promise<string> {
  const { account, key } = await filledAccount(host, name);
  const options = { key, json: { text: name }, headers: { prefer: 'respond-async' } };
  expect((await host.call('POST', '/api/v1/inspection/wait', options)).status).toBe(202);
  // Its timer is stored once the run has begun.
  const sleeps = async () => (await host.call('GET', '/api/v1/sleeps', { key })).json;
  await expect.poll(sleeps).toMatchObject({ items: [expect.anything()] });
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
