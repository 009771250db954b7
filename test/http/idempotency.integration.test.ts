import { readdir } from 'node:fs/promises';
import { type Cluster, Problem, type Provider, type Store } from 'chronoscribe';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import sqlite from '../../providers/store/sqlite/index.ts';
import { form, probe, tinyPng } from '../fixtures/probe.ts';

let host: TestHost;
let service: ReturnType<typeof probe>;
beforeEach(async () => {
  service = probe();
  host = await testHost({ plugins: service.plugins });
});
afterEach(() => host.stop());

const withKey = (key: string) => ({ 'idempotency-key': key });

test('the same key and body is done once and answered alike', async () => {
  const send = () => host.call('POST', '/v1/probe/echo', { json: { text: 'once' }, headers: withKey('k1') });
  const [first, second] = [await send(), await send()];
  expect(service.done.echo).toBe(1);
  expect(second.json).toEqual(first.json);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(second.headers.get('idempotency-replayed')).toBe('true');
});

test('a failure is repeated like a success', async () => {
  const send = () => host.call('POST', '/v1/probe/fail/own', { headers: withKey('k2') });
  const [first, second] = [await send(), await send()];
  expect(first.status).toBe(404);
  expect(second.status).toBe(404);
  expect(second.json).toEqual(first.json);
  expect(service.done.fail).toBe(1);
});

test('a missing file is a failure like any other: with a file it is another body', async () => {
  const send = (entries: Parameters<typeof form>[0]) =>
    host.call('POST', '/v1/probe/picture', { form: form(entries), headers: withKey('k8') });
  expect((await send({ text: 'a' })).json).toMatchObject({ errors: [{ pointer: '/file' }] });
  expect((await send({ text: 'a' })).headers.get('idempotency-replayed')).toBe('true');
  expect((await send({ text: 'a', file: tinyPng })).json).toMatchObject({
    type: 'urn:chronoscribe:problem:idempotency-mismatch',
  });
});

test('a duplicate that comes while the first is at work waits for its answer', async () => {
  service.hold();
  const send = () => host.call('POST', '/v1/probe/echo', { json: { text: 'slow' }, headers: withKey('k3') });
  const both = Promise.all([send(), send(), send()]);
  await expect.poll(() => service.done.echo).toBe(1);
  service.release();
  expect((await both).map(({ json }) => json)).toEqual(Array(3).fill({ text: 'slow', count: 1 }));
  expect(service.done.echo).toBe(1);
});

test('a key belongs to its account, method and path', async () => {
  const { key } = await host.newAccount();
  const json = { text: 'mine' };
  await host.call('POST', '/v1/probe/echo', { json, headers: withKey('k4') });
  await host.call('POST', '/v1/probe/echo', { json, headers: withKey('k4'), key });
  await host.call('POST', '/api/v1/probe/echo', { json, headers: withKey('k4') });
  expect(service.done.echo).toBe(3);
});

test('an upload that is sent again, with another boundary, is the same request and leaves no second file', async () => {
  const send = () =>
    host.call('POST', '/v1/probe/picture-work', {
      form: form({ file: tinyPng, text: 'look' }),
      headers: withKey('k5'),
    });
  const [first, second] = [await send(), await send()];
  expect(first.status).toBe(200);
  expect(second.json).toEqual(first.json);
  expect(second.headers.get('x-run-id')).toBe(first.headers.get('x-run-id'));
  expect(service.done.steps).toEqual(['first', 'second']);
  const other = await host.call('POST', '/v1/probe/picture-work', {
    form: form({ file: tinyPng, text: 'other' }),
    headers: withKey('k5'),
  });
  expect(other.status).toBe(422);
});

/** The store, whose clock is ahead. */
function clockAhead(): { readonly provider: Provider; by: number } {
  const ahead = {
    by: 0,
    provider: {
      ...sqlite,
      async create(context: Parameters<Provider['create']>[0]) {
        // The boundary where types are given back: it is what `defineProvider` saw that it is.
        const store = (await sqlite.create(context)) as Store & { readonly cluster: Cluster };
        return { ...store, cluster: { ...store.cluster, now: () => store.cluster.now() + ahead.by } };
      },
    },
  };
  return ahead;
}

