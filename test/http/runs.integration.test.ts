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

interface Run {
  readonly id: string;
  readonly status: string;
  readonly step: string | null;
  readonly result: unknown;
  readonly error: { readonly status: number; readonly detail: readonly unknown[] } | null;
}

const run = async (id: string, key?: string): Promise<Run> =>
  (await host.call('GET', `/api/v1/runs/${id}`, key === undefined ? {} : { key })).json as Run;
const later = { prefer: 'respond-async' };

async function submit(text = 'later'): Promise<string> {
  const answer = await host.call('POST', '/v1/probe/picture-work', {
    form: form({ file: tinyPng, text }),
    headers: later,
  });
  expect(answer.status).toBe(202);
  return (answer.json as { id: string }).id;
}

test('the plain call waits and answers what the route declares, with its run and its record', async () => {
  const answer = await host.call('POST', '/v1/probe/work', { json: { text: 'good morning' } });
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({ shouted: 'GOOD MORNING' });
  const id = answer.headers.get('x-run-id') ?? '';
  expect(answer.headers.get('content-location')).toBe(`/probe/${id}`);
  expect(await run(id)).toMatchObject({
    id,
    status: 'done',
    step: 'second',
    result: { shouted: 'GOOD MORNING' },
    error: null,
  });
});

test('the plain call of a run that fails names the run, to be retried, also where it is repeated', async () => {
  service.fail(true);
  const headers = { 'idempotency-key': 'fails' };
  const send = () => host.call('POST', '/v1/probe/work', { json: { text: 'good morning' }, headers });
  const first = await send();
  expect(first.status).toBe(502);
  const id = first.headers.get('x-run-id') ?? '';
  expect(await run(id)).toMatchObject({ status: 'failed', error: { status: 502 } });
  const second = await send();
  expect([second.status, second.headers.get('x-run-id'), second.headers.get('idempotency-replayed')]).toEqual([
    502,
    id,
    'true',
  ]);

  service.fail(false);
  await host.call('POST', `/api/v1/runs/${id}/retry`);
  await expect.poll(async () => (await run(id)).result).toEqual({ shouted: 'GOOD MORNING' });
});

test('"Prefer: respond-async" is answered 202 at once, and followed at its location', async () => {
  service.hold();
  const answer = await host.call('POST', '/v1/probe/work', { json: { text: 'later' }, headers: later });
  expect(answer.status).toBe(202);
  const location = answer.headers.get('location') ?? '';
  expect(location).toMatch(/^\/api\/v1\/runs\/[0-9a-f-]{36}$/);
  await expect
    .poll(async () => (await host.call('GET', location)).json)
    .toMatchObject({ status: 'running', step: 'second', result: null });
  service.release();
  await expect
    .poll(async () => (await host.call('GET', location)).json)
    .toMatchObject({ status: 'done', result: { shouted: 'LATER' } });
});

test('"Accept: text/event-stream" tells the run, its progress, its text and its result', async () => {
  const { text, headers } = await host.call('POST', '/v1/probe/work', {
    json: { text: 'two words' },
    headers: { accept: 'text/event-stream' },
  });
  expect(headers.get('content-type')).toContain('text/event-stream');
  const events = parseEvents(text);
  expect(events.at(0)).toEqual({ event: 'run', data: { id: headers.get('x-run-id') } });
  expect(events).toContainEqual({ event: 'progress', data: { step: 'second', index: 2, of: 2, fraction: 0.5 } });
  expect(events.filter(({ event }) => event === 'text').map(({ data }) => data)).toEqual([
    { text: 'TWO' },
    { text: 'WORDS' },
  ]);
  expect(events.at(-1)).toEqual({ event: 'result', data: { shouted: 'TWO WORDS' } });
});

test('a stream whose run fails ends with the error; a fault known before it opens is a plain error', async () => {
  service.fail(true);
  const streamed = await host.call('POST', '/v1/probe/work', {
    json: { text: 'a' },
    headers: { accept: 'text/event-stream' },
  });
  expect(parseEvents(streamed.text).at(-1)).toEqual({
    event: 'error',
    data: expect.objectContaining({
      type: 'urn:chronoscribe:problem:provider-failed',
      detail: 'The oracle spoke nonsense.',
    }),
  });
  const plain = await host.call('POST', '/api/v1/probe/work', { json: {}, headers: { accept: 'text/event-stream' } });
  expect(plain.status).toBe(422);
  expect(plain.json).toMatchObject({ detail: [{ type: 'missing' }] });
});

