import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CallOptions, type TestHost, type TestResponse, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { joined } from '../../plugins/console/testing/people.ts';
import { type ApiOperation, operationsOf, requestTo } from './operations.ts';

const Key = z.object({ id: z.string(), key: z.string() });
const scopes = ['time', 'clinical', 'admin', 'operator'];
const reading = ['GET', 'HEAD', 'OPTIONS'];

let host: TestHost;
let operations: readonly ApiOperation[];

async function start(): Promise<void> {
  // Behind a proxy, so that each case of the matrix is a client with an address of its own.
  const http = { trustedProxies: ['127.0.0.1'], rateLimit: { perMinute: 0, failedPerMinute: 0 } };
  const plugins = { mcp: true };
  host = await testHost({ config: { http, plugins } });
  operations = await operationsOf(host);
}

const guarded = () => operations.filter((operation) => operation.scopes !== undefined);
const newKey = async (json: object) =>
  Key.parse((await host.call('POST', '/admin/keys', { json: { account_id: 'default', ...json } })).json);

/** Calls operations with ids that do not exist. */
const callAll = (called: readonly ApiOperation[], options: (operation: ApiOperation) => CallOptions) =>
  Promise.all(
    called.map(async (operation) => ({
      operation,
      answer: await host.call(operation.method, filled(operation.path, 'nobody'), options(operation)),
    })),
  );

/** Whether a key with the scopes may call it. */
const accepts = ({ scopes: accepted = [] }: ApiOperation, held: readonly string[]) =>
  accepted.length === 0 || accepted.some((scope) => held.includes(scope));

/** The name of what was refused. */
const refused = ({ operation, answer }: { readonly operation: ApiOperation; readonly answer: TestResponse }) =>
  answer.status === 401 || answer.status === 403 ? [operation.name] : [];

function filled(path: string, id: string): string {
  return path.replace(/\{[^}]+\}/g, id);
}

