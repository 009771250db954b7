import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { definePlugin, route } from 'chronoscribe';
import { Accounts } from 'chronoscribe/host';
import { testHost } from 'chronoscribe/testing';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { probe } from '../fixtures/probe.ts';

const host = await testHost({ plugins: probe().plugins });
afterAll(() => host.stop());

interface Issued {
  readonly id: string;
  readonly key: string;
  readonly account_id: string;
  readonly scopes: readonly string[];
  readonly expires_at: string | null;
}

async function issue(json: object): Promise<Issued> {
  const answer = await host.call('POST', '/admin/keys', { json });
  expect(answer.status).toBe(201);
  return answer.json as Issued;
}

const echo = (key: string) => host.call('GET', '/v1/probe/echo?text=a', { key });

test('an admin makes an account and a key of it, and the key calls for that account alone', async () => {
  const made = await host.call('POST', '/admin/accounts', { json: { name: 'Practice Nord' } });
  expect(made.status).toBe(201);
  expect(made.json).toEqual({ account_id: expect.stringMatching(/^acc_/), name: 'Practice Nord' });
  const { account_id } = made.json as { account_id: string };

  const key = await issue({ account_id, name: 'front desk' });
  expect(key).toMatchObject({ account_id, scopes: ['time', 'clinical'], expires_at: null });
  expect(key.key).toMatch(/^csk_[A-Za-z0-9_-]{32}$/);
  expect((await echo(key.key)).json).toMatchObject({ account: account_id });
  expect((await host.call('GET', '/admin/accounts')).json).toMatchObject({
    accounts: expect.arrayContaining([made.json]),
  });
});

test('an operation that is tried again, because nobody was told of it, has made one account and one key, of which the last one told counts', async () => {
  const plugin = definePlugin({
    name: 'desk',
    auth: 'admin',
    needs: { accounts: Accounts },
    routes: ({ needs: { accounts } }) => [
      route({
        method: 'POST',
        path: '/admin/twice',
        summary: 'Make an account and a key, twice',
        response: z.array(z.string()),
        async handle({ operationId }) {
          const make = async () => {
            const { account_id } = await accounts.createAccount('Practice Süd', operationId);
            return (await accounts.createKey({ account_id, name: 'Süd', operationId })).key;
          };
          return [await make(), await make()];
        },
      }),
    ],
  });
  const own = await testHost({ plugins: [plugin] });
  onTestFinished(() => own.stop());
  const [first, second] = (await own.call('POST', '/admin/twice')).json as string[];
  const named = (key: string) => own.call('GET', '/v1/current-time', { key });
  expect([(await named(first ?? '')).status, (await named(second ?? '')).status]).toEqual([401, 200]);
  expect((await own.call('GET', '/admin/keys')).json).toMatchObject({ keys: [{ name: 'Süd' }] });
  expect((await own.call('GET', '/admin/accounts')).json).toMatchObject({
    accounts: [{ name: 'default' }, { name: 'Practice Süd' }],
  });
});

test('a key without the admin scope administers nothing', async () => {
  const { key } = await issue({ account_id: 'default' });
  expect((await host.call('GET', '/admin/keys', { key })).status).toBe(403);
  expect((await host.call('POST', '/admin/accounts', { json: { name: 'mine' }, key })).status).toBe(403);
});

test('a key may be limited to a scope', async () => {
  const { key } = await issue({ account_id: 'default', scopes: ['clinical'] });
  expect((await echo(key)).status).toBe(403);
  expect((await host.call('GET', '/api/v1/probe/echo?text=a', { key })).status).toBe(200);
});

test('a key stops at its expiry', async () => {
  const past = await issue({ account_id: 'default', expires_at: '2020-01-01T00:00:00+01:00' });
  expect(past.expires_at).toBe('2019-12-31T23:00:00.000Z');
  expect((await echo(past.key)).status).toBe(401);
  const future = await issue({ account_id: 'default', expires_at: '2999-01-01T00:00:00Z' });
  expect((await echo(future.key)).status).toBe(200);
  expect(
    (await host.call('POST', '/admin/keys', { json: { account_id: 'default', expires_at: 'tomorrow' } })).status,
  ).toBe(422);
});

test('revoking acts at once, and only on that key', async () => {
  const [kept, revoked] = [await issue({ account_id: 'default' }), await issue({ account_id: 'default' })];
  expect((await host.call('DELETE', `/admin/keys/${revoked.id}`)).status).toBe(204);
  expect((await echo(revoked.key)).status).toBe(401);
  expect((await echo(kept.key)).status).toBe(200);
  expect((await host.call('DELETE', `/admin/keys/${revoked.id}`)).status).toBe(404);
});

test('a key is shown once: neither the list nor the database holds it', async () => {
  const request = {
    json: { account_id: 'default', name: 'seen once' },
    headers: { 'idempotency-key': 'a-retried-request' },
  };
  const { key, id } = (await host.call('POST', '/admin/keys', request)).json as Issued;
  expect((await host.call('POST', '/admin/keys', request)).json).toMatchObject({ key, id });
  const listed = await host.call('GET', '/admin/keys');
  expect(listed.json).toMatchObject({
    keys: expect.arrayContaining([expect.objectContaining({ id, name: 'seen once' })]),
  });
  expect(listed.text).not.toContain(key);
  for (const file of ['chronoscribe.db', 'chronoscribe.db-wal']) {
    expect((await readFile(join(host.dataFolder, file))).includes(key)).toBe(false);
  }
});

