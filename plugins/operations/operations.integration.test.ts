import { appendFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { readArchive } from '../../core/archive/read.ts';
import { lockFile } from '../../core/files/file-lock.ts';
import { Bound } from '../../core/kinds/operations.ts';

let host: TestHost;
beforeEach(async () => {
  host = await testHost({
    config: {
      models: { mirror: 'http://127.0.0.1:1' },
      limits: { perAccount: { runsAtOnce: 3 } },
      plugins: { transcripts: { with: { keepDays: 3650 } } },
    },
  });
});
afterEach(() => host.stop());

const Backups = z.object({
  folder: z.string(),
  items: z.array(z.object({ name: z.string() })),
  writing: z.boolean(),
  fault: z.string().nullable(),
});

interface Audited {
  readonly items: readonly { readonly action: string; readonly seq: number; readonly account: string | null }[];
  readonly next_cursor: string | null;
}
const audit = async (query = '') => (await host.call('GET', `/admin/audit${query}`)).json as Audited;

test('an operator sees the health of every part, and how to mend it', async () => {
  const { status, json } = await host.call('GET', '/admin/parts');
  expect(status).toBe(200);
  const { items } = json as { items: readonly { name: string }[] };
  expect(items.find(({ name }) => name === 'store sqlite')).toMatchObject({ status: 'ok', hint: null });
  expect(items.find(({ name }) => name === 'transcriber auto')).toMatchObject({
    status: 'degraded',
    hint: expect.stringContaining('models pull'),
  });
});

test('an operator sees the limits and the retention in force, and where each is set', async () => {
  const { items } = z.object({ items: z.array(Bound) }).parse((await host.call('GET', '/admin/limits')).json);
  const named = (wanted: string) => items.find(({ name }) => name === wanted);
  expect(named('limits.perAccount.runsAtOnce')).toMatchObject({
    value: 3,
    place: expect.stringMatching(/\.ya?ml:\d+$/),
  });
  expect(named('runs.keepDays')).toMatchObject({ value: 30, place: null });
  expect(named('plugins.transcripts.keepDays')).toMatchObject({ value: 3650, place: expect.stringMatching(/:\d+$/) });
  expect(named('plugins.documents.keepDays')).toMatchObject({ value: null, place: null });
  expect(named('plugins.transcripts.keepAudio')).toMatchObject({ value: 'none', place: null });
  for (const { name, description } of items) expect([name, description]).toEqual([name, expect.stringMatching(/\w/)]);
});

test('an operator sees the models, begins a download, and is told why it failed', async () => {
  const models = async () =>
    ((await host.call('GET', '/admin/models')).json as { items: readonly { name: string }[] }).items;
  expect(await models()).toContainEqual(
    expect.objectContaining({ name: 'whisper-tiny.en', status: 'absent', progress: null, fault: null }),
  );
  expect((await host.call('POST', '/admin/models/whisper-tiny.en/download')).status).toBe(204);
  await expect.poll(models, { timeout: 60_000 }).toContainEqual(
    expect.objectContaining({
      name: 'whisper-tiny.en',
      status: 'absent',
      fault: expect.stringContaining('127.0.0.1'),
    }),
  );
});

test('a model that nobody knows is refused, with the names of those that are known', async () => {
  const { status, text } = await host.call('POST', '/admin/models/whisper-tiny.ne/download');
  expect(status).toBe(404);
  expect(text).toContain('whisper-tiny.en');
});

test('an operator begins a backup while the host runs, and sees when it is there, whole', async () => {
  await host.call('POST', '/v1/record-event', {
    json: { event_id: 'kept', description: 'Kept', time: '2030-01-01T00:00:00Z', location: 'Here' },
  });
  const backups = async () => Backups.parse((await host.call('GET', '/admin/backups')).json);
  expect(await backups()).toMatchObject({ items: [], writing: false, fault: null });
  expect((await host.call('POST', '/admin/backups')).status).toBe(204);
  await expect.poll(backups, { timeout: 60_000 }).toMatchObject({ items: [expect.anything()], writing: false });
  const { folder, items } = await backups();
  const archive = await readArchive(join(folder, items[0]?.name ?? ''), () => undefined);
  expect(archive.manifest.store.map(({ name }) => name)).toContain('documents/accounts');
});

test('a backup that cannot be written says why, and the next one is tried anew', async () => {
  const backups = async () => Backups.parse((await host.call('GET', '/admin/backups')).json);
  const { folder } = await backups();
  await mkdir(folder);
  const release = await lockFile(join(folder, '.backup.lock'));
  await host.call('POST', '/admin/backups');
  await expect.poll(async () => (await backups()).fault, { timeout: 60_000 }).toContain('Another backup');
  release?.();
  await host.call('POST', '/admin/backups');
  await expect.poll(backups, { timeout: 60_000 }).toMatchObject({ items: [expect.anything()], fault: null });
});

test('the audit log is read page by page, the newest entries first, each once', async () => {
  const other = await host.newAccount();
  for (const name of ['a', 'b', 'c', 'd', 'e']) await host.call('GET', `/api/v1/runs/${name}`, { key: other.key });
  const mine = `?account=${other.account}&limit=2`;
  const seen: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Audited = await audit(mine + (cursor === '' ? '' : `&cursor=${cursor}`));
    seen.push(...page.items.map(({ seq }) => seq));
    expect(new Set(page.items.map(({ account }) => account)).size).toBeLessThanOrEqual(1);
    cursor = page.next_cursor;
  }
  expect(seen).toHaveLength(5);
  expect(seen).toEqual(seen.toSorted((one, other_) => other_ - one));
});