const auditLine = z.object({
  action: z.string(),
  key: z.string().nullable(),
  address: z.string(),
  outcome: z.number(),
});
async function auditedFrom(address: string) {
  const folder = join(host.dataFolder, 'audit', '1');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ndjson'));
  const lines = (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8'))))
    .join('')
    .trim()
    .split('\n');
  const entries = lines.map((line) => auditLine.parse(JSON.parse(line)));
  return entries
    .filter((entry) => entry.address === address)
    .map(({ action, key, outcome }) => ({ action, key, outcome }));
}

const byAction = (one: { readonly action: string }, other: { readonly action: string }) =>
  one.action < other.action ? -1 : 1;

/** Each call was refused with the status, in the shape of its service, and has an entry that names the key. */
async function expectRefused(
  calls: readonly { readonly operation: ApiOperation; readonly answer: TestResponse }[],
  address: string,
  status: 401 | 403,
  key: (operation: ApiOperation) => string | null,
): Promise<void> {
  const otherwise = calls.filter(({ answer }) => answer.status !== status);
  expect(otherwise.map(({ operation, answer }) => `${operation.name}: ${answer.status}`)).toEqual([]);
  const expected = calls.map(({ operation }) => ({ action: operation.name, key: key(operation), outcome: status }));
  expect((await auditedFrom(address)).toSorted(byAction)).toEqual(expected.toSorted(byAction));
}

/** What answers without a key and without a session; a secret in the path or in the body may be asked for. */
const publicRoutes = [
  'GET /health',
  'GET /ready',
  'GET /openapi.json',
  'GET /docs',
  'GET /api/v1/session/methods',
  'POST /api/v1/session',
  'DELETE /api/v1/session',
  'POST /api/v1/session/passkey/options',
  'POST /api/v1/session/passkey',
  'GET /api/v1/invitations/{token}',
  'POST /api/v1/invitations/{token}',
];

describe('without a valid key', () => {
  beforeAll(start);
  afterAll(() => host.stop());

  test('only routes that are meant for everybody answer', async () => {
    expect(operations.filter(({ access }) => access === 'everybody').map(({ name }) => name)).toEqual(publicRoutes);
  });

  test('what is for a person who is signed in refuses everybody else, with a key too', async () => {
    const own = operations.filter(({ access }) => access === 'session');
    expect(own.length).toBeGreaterThan(10);
    for (const key of [null, host.key]) {
      for (const operation of own) {
        const { path, options } = requestTo(operation);
        const { status } = await host.call(operation.method, path, { ...options, key });
        expect([operation.name, status]).toEqual([operation.name, 401]);
      }
    }
  });

  test.each([
    ['without a key', '192.0.2.1', async () => null],
    [
      'with a key that has expired',
      '192.0.2.2',
      async () => (await newKey({ scopes, expires_at: '2020-01-01T00:00:00Z' })).key,
    ],
    [
      'with a key that was revoked',
      '192.0.2.3',
      async () => {
        const { id, key } = await newKey({ scopes });
        await host.call('DELETE', `/admin/keys/${id}`);
        return key;
      },
    ],
  ])('every route that needs a key refuses a request %s, and records it', async (_case, address, keyOf) => {
    const key = await keyOf();
    const calls = await callAll(guarded(), () => ({ key, headers: { 'x-forwarded-for': address } }));
    await expectRefused(calls, address, 401, () => null);
    const challenges = calls.map(({ operation, answer }) => [operation.path, answer.headers.has('www-authenticate')]);
    expect(challenges).toEqual(calls.map(({ operation }) => [operation.path, !operation.path.startsWith('/api/')]));
  });
});

describe('with a key', () => {
  beforeAll(start);
  afterAll(() => host.stop());

  test('every route refuses a key that has all scopes but its own, and records who it was', async () => {
    const scoped = guarded().filter((operation) => operation.scopes?.length !== 0);
    const lacking = new Map<string, z.output<typeof Key>>();
    for (const { scopes: needed = [] } of scoped) {
      if (lacking.has(needed.join())) continue;
      lacking.set(needed.join(), await newKey({ scopes: scopes.filter((other) => !needed.includes(other)) }));
    }
    const keyFor = ({ scopes: needed = [] }: ApiOperation) => lacking.get(needed.join()) ?? { id: '', key: '' };
    const headers = { 'x-forwarded-for': '192.0.2.4' };
    const calls = await callAll(scoped, (operation) => ({ key: keyFor(operation).key, headers }));
    await expectRefused(calls, '192.0.2.4', 403, (operation) => keyFor(operation).id);
    expect(new Set(scoped.flatMap((operation) => operation.scopes ?? []))).toEqual(new Set(scopes));
  });

  test.each(['time', 'clinical', 'admin', 'operator'])(
    'a key with the scope %s alone reaches the routes that name it, and no other',
    async (scope) => {
      const { key } = await newKey({ scopes: [scope] });
      const headers = { 'x-forwarded-for': '192.0.2.6' };
      const calls = await callAll(guarded(), () => ({ key, headers }));
      expect(calls.flatMap(refused)).toEqual(guarded().flatMap((each) => (accepts(each, [scope]) ? [] : [each.name])));
    },
  );

  test.each([
    ['viewer', [], ['time', 'clinical']],
    ['developer', ['time'], ['time']],
    ['clinician', ['time', 'clinical'], ['time', 'clinical']],
    ['admin', ['time', 'clinical', 'admin'], ['time', 'clinical', 'admin']],
    ['operator', ['operator'], ['operator']],
  ])('a person with the role %s reaches the routes of its scopes, and no other', async (role, change, read) => {
    const { browser } = await joined(host, [role]);
    const reached = ({ method }: ApiOperation) => (reading.includes(method) ? read : change);
    const calls = await Promise.all(
      guarded().map(async (operation) => ({
        operation,
        answer: await browser.call(operation.method, filled(operation.path, 'nobody')),
      })),
    );
    const isAllowed = (each: ApiOperation) => reached(each).length > 0 && accepts(each, reached(each));
    // Agents need a key of their own: a page in the browser of a person must not be one.
    const expected = guarded().filter((each) => each.path === '/mcp' || !isAllowed(each));
    expect(calls.flatMap(refused)).toEqual(expected.map(({ name }) => name));
  });

  test('a page of another origin changes nothing with the cookie of who is signed in, and is recorded', async () => {
    const signedIn = await host.call('POST', '/api/v1/session', { key: null, json: { key: host.key } });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const headers = { cookie, 'sec-fetch-site': 'cross-site', 'x-forwarded-for': '192.0.2.5' };
    const changing = guarded().filter(({ method }) => !reading.includes(method));
    await expectRefused(await callAll(changing, () => ({ key: null, headers })), '192.0.2.5', 403, () => null);
    // Routes that need no key may need a session: those refuse the page too, or find its body wrong before they ask.
    const open = operations.filter(({ method, scopes }) => scopes === undefined && !reading.includes(method));
    const answers = await callAll(open, () => ({ key: null, headers, json: {} }));
    expect(open.length).toBeGreaterThan(10);
    const taken = answers.filter(({ answer }) => ![403, 422].includes(answer.status));
    expect(taken.map(({ operation, answer }) => `${operation.name}: ${answer.status}`)).toEqual([]);
    expect((await host.call('GET', '/v1/current-time', { key: null, headers: { cookie } })).status).toBe(200);
  });
});