test('a client that goes away does not lose the work', async () => {
  service.hold();
  const client = new AbortController();
  const lost = fetch(`${host.url}/v1/probe/work`, {
    method: 'POST',
    body: JSON.stringify({ text: 'still here' }),
    headers: { 'x-api-key': host.key },
    signal: client.signal,
  });
  await expect.poll(() => service.done.steps).toEqual(['first', 'second']);
  client.abort();
  await expect(lost).rejects.toThrow();
  service.release();
  const { items } = (await host.call('GET', '/api/v1/runs')).json as { items: Run[] };
  expect(items).toHaveLength(1);
  await expect.poll(async () => (await run(items[0]?.id ?? '')).result).toEqual({ shouted: 'STILL HERE' });
});

test('a cancelled run is stopped in its step, and its upload is gone', async () => {
  service.hold();
  const id = await submit();
  await expect.poll(async () => (await run(id)).step).toBe('second');
  expect((await host.call('DELETE', `/api/v1/runs/${id}`)).json).toMatchObject({ status: 'cancelled' });
  expect(await run(id)).toMatchObject({ status: 'cancelled', result: null });
  await expect.poll(() => uploads()).toEqual([]);
});

test('a run that is done stays as it is when it is cancelled, and is answered with its result', async () => {
  const id = await submit('done');
  await expect.poll(async () => (await run(id)).status).toBe('done');
  expect((await host.call('DELETE', `/api/v1/runs/${id}`)).json).toEqual(await run(id));
  expect(await run(id)).toMatchObject({ status: 'done', result: { shouted: 'DONE' } });
});

test('a failed run keeps its upload, and a retry goes on from the failed step', async () => {
  service.fail(true);
  const id = await submit();
  await expect.poll(async () => (await run(id)).status).toBe('failed');
  expect((await run(id)).error).toEqual({
    status: 502,
    detail: [{ loc: [], msg: 'The oracle spoke nonsense.', type: 'provider_failed' }],
  });
  expect(await uploads()).toHaveLength(1);

  service.fail(false);
  const retried = await host.call('POST', `/api/v1/runs/${id}/retry`);
  expect(retried.status).toBe(202);
  expect(retried.json).not.toMatchObject({ status: 'failed' });
  await expect.poll(async () => (await run(id)).status).toBe('done');
  expect(service.done.steps).toEqual(['first', 'second', 'second']);
  await expect.poll(() => uploads()).toEqual([]);
  expect((await host.call('POST', `/api/v1/runs/${id}/retry`)).status).toBe(409);
});

test('a failed run that nobody wants to retry is deleted with its upload, and so is one that was cancelled', async () => {
  service.fail(true);
  const failed = await submit();
  await expect.poll(async () => (await run(failed)).status).toBe('failed');
  service.fail(false);
  service.hold();
  const cancelled = await submit();
  await expect.poll(async () => (await run(cancelled)).step).toBe('second');
  await host.call('DELETE', `/api/v1/runs/${cancelled}`);

  for (const [id, status] of [
    [failed, 'failed'],
    [cancelled, 'cancelled'],
  ]) {
    const before = await run(id ?? '');
    const deleted = await host.call('DELETE', `/api/v1/runs/${id}`);
    expect([deleted.status, deleted.json]).toEqual([200, before]);
    expect(before.status).toBe(status);
    for (const [method, path] of [
      ['GET', `/api/v1/runs/${id}`],
      ['DELETE', `/api/v1/runs/${id}`],
      ['POST', `/api/v1/runs/${id}/retry`],
    ] as const)
      expect((await host.call(method, path)).status).toBe(404);
  }
  expect(await uploads()).toEqual([]);
});

test('runs are listed newest first, in pages', async () => {
  const ids: string[] = [];
  for (const text of ['one', 'two', 'three']) ids.unshift(await submit(text));
  const first = (await host.call('GET', '/api/v1/runs?limit=2')).json as { items: Run[]; next_cursor: string };
  const second = (await host.call('GET', `/api/v1/runs?limit=2&cursor=${first.next_cursor}`)).json as {
    items: Run[];
    next_cursor: null;
  };
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids);
  expect(second.next_cursor).toBeNull();
});

