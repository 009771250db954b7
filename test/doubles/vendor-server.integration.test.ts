import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startVendorServer, type VendorServer } from './vendor-server.ts';

let vendor: VendorServer;

beforeEach(async () => {
  vendor = await startVendorServer(({ path }) =>
    path === '/stream'
      ? {
          headers: { 'content-type': 'application/x-ndjson' },
          stream: ['{"text":"one"}\n', '{"text":"two"}\n', '{"done":true}\n'],
        }
      : { json: { answer: 'right' } },
  );
});
afterEach(() => vendor.stop());

const get = async (path: string, signal: AbortSignal | null = null) =>
  (await fetch(vendor.url + path, { signal })).text();

describe('a vendor’s server', () => {
  test('answers as its handler says, in one piece or as a stream', async () => {
    expect(await get('/thing')).toBe('{"answer":"right"}');
    expect(await get('/stream')).toBe('{"text":"one"}\n{"text":"two"}\n{"done":true}\n');
  });

  test('fails where and as often as it is told, and counts all the same', async () => {
    vendor.fail({ fault: { fault: 'status', status: 500 }, on: 'GET /*/thing', times: 2 });
    const statuses = [];
    for (const path of ['/a/thing', '/thing', '/b/thing', '/c/thing'])
      statuses.push((await fetch(vendor.url + path)).status);
    expect(statuses).toEqual([500, 200, 500, 200]);
    expect(vendor.count('GET /*/thing')).toBe(3);
  });

  test.each(['/thing', '/stream'])('cuts the answer of %s in the middle', async (path) => {
    vendor.fail({ fault: { fault: 'cut' } });
    const response = await fetch(vendor.url + path);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
  });

  test.each(['hang', 'stall'] as const)('can %s until its client goes away', async (fault) => {
    vendor.fail({ fault: { fault } });
    const control = new AbortController();
    const outcome = get('/stream', control.signal).catch((thrown: unknown) => thrown);
    await expect.poll(() => vendor.requests.length, { timeout: 10_000 }).toBe(1);
    expect(vendor.openRequests()).toBe(1);
    control.abort(new Error('enough'));
    expect(await outcome).toMatchObject({ message: 'enough' });
    await expect.poll(() => vendor.openRequests(), { timeout: 10_000 }).toBe(0);
  });

  test('refuses connections and comes back at the same address', async () => {
    await vendor.refuse();
    await expect(get('/thing')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    await vendor.listen();
    expect(await get('/thing')).toBe('{"answer":"right"}');
  });
});