test('a cursor of another list is refused', async () => {
  const { status, text } = await host.call('GET', '/admin/audit?cursor=abc');
  expect(status).toBe(422);
  expect(text).toContain('cursor');
});

test('a changed audit log is found, with the place of the change', async () => {
  const verify = async () =>
    ((await host.call('GET', '/admin/audit/verification')).json as { items: readonly { fault: string | null }[] })
      .items;
  await audit();
  expect(await verify()).toEqual([expect.objectContaining({ chain: '1', fault: null })]);
  const folder = join(host.dataFolder, 'audit', '1');
  const [file = ''] = (await readdir(folder)).filter((name) => name.endsWith('.ndjson'));
  await appendFile(join(folder, file), '{"seq":9}\n');
  expect(await verify()).toEqual([expect.objectContaining({ fault: expect.stringContaining('is no entry') })]);
});

test('an admin sees the audit entries of its own account alone, whatever it searches for, and nothing of the host', async () => {
  const { account: account_id, key: foreign } = await host.newAccount();
  await host.call('GET', '/api/v1/runs/mine', { key: foreign });
  await host.call('GET', '/api/v1/runs/theirs');
  const made = await host.call('POST', '/admin/keys', { json: { account_id, scopes: ['admin'] } });
  const { key, id } = z.object({ key: z.string(), id: z.string() }).parse(made.json);
  const search = (query: string) => host.call('GET', `/admin/audit${query}`, { key });
  const seen = async (query: string) =>
    new Set(((await search(query)).json as Audited).items.map(({ account }) => account));
  const { next_cursor } = await audit('?limit=1');
  expect(await seen('')).toEqual(new Set([account_id]));
  expect(await seen(`?account=${account_id}`)).toEqual(new Set([account_id]));
  // The operator made it, in this account.
  for (const query of [`?record=${id}`, '?key=environment']) expect(await seen(query)).toEqual(new Set([account_id]));
  expect(await seen('?record=theirs')).toEqual(new Set());
  expect([...(await seen(`?cursor=${next_cursor}&limit=500`))]).toEqual([account_id]);
  for (const account of ['default', 'acc_nobody', '']) {
    const refused = await search(`?account=${account}`);
    expect([account, refused.status, refused.text]).toEqual([account, 403, expect.stringContaining('operator')]);
  }
  for (const [method, path] of [
    ['GET', '/admin/parts'],
    ['GET', '/admin/models'],
    ['POST', '/admin/models/whisper-tiny.en/download'],
    ['GET', '/admin/backups'],
    ['POST', '/admin/backups'],
    ['GET', '/admin/audit/verification'],
  ] as const) {
    expect([path, (await host.call(method, path, { key })).status]).toEqual([path, 403]);
  }
  const operator = await host.call('POST', '/admin/keys', { json: { account_id, scopes: ['operator'] } });
  const all = await host.call('GET', '/admin/audit', { key: z.object({ key: z.string() }).parse(operator.json).key });
  expect((all.json as Audited).items.map(({ account }) => account)).toEqual(
    expect.arrayContaining(['default', account_id]),
  );
});

test('what an operator does to another account is for that account and for operators, not for the own admins', async () => {
  const mine = await host.call('POST', '/admin/keys', { json: { account_id: 'default', scopes: ['admin'] } });
  const admin = z.object({ key: z.string(), id: z.string() }).parse(mine.json);
  const { account } = await host.newAccount('Other');
  const json = { account_id: account, scopes: ['admin'] };
  const repeated = { json, headers: { 'idempotency-key': 'theirs' } };
  const theirs = z.object({ key: z.string(), id: z.string() });
  const { id, key } = theirs.parse((await host.call('POST', '/admin/keys', repeated)).json);
  await host.call('POST', '/admin/keys', repeated);
  const operator = await host.call('POST', '/admin/keys', { json: { account_id: 'default', scopes: ['operator'] } });
  const weak = z.object({ key: z.string() }).parse(operator.json).key;
  const gone = await host.newAccount('Gone');
  // With and without success, also where the operator lacks what the key may do.
  const rotated = await host.call('POST', `/admin/keys/${id}/rotate`, { key: weak, json: {} });
  expect(rotated.status).toBe(403);
  expect((await host.call('DELETE', `/admin/accounts/${gone.account}`)).status).toBe(204);
  const entriesFor = async (asker: string) =>
    JSON.stringify((await host.call('GET', '/admin/audit?limit=500', { key: asker })).json);
  const seenThere = await entriesFor(key);
  const revocable = theirs.parse((await host.call('POST', '/admin/keys', { json })).json);
  for (let tries = 0; tries < 2; tries += 1) await host.call('DELETE', `/admin/keys/${revocable.id}`);

  const seenHere = await entriesFor(admin.key);
  for (const other of [account, id, gone.account, revocable.id]) expect(seenHere).not.toContain(other);
  expect(seenHere).toContain(admin.id);
  expect(seenThere).toContain(`"action":"POST /admin/keys","record":"${id}"`);
  expect(seenThere).toContain(`"action":"POST /admin/keys/{id}/rotate","record":"${id}"`);
  const all = await entriesFor(host.key);
  for (const other of [account, id, gone.account, revocable.id]) expect(all).toContain(other);
});

test('a key without an administrative scope sees none of it', async () => {
  const other = await host.newAccount();
  for (const path of ['/admin/parts', '/admin/models', '/admin/backups', '/admin/audit', '/admin/audit/verification']) {
    expect((await host.call('GET', path, { key: other.key })).status, path).toBe(403);
  }
});