test("another account's run answers like one that does not exist", async () => {
  const id = await submit();
  const { key } = await host.newAccount();
  const unknown = await host.call('GET', '/api/v1/runs/00000000-0000-4000-8000-000000000000', { key });
  for (const [method, path] of [
    ['GET', `/api/v1/runs/${id}`],
    ['DELETE', `/api/v1/runs/${id}`],
    ['POST', `/api/v1/runs/${id}/retry`],
  ] as const) {
    const theirs = await host.call(method, path, { key });
    expect([theirs.status, theirs.json]).toEqual([404, unknown.json]);
  }
});

/** A key of the same account with these scopes alone. */
async function keyFor(...scopes: readonly string[]): Promise<string> {
  const { json } = await host.call('POST', '/admin/keys', { json: { account_id: 'default', scopes } });
  return (json as { key: string }).key;
}

async function listed(key: string, query = ''): Promise<readonly string[]> {
  const { items } = (await host.call('GET', `/api/v1/runs${query}`, { key })).json as { items: Run[] };
  return items.map(({ id }) => id);
}

test('a key that may call an endpoint may follow what it started there, and sees nothing of the rest', async () => {
  const [timeKey, clinicalKey, adminKey] = [await keyFor('time'), await keyFor('clinical'), await keyFor('admin')];
  const start = async (base: string, key: string) => {
    const { headers } = await host.call('POST', `${base}/work`, { json: { text: 'mine' }, headers: later, key });
    return headers.get('location')?.split('/').at(-1) ?? '';
  };
  const [timeRun, clinicalRun] = [await start('/v1/probe', timeKey), await start('/api/v1/probe', clinicalKey)];

  await expect.poll(() => run(timeRun, timeKey)).toMatchObject({ status: 'done', result: { shouted: 'MINE' } });
  expect(await listed(timeKey)).toEqual([timeRun]);
  expect(await listed(clinicalKey)).toEqual([clinicalRun]);
  expect(await listed(adminKey)).toEqual([]);
  expect(await listed(host.key)).toEqual([clinicalRun, timeRun]);

  const unknown = await host.call('GET', '/api/v1/runs/00000000-0000-4000-8000-000000000000', { key: timeKey });
  for (const [method, path] of [
    ['GET', `/api/v1/runs/${clinicalRun}`],
    ['DELETE', `/api/v1/runs/${clinicalRun}`],
    ['POST', `/api/v1/runs/${clinicalRun}/retry`],
  ] as const) {
    const theirs = await host.call(method, path, { key: timeKey });
    expect([theirs.status, theirs.json]).toEqual([404, unknown.json]);
  }
  expect((await host.call('GET', '/api/v1/runs', { key: null })).status).toBe(401);
});

test('a page of which a key sees nothing is not its last one', async () => {
  const timeKey = await keyFor('time');
  const { headers } = await host.call('POST', '/v1/probe/work', { json: { text: 'a' } });
  for (const text of ['b', 'c', 'd']) await host.call('POST', '/api/v1/probe/work', { json: { text } });
  expect(await listed(timeKey, '?limit=1')).toEqual([headers.get('x-run-id')]);
});

test('an interrupted upload leaves neither file nor run', async () => {
  const client = new AbortController();
  const endless = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(
        new TextEncoder().encode(
          '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n',
        ),
      );
      controller.enqueue(new Uint8Array(tinyPng));
      controller.enqueue(new Uint8Array(200_000));
    },
  });
  const sending = fetch(`${host.url}/v1/probe/picture-work`, {
    method: 'POST',
    body: endless,
    duplex: 'half',
    headers: { 'x-api-key': host.key, 'content-type': 'multipart/form-data; boundary=b' },
    signal: client.signal,
  } as RequestInit);
  await new Promise((resolve) => setTimeout(resolve, 200));
  client.abort();
  await expect(sending).rejects.toThrow();
  await expect.poll(() => filesUnder(`${host.dataFolder}/blobs`)).toEqual([expect.stringMatching(/\.lock$/)]);
  expect((await host.call('GET', '/api/v1/runs')).json).toMatchObject({ items: [] });
});

async function filesUnder(folder: string): Promise<readonly string[]> {
  const { readdir } = await import('node:fs/promises');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`);
}

const uploads = () => filesUnder(`${host.dataFolder}/blobs/uploads`);

function parseEvents(text: string): readonly { readonly event: string; readonly data: unknown }[] {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [event = '', data = ''] = block.split('\n');
      return { event: event.slice('event: '.length), data: JSON.parse(data.slice('data: '.length)) };
    });
}
