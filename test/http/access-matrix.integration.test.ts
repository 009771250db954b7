import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CallOptions, type TestHost, type TestResponse, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';

/** Of the document, what a matrix is made from. The scopes of a key are listed beside its scheme. */
const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ security: z.array(z.record(z.string(), z.array(z.string()))) })),
  ),
});

interface Operation {
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  /** Those of which a key needs one. Undefined if it needs no key; empty if every key will do. */
  readonly scopes: readonly string[] | undefined;
}

const Key = z.object({ id: z.string(), key: z.string() });
const scopes = ['time', 'clinical', 'admin', 'operator'];
const reading = ['GET', 'HEAD', 'OPTIONS'];

let host: TestHost;
let operations: readonly Operation[];

async function start(): Promise<void> {
  // Behind a proxy, so that each case of the matrix is a client with an address of its own.
  const http = { trustedProxies: ['127.0.0.1'], rateLimit: { perMinute: 0, failedPerMinute: 0 } };
  const plugins = { mcp: true, webhooks: { with: { allowPrivateAddresses: true } } };
  host = await testHost({ config: { http, plugins } });
  const { paths } = Document.parse((await host.call('GET', '/openapi.json')).json);
  operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security }]) => ({
      ...{ method: method.toUpperCase(), path },
      scopes: security.length === 0 ? undefined : [...new Set(security.flatMap((each) => Object.values(each).flat()))],
    })),
  );
}

const guarded = () => operations.filter((operation) => operation.scopes !== undefined);
const named = ({ method, path }: Operation) => `${method} ${path}`;
const newKey = async (json: object) =>
  Key.parse((await host.call('POST', '/admin/keys', { json: { account_id: 'default', ...json } })).json);

/** Calls operations with ids that do not exist. */
const callAll = (called: readonly Operation[], options: (operation: Operation) => CallOptions) =>
  Promise.all(
    called.map(async (operation) => ({
      operation,
      answer: await host.call(operation.method, filled(operation.path, 'nobody'), options(operation)),
    })),
  );

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
  calls: readonly { readonly operation: Operation; readonly answer: TestResponse }[],
  address: string,
  status: 401 | 403,
  key: (operation: Operation) => string | null,
): Promise<void> {
  const otherwise = calls.filter(({ answer }) => answer.status !== status);
  expect(otherwise.map(({ operation, answer }) => `${named(operation)}: ${answer.status}`)).toEqual([]);
  const expected = calls.map(({ operation }) => ({ action: named(operation), key: key(operation), outcome: status }));
  expect((await auditedFrom(address)).toSorted(byAction)).toEqual(expected.toSorted(byAction));
}

describe('without a valid key', () => {
  beforeAll(start);
  afterAll(() => host.stop());

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
    const keyFor = ({ scopes: needed = [] }: Operation) => lacking.get(needed.join()) ?? { id: '', key: '' };
    const headers = { 'x-forwarded-for': '192.0.2.4' };
    const calls = await callAll(scoped, (operation) => ({ key: keyFor(operation).key, headers }));
    await expectRefused(calls, '192.0.2.4', 403, (operation) => keyFor(operation).id);
    expect(new Set(scoped.flatMap((operation) => operation.scopes ?? []))).toEqual(new Set(scopes));
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
    expect(taken.map(({ operation, answer }) => `${named(operation)}: ${answer.status}`)).toEqual([]);
    expect((await host.call('GET', '/v1/current-time', { key: null, headers: { cookie } })).status).toBe(200);
  });
});

describe('with a key of another account', () => {
  beforeAll(start);
  afterAll(() => host.stop());

  /** What an operator sees is all accounts'. */
  const ofAccounts = () => guarded().filter(({ scopes = [] }) => scopes.join() !== 'operator');

  /** The ids in the answer of each route that lists what other routes, below it, take by id. */
  async function idsByList(key: string): Promise<ReadonlyMap<string, readonly string[]>> {
    const lists = new Set(
      guarded().flatMap(({ path }) => (path.includes('/{') ? [path.slice(0, path.indexOf('/{'))] : [])),
    );
    const known = ofAccounts().filter(({ method, path }) => method === 'GET' && lists.has(path));
    const found = await Promise.all(
      known.map(async ({ path }) => [path, idsIn((await host.call('GET', path, { key })).json)] as const),
    );
    return new Map(found.filter(([, ids]) => ids.length > 0));
  }

  test('every route answers as if nothing of this account existed, and leaves it as it is', async () => {
    await fill();
    const mine = await newKey({ scopes: ['time', 'clinical', 'admin'] });
    const own = await idsByList(mine.key);
    const other = await host.newAccount('Other practice');
    const { key } = await newKey({ account_id: other.account, scopes: ['time', 'clinical', 'admin'] });
    const below = ofAccounts().flatMap((operation) => {
      const list = operation.path.slice(0, Math.max(0, operation.path.indexOf('/{')));
      return (own.get(list) ?? []).map((id) => ({ operation, id }));
    });
    expect(below.length).toBeGreaterThan(15);
    const answers = async (idOf: (id: string) => string) => {
      const given: string[] = [];
      // One after the other: some of them change what the next one reads.
      for (const { operation, id } of below) {
        const asked = idOf(id);
        const { status, text } = await host.call(operation.method, filled(operation.path, asked), { key });
        given.push(`${named(operation)}: ${status} ${text.replaceAll(asked, 'ID')}`);
      }
      return given;
    };
    const unknown = await answers((id) => id.replace(/[0-9a-f](?=[0-9a-f-]*$)/g, '0'));
    expect(await answers((id) => id)).toEqual(unknown);
    expect(await idsByList(mine.key)).toEqual(own);
  });

  /** Something for most of the lists. */
  async function fill(): Promise<void> {
    const file = new Blob([await readFile(join(import.meta.dirname, '../../config/tour/consultation.vtt'))]);
    const form = new FormData();
    form.append('file', file, 'consultation.vtt');
    const made = [
      await host.call('POST', '/api/v1/transcripts/upload_audio_file', { form }),
      await host.call('POST', '/v1/clocks', { json: {} }),
      await host.call('POST', '/api/v1/webhooks', { json: { url: 'http://127.0.0.1:9/', events: ['run.failed'] } }),
    ];
    expect(made.map(({ status }) => status)).toEqual([200, 201, 201]);
  }
});

/** The texts of all fields that are named `id` or `…_id`. */
function idsIn(json: unknown): readonly string[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([name, value]) =>
    typeof value === 'string' && /(^|_)id$/.test(name) && value.length > 8 ? [value] : idsIn(value),
  );
}