test('a key that is used again a day later, with another body, is another request with another run', async () => {
  await host.stop();
  const clock = clockAhead();
  host = await testHost({ plugins: service.plugins, providers: [clock] });
  const send = (text: string) =>
    host.call('POST', '/v1/probe/picture-work', { form: form({ file: tinyPng, text }), headers: withKey('k7') });
  const yesterday = await send('yesterday');
  expect(yesterday.json).toEqual({ shouted: 'YESTERDAY' });
  clock.by = 25 * 3_600_000;
  const [today, repeated] = await Promise.all([send('today'), send('today')]);
  expect([today.json, repeated.json]).toEqual(Array(2).fill({ shouted: 'TODAY' }));
  expect(today.headers.get('x-run-id')).not.toBe(yesterday.headers.get('x-run-id'));
  expect(repeated.headers.get('x-run-id')).toBe(today.headers.get('x-run-id'));
  expect(service.done.steps).toEqual(['first', 'second', 'first', 'second']);
});

test('what was answered is answered alike after a restart', async () => {
  const { dataFolder } = host;
  await host.call('POST', '/v1/probe/echo', { json: { text: 'kept' }, headers: withKey('k6') });
  const again = await testHost({ plugins: service.plugins, dataFolder: `${dataFolder}-2` });
  const kept = await again.call('POST', '/v1/probe/echo', { json: { text: 'kept' }, headers: withKey('k6') });
  await again.stop();
  const restarted = await testHost({ plugins: service.plugins, dataFolder: `${dataFolder}-2` });
  try {
    const repeated = await restarted.call('POST', '/v1/probe/echo', { json: { text: 'kept' }, headers: withKey('k6') });
    expect(repeated.json).toEqual(kept.json);
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
  } finally {
    await restarted.stop();
  }
});

test('a request that was at work when the process ended is the same operation when it is tried again', async () => {
  const dataFolder = `${host.dataFolder}-3`;
  const start = () => testHost({ plugins: service.plugins, dataFolder, config: { stop: { deadlineSeconds: 0.05 } } });
  const dying = await start();
  service.hold();
  const cut = dying.call('POST', '/v1/probe/operations', { headers: withKey('k9') });
  await expect.poll(() => service.done.operations).toHaveLength(1);
  await Promise.all([expect(cut).rejects.toThrow(), dying.stop()]);

  // Nobody opens the gate at which the first try waits, as if its process was dead.
  const next = probe();
  const again = await testHost({ plugins: next.plugins, dataFolder });
  try {
    const { json } = await again.call('POST', '/v1/probe/operations', { headers: withKey('k9') });
    expect(json).toEqual({ id: service.done.operations[0] });
    expect(next.done.operations).toEqual(service.done.operations);
  } finally {
    await again.stop();
  }
});

test('another key, and each request without one, is an operation of its own', async () => {
  const ids = [];
  for (const headers of [withKey('k10'), withKey('k11'), {}, {}]) {
    ids.push(((await host.call('POST', '/v1/probe/operations', { headers })).json as { id: string }).id);
  }
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-[48][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('a key of more than 255 characters is refused, and an upload that came with it is not kept', async () => {
  const headers = withKey('k'.repeat(256));
  expect((await host.call('POST', '/v1/probe/echo', { json: { text: 'a' }, headers })).status).toBe(422);
  expect((await host.call('POST', '/v1/probe/picture', { form: form({ file: tinyPng }), headers })).status).toBe(422);
  const kept = await readdir(`${host.dataFolder}/blobs`, { recursive: true });
  expect(kept.filter((name) => name.startsWith('uploads/'))).toEqual([]);
});

test('a request that fails since the store is away leaves no upload behind', async () => {
  await host.stop();
  let isAway = false;
  const provider: Provider = {
    ...sqlite,
    async create(context) {
      // The boundary where types are given back: it is what `defineProvider` saw that it is.
      const store = (await sqlite.create(context)) as Store;
      const get: Store['get'] = async (collection, id) => {
        if (isAway && collection.name === 'runs') throw new Problem('provider-unavailable', { detail: 'It is away.' });
        return store.get(collection, id);
      };
      return { ...store, get };
    },
  };
  host = await testHost({ plugins: service.plugins, providers: [{ provider }] });
  isAway = true;
  const sent = { form: form({ file: tinyPng, text: 'look' }), headers: withKey('k12') };
  expect((await host.call('POST', '/v1/probe/picture-work', sent)).status).toBe(503);
  const kept = await readdir(`${host.dataFolder}/blobs`, { recursive: true });
  expect(kept.filter((name) => name.startsWith('uploads/'))).toEqual([]);
});
