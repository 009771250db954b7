import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { testHost } from 'chronoscribe/testing';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';

const host = await testHost({ config: { http: { trustedProxies: ['127.0.0.1'], rateLimit: { failedPerMinute: 0 } } } });
afterAll(() => host.stop());

const Key = z.object({
  id: z.string(),
  key: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  ip: z.array(z.string()),
});

const issue = async (json: object = {}, at = host) =>
  Key.parse((await at.call('POST', '/admin/keys', { json: { account_id: 'default', ...json } })).json);
const rotate = async (id: string, json: object = {}) =>
  Key.parse((await host.call('POST', `/admin/keys/${id}/rotate`, { json })).json);
const listed = async (id: string) => {
  const { keys } = z
    .object({ keys: z.array(Key.omit({ key: true })) })
    .parse((await host.call('GET', '/admin/keys')).json);
  return keys.find((key) => key.id === id);
};
const statusOf = async (key: string, headers = {}) =>
  (await host.call('GET', '/v1/current-time', { key, headers })).status;

test('a rotated key has a new secret, and the one before ends at once', async () => {
  const before = await issue({ name: 'billing', ip: ['127.0.0.0/8'] });
  const after = await rotate(before.id);
  expect(after).toEqual({ ...before, key: after.key });
  expect(after.key).not.toBe(before.key);
  expect([await statusOf(before.key), await statusOf(after.key)]).toEqual([401, 200]);
  expect((await host.call('POST', '/admin/keys/key_nobody/rotate')).status).toBe(404);
});

test('the secret before goes on for the grace that it is given, and no longer than the next rotation', async () => {
  const first = await issue();
  const second = await rotate(first.id, { grace_seconds: 3600 });
  expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([200, 200]);
  const third = await rotate(first.id, { grace_seconds: 3600 });
  expect([await statusOf(first.key), await statusOf(second.key), await statusOf(third.key)]).toEqual([401, 200, 200]);
  await host.call('DELETE', `/admin/keys/${first.id}`);
  expect([await statusOf(second.key), await statusOf(third.key)]).toEqual([401, 401]);
});

test('a rotation that is tried again answers with the same secret', async () => {
  const { id, key } = await issue();
  const request = { json: { grace_seconds: 60 }, headers: { 'idempotency-key': 'rotate-once' } };
  const once = await host.call('POST', `/admin/keys/${id}/rotate`, request);
  expect((await host.call('POST', `/admin/keys/${id}/rotate`, request)).text).toBe(once.text);
  expect([await statusOf(key), await statusOf(Key.parse(once.json).key)]).toEqual([200, 200]);
});

test('the list says when a key was last used, to the minute', async () => {
  const { id, key } = await issue();
  expect((await listed(id))?.last_used_at).toBeNull();
  const before = Date.now();
  await statusOf(key);
  const used = (await listed(id))?.last_used_at ?? '';
  expect(Date.parse(used)).toBeGreaterThanOrEqual(before);
  await statusOf(key);
  expect((await listed(id))?.last_used_at).toBe(used);
});

test('a key is refused from other addresses than its own, as a session of it is', async () => {
  const { key } = await issue({ ip: ['192.0.2.0/24', '2001:db8::/32'] });
  const from = (address: string) => statusOf(key, { 'x-forwarded-for': address });
  expect(await Promise.all(['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::7'].map(from))).toEqual([200, 200, 200]);
  expect(await Promise.all(['192.0.3.7', '2001:db9::7'].map(from))).toEqual([403, 403]);
  expect(await statusOf(key)).toBe(403);
  expect((await host.call('GET', '/v1/current-time', { key })).text).not.toContain('192.0.2');

  const signIn = (address: string) =>
    host.call('POST', '/api/v1/session', { key: null, json: { key }, headers: { 'x-forwarded-for': address } });
  expect((await signIn('192.0.3.7')).status).toBe(403);
  const cookie = (await signIn('192.0.2.7')).headers.get('set-cookie')?.split(';')[0] ?? '';
  const bySession = async (address: string) =>
    (await host.call('GET', '/v1/current-time', { key: null, headers: { cookie, 'x-forwarded-for': address } })).status;
  expect([await bySession('192.0.2.7'), await bySession('192.0.3.7')]).toEqual([200, 403]);
});

test('a key of an operator shows the details of /ready from its own addresses alone', async () => {
  const { key } = await issue({ scopes: ['operator'], ip: ['192.0.2.0/24'] });
  const ready = (address: string) => host.call('GET', '/ready', { key, headers: { 'x-forwarded-for': address } });
  expect((await ready('192.0.2.7')).json).toMatchObject({ checks: { 'store sqlite': { detail: expect.any(String) } } });
  const refused = await ready('192.0.3.7');
  expect([refused.status, refused.text]).toEqual([403, expect.not.stringContaining(host.dataFolder)]);
});

test('a range that is none is refused', async () => {
  const answer = await host.call('POST', '/admin/keys', { json: { account_id: 'default', ip: ['192.0.2.0/33'] } });
  expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('192.0.2.0/24')]);
});

test('keys that are made without an expiry have that of the configuration, unless they shall never expire', async () => {
  const own = await testHost({ config: { plugins: { accounts: { with: { keyDays: 90 } } } } });
  onTestFinished(() => own.stop());
  const days = (Date.parse((await issue({}, own)).expires_at ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(90);
  expect((await issue({ expires_at: null }, own)).expires_at).toBeNull();
  expect((await issue({ expires_at: '2999-01-01T00:00:00Z' }, own)).expires_at).toBe('2999-01-01T00:00:00.000Z');
});

const monitor = async (key: string): Promise<IncomingMessage> => {
  const path = '/v1/monitor-events?location=Berlin&time_range=0000-01-01T00:00:00Z/9999-12-31T23:59:59Z';
  const options = { headers: { accept: 'text/event-stream', 'x-api-key': key }, agent: false };
  const [incoming] = (await once(httpRequest(new URL(path, host.url), options).end(), 'response')) as [IncomingMessage];
  expect(incoming.statusCode).toBe(200);
  return incoming.setEncoding('utf8');
};

test('a stream ends when its key is revoked, rotated or expires, and those of other keys go on', async () => {
  const keys = {
    revoked: await issue(),
    rotated: await issue(),
    expired: await issue({ expires_at: new Date(Date.now() + 5_000).toISOString() }),
  };
  const other = await monitor(host.key);
  onTestFinished(() => void other.destroy());
  const streams = await Promise.all(Object.values(keys).map(({ key }) => monitor(key)));
  const texts = Promise.all(streams.map(async (stream) => (await Array.fromAsync(stream)).join('')));
  await host.call('DELETE', `/admin/keys/${keys.revoked.id}`);
  await rotate(keys.rotated.id);
  expect(await texts).toEqual(Array(3).fill(expect.stringContaining('event: stopping')));
  expect(other.complete).toBe(false);
});
