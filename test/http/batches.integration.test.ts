import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { form, probe, tinyPng } from '../fixtures/probe.ts';

let host: TestHost;
let service: ReturnType<typeof probe>;
beforeEach(async () => {
  service = probe();
  host = await testHost({ plugins: service.plugins });
});
afterEach(() => host.stop());

const send = (files: readonly Uint8Array[], headers: Record<string, string> = {}) =>
  host.call('POST', '/v1/probe/batch', { form: form({ files }), headers });
const run = async (id: string) => (await host.call('GET', `/api/v1/runs/${id}`)).json as Record<string, unknown>;

test('one request starts a run for each of its files, each answered in the shape of its own endpoint', async () => {
  const { status, json } = await send([tinyPng, tinyPng, tinyPng]);
  expect(status).toBe(202);
  const { ids } = json as { ids: readonly string[] };
  expect(new Set(ids).size).toBe(3);
  for (const [index, id] of ids.entries()) {
    await expect.poll(async () => (await run(id)).status).toBe('done');
    expect(await run(id)).toMatchObject({ name: `file-${index}.bin`, result: { shouted: `FILE-${index}.BIN` } });
  }
});

test('files of any content are taken, and empty ones, with what their content tells of their type', async () => {
  const { json } = await send([tinyPng, Buffer.from([0, 1, 2, 3]), Buffer.alloc(0)]);
  expect((json as { types: unknown }).types).toEqual([
    'image/png',
    'application/octet-stream',
    'application/octet-stream',
  ]);
});

test('a repeated request starts nothing anew', async () => {
  const headers = { 'idempotency-key': 'batch' };
  const first = await send([tinyPng, tinyPng], headers);
  const { ids } = first.json as { ids: readonly string[] };
  await Promise.all(ids.map((id) => expect.poll(async () => (await run(id)).status).toBe('done')));
  expect((await send([tinyPng, tinyPng], headers)).json).toEqual(first.json);
  expect(service.done.steps.filter((step) => step === 'second')).toHaveLength(2);
});

test('each run keeps its own file until it is done', async () => {
  service.hold();
  const { ids } = (await send([tinyPng, tinyPng])).json as { ids: readonly [string, string] };
  await host.call('DELETE', `/api/v1/runs/${ids[0]}`);
  service.release();
  await expect.poll(async () => (await run(ids[1])).status).toBe('done');
  expect((await run(ids[0])).status).toBe('cancelled');
});
