import { testHost } from 'chronoscribe/testing';
import { afterAll, expect, test } from 'vitest';

const http = { trustedProxies: ['127.0.0.0/8'], rateLimit: { perMinute: 0, failedPerMinute: 5 } };
const host = await testHost({ config: { http } });
afterAll(() => host.stop());

const ask = (key: string | null, address: string) =>
  host.call('GET', '/v1/current-time', { key, headers: { 'x-forwarded-for': address } });

test('wrong keys are limited by the address of their client, which a valid key of the same address does not feel', async () => {
  const tried = [];
  for (let i = 0; i < 7; i += 1) tried.push(await ask(`wrong-${i}`, '203.0.113.9'));
  expect(tried.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect(Number(tried.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await ask('wrong', '203.0.113.10')).status).toBe(401);
  expect((await ask(host.key, '203.0.113.9')).status).toBe(200);
  expect((await ask(null, '203.0.113.9')).status).toBe(401);
  expect((await ask('wrong', '1.1.1.1, 203.0.113.9')).status).toBe(429);
});

test('the audit log tells the addresses of those who were refused', async () => {
  await ask('wrong', '203.0.113.77');
  const { json } = await host.call('GET', '/admin/audit');
  expect(json).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ address: '203.0.113.77', action: 'GET /v1/current-time', outcome: 401, key: null }),
    ]),
  });
});

test('paths with dot segments are refused, in the shape of their service', async () => {
  const { request } = await import('node:http');
  const { hostname, port } = new URL(host.url);
  const send = (path: string) =>
    new Promise<readonly [number | undefined, string]>((resolve, reject) => {
      const headers = { 'x-api-key': host.key };
      request({ hostname, port, path, headers }, async (incoming) =>
        resolve([incoming.statusCode, Buffer.concat(await Array.fromAsync(incoming)).toString()]),
      )
        .once('error', reject)
        .end();
    });
  for (const path of ['/v1/../admin/keys', '/v1/%2e%2e/admin/keys', '/v1/./current-time', '/console/..%2fadmin']) {
    expect(await send(path), path).toEqual([400, expect.stringContaining('malformed-request')]);
  }
  expect((await send('/v1/current-time'))[0]).toBe(200);
});
