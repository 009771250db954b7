import { spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { form, probe, tinyPng } from '../fixtures/probe.ts';

let host: TestHost;
beforeEach(async () => {
  host = await testHost({ plugins: probe().plugins });
});
afterEach(() => host.stop());

const entries = async () => {
  const folder = join(host.dataFolder, 'audit', '1');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ndjson'));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return texts
    .flatMap((text) => text.trimEnd().split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

test('requests to clinical and administrative endpoints are kept: whose key, which route, which record, how it ended', async () => {
  const work = await host.call('POST', '/api/v1/probe/picture-work', {
    form: form({ file: tinyPng, text: 'private words' }),
  });
  const run = work.headers.get('x-run-id');
  await host.call('GET', `/api/v1/runs/${run}`);
  await host.call('GET', '/admin/keys');
  const other = await host.newAccount('Other practice');
  await host.call('GET', `/api/v1/runs/${run}`, { key: other.key });
  await host.call('GET', '/api/v1/runs/what%20the%20patient%20said');

  const seen = (await entries()).map(({ account, action, record, outcome }) => ({ account, action, record, outcome }));
  expect(seen).toEqual([
    { account: 'default', action: 'POST /api/v1/probe/picture-work', record: run, outcome: 200 },
    { account: 'default', action: 'GET /api/v1/runs/{id}', record: run, outcome: 200 },
    { account: 'default', action: 'GET /admin/keys', record: null, outcome: 200 },
    { account: other.account, action: 'GET /api/v1/runs/{id}', record: run, outcome: 404 },
    { account: 'default', action: 'GET /api/v1/runs/{id}', record: null, outcome: 404 },
  ]);
  const keys = (await entries()).map(({ key }) => key);
  expect(new Set(keys).size).toBe(2);
  expect(JSON.stringify(await entries())).not.toMatch(/private words|patient said|csk_/);
});

test('what cannot be recorded is not answered, and is again as soon as it can be', async () => {
  await host.call('GET', '/admin/keys');
  const folder = join(host.dataFolder, 'audit', '1');
  const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.ndjson'));
  const file = join(folder, name);
  await rename(file, `${file}.kept`);
  // A folder in its place fails each write, whoever runs the test.
  await mkdir(file);
  const refused = await host.call('GET', '/admin/keys');
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(refused.text).not.toContain('account_id');
  const made = { json: { account_id: 'default' }, headers: { 'idempotency-key': 'full' } };
  const lost = await host.call('POST', '/admin/keys', made);
  expect([lost.status, lost.text.includes('csk_')]).toEqual([503, false]);
  for (let i = 0; i < 3; i += 1) expect((await host.call('GET', '/api/v1/runs', { key: 'wrong' })).status).toBe(503);
  const ready = await host.call('GET', '/ready');
  expect([ready.status, ready.json]).toMatchObject([503, { checks: { audit: { status: 'failed' } } }]);
  expect((await host.call('GET', '/v1/current-time')).status).toBe(200);

  await rm(file, { recursive: true });
  await rename(`${file}.kept`, file);
  const retried = await host.call('POST', '/admin/keys', made);
  expect(retried.status).toBe(201);
  expect((await host.call('GET', '/api/v1/runs', { key: 'wrong' })).status).toBe(401);
  const { id } = retried.json as { id: string };
  expect((await entries()).map(({ seq, action, record }) => [seq, action, record])).toEqual([
    [1, 'GET /admin/keys', null],
    [2, 'POST /admin/keys', id],
    [3, 'GET /api/v1/runs', null],
  ]);
});

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test('the time service leaves no entry, unless it refuses somebody', async () => {
  await host.call('POST', '/v1/fast-forward', { json: { duration: '1h' } });
  await host.call('GET', '/health', { key: null });
  expect(await entries()).toEqual([]);
  const issued = await host.call('POST', '/admin/keys', { json: { account_id: 'default', scopes: ['clinical'] } });
  const { id, key } = issued.json as { id: string; key: string };
  const headers = { 'x-request-id': 'asked-1' };
  const answer = await host.call('GET', '/v1/current-time', { key, headers });
  expect(answer.headers.get('x-request-id')).toBe('asked-1');
  await host.call('GET', '/v1/current-time', { key: 'wrong' });
  await host.call('GET', '/api/v1/runs', { key: null });
  const refused = { account: null, key: null, address: '127.0.0.1', outcome: 401 };
  expect(await entries()).toMatchObject([
    { account: 'default', action: 'POST /admin/keys', record: id, outcome: 201 },
    { account: 'default', key: id, action: 'GET /v1/current-time', request: expect.stringMatching(uuid), outcome: 403 },
    { ...refused, action: 'GET /v1/current-time' },
    { ...refused, action: 'GET /api/v1/runs' },
  ]);
});

test('a key that is made again under its Idempotency-Key is named again', async () => {
  const request = { json: { account_id: 'default' }, headers: { 'idempotency-key': 'once' } };
  const { id } = (await host.call('POST', '/admin/keys', request)).json as { id: string };
  await host.call('POST', '/admin/keys', request);
  expect((await entries()).map(({ record }) => record)).toEqual([id, id]);
});

test('a refusal that is repeated has one entry at once, and one with the number of the others', async () => {
  for (let i = 0; i < 20; i += 1) await host.call('GET', '/api/v1/runs', { key: 'wrong' });
  expect(await entries()).toHaveLength(1);
});

const command = (...args: readonly string[]) =>
  spawnSync(
    process.execPath,
    ['--conditions=chronoscribe-source', 'core/cli/main.js', 'audit', ...args, '--data', host.dataFolder],
    {
      encoding: 'utf8',
    },
  );

test('the log is exported and verified beside a running host', async () => {
  await host.call('GET', '/api/v1/runs');
  await host.call('GET', '/api/v1/runs');
  const { stdout } = command('export');
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(await entries());
  const verified = command('verify');
  expect([verified.status, verified.stdout]).toEqual([
    0,
    expect.stringMatching(/^CHAIN +ENTRIES +LAST HASH +STATE\n1 +2 +[0-9a-f]{64} +whole\n$/),
  ]);
});

test('a key that is made or revoked at the command line is kept too', async () => {
  const keys = (...args: readonly string[]) =>
    spawnSync(
      process.execPath,
      ['--conditions=chronoscribe-source', 'core/cli/main.js', 'keys', ...args, '--data', host.dataFolder],
      {
        encoding: 'utf8',
      },
    );
  const made = keys('create', '--name', 'front desk');
  const id = /id +(\S+)/.exec(made.stderr)?.[1] ?? '';
  keys('revoke', id);
  const { stdout } = command('export');
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toMatchObject([
    { account: 'default', key: null, action: 'chronoscribe keys create', record: id, outcome: 'done' },
    { account: 'default', key: null, action: 'chronoscribe keys revoke', record: id, outcome: 'done' },
  ]);
});