test('a key for an account that does not exist is refused', async () => {
  expect((await host.call('POST', '/admin/keys', { json: { account_id: 'acc_nobody' } })).status).toBe(404);
});

describe('an admin of another account', () => {
  async function admin() {
    const { account_id } = (await host.call('POST', '/admin/accounts', { json: { name: 'B' } })).json as Issued;
    const own = await issue({ account_id, scopes: ['time', 'admin'] });
    const call = (method: string, path: string, json?: object) =>
      host.call(method, path, { key: own.key, ...(json && { json }) });
    return { account_id, own, call };
  }

  test('makes, lists, rotates and revokes the keys of its own account', async () => {
    const { account_id, own, call } = await admin();
    const made = await call('POST', '/admin/keys', { account_id, scopes: ['time'] });
    expect(made.status).toBe(201);
    const { id } = made.json as Issued;
    expect((await call('GET', '/admin/keys')).json).toMatchObject({
      keys: [{ id: own.id }, { id }],
      next_cursor: null,
    });
    expect((await call('POST', `/admin/keys/${id}/rotate`, {})).json).toMatchObject({ id, account_id });
    expect((await call('DELETE', `/admin/keys/${id}`)).status).toBe(204);
  });

  test('reaches no key and no account of others, and learns of none', async () => {
    const { call } = await admin();
    const theirs = await issue({ account_id: 'default', scopes: ['time'] });
    for (const account_id of ['default', 'acc_nobody', '']) {
      const refused = await call('POST', '/admin/keys', { account_id, scopes: ['time'] });
      expect([account_id, refused.status, refused.text]).toEqual([
        account_id,
        403,
        expect.stringContaining('operator'),
      ]);
    }
    expect((await call('GET', '/admin/keys')).text).not.toContain('default');
    for (const [method, path] of [
      ['POST', (id: string) => `/admin/keys/${id}/rotate`],
      ['DELETE', (id: string) => `/admin/keys/${id}`],
    ] as const) {
      const answers = await Promise.all([theirs.id, 'key_nobody'].map((id) => call(method, path(id))));
      const [known, unknown] = answers.map(({ status, text }) => `${status} ${text}`.replaceAll(/key_[\w-]+/g, 'ID'));
      expect(known).toMatch(/^404/);
      expect(known).toBe(unknown);
    }
    expect((await echo(theirs.key)).status).toBe(200);
    for (const [method, path, json] of [
      ['GET', '/admin/accounts'],
      ['POST', '/admin/accounts', { name: 'C' }],
      ['DELETE', '/admin/accounts/default'],
      ['DELETE', '/admin/accounts/acc_nobody'],
    ] as const) {
      expect([method, path, (await call(method, path, json)).status]).toEqual([method, path, 403]);
    }
  });

  test('is not given the key of an operator by repeating the request that made it', async () => {
    const { key } = await issue({ account_id: 'default', scopes: ['time', 'clinical', 'admin'] });
    const made = {
      json: { account_id: 'default', scopes: ['operator'] },
      headers: { 'idempotency-key': 'by-an-operator' },
    };
    const first = await host.call('POST', '/admin/keys', made);
    expect(first.status).toBe(201);
    expect((await host.call('POST', '/admin/keys', made)).json).toEqual(first.json);
    const repeated = await host.call('POST', '/admin/keys', { ...made, key });
    expect([repeated.status, repeated.text.includes('csk_')]).toEqual([422, false]);
  });

  test('gives no key more than it may do itself, by a new key or by a new secret', async () => {
    const { account_id, own, call } = await admin();
    for (const scopes of [undefined, ['operator'], ['admin', 'operator'], ['time', 'clinical']]) {
      const refused = await call('POST', '/admin/keys', { account_id, ...(scopes && { scopes }) });
      expect([scopes, refused.status, refused.text]).toEqual([scopes, 403, expect.stringContaining('lack')]);
    }
    const stronger = await issue({ account_id, scopes: ['time', 'operator'] });
    expect((await call('POST', `/admin/keys/${stronger.id}/rotate`, {})).status).toBe(403);
    expect((await call('DELETE', `/admin/keys/${stronger.id}`)).status).toBe(403);
    expect((await echo(stronger.key)).status).toBe(200);
    expect((await call('GET', '/admin/keys')).json).toMatchObject({ keys: [{ id: own.id }, { id: stronger.id }] });
  });

  test('is no operator, who reaches the keys of all accounts without being an admin', async () => {
    const { account_id, own } = await admin();
    const { key } = await issue({ account_id: 'default', scopes: ['operator'] });
    expect((await host.call('GET', '/admin/keys', { key })).text).toContain(own.id);
    expect((await host.call('DELETE', `/admin/keys/${own.id}`, { key })).status).toBe(204);
    const json = { account_id, scopes: ['clinical'] };
    expect((await host.call('POST', '/admin/keys', { key, json })).status).toBe(403);
    expect((await host.call('GET', '/api/v1/people', { key })).status).toBe(403);
  });
});
