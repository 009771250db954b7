import { defineCollection, definePlugin, Store } from 'chronoscribe';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { openAnchorRepository } from './anchors.ts';
import anchors from './index.ts';
import { Anchors } from './kind.ts';

let host: TestHost;
let key: string;
let store: Store;
let provided: Anchors;

const borrower = definePlugin({
  name: 'borrower',
  auth: 'time',
  needs: { store: Store, anchors: Anchors },
  start({ needs }) {
    store = needs.store;
    provided = needs.anchors;
    return {};
  },
  routes: () => [],
});

beforeAll(async () => {
  host = await testHost({ plugins: [anchors, borrower] });
});

afterAll(() => host.stop());

beforeEach(async () => {
  ({ key } = await host.newAccount());
});

const call = (method: string, path: string, json?: unknown) => host.call(method, path, { json, key });

const AnchorSet = z.object({ anchor_id: z.string(), status: z.string() });
const AnchorList = z.object({ anchors: z.array(z.object({ anchor_id: z.string() }).loose()) });

async function setAnchor(timestamp: string, description: string): Promise<string> {
  const { json } = await call('POST', '/v1/set-anchor', { timestamp, description });
  return AnchorSet.parse(json).anchor_id;
}

async function listAnchors() {
  return AnchorList.parse((await call('GET', '/v1/list-anchors')).json).anchors;
}

/** The answers of requests with an `Idempotency-Key` as the host keeps them, as far as they matter here. */
const claims = defineCollection({
  name: 'idempotency',
  schema: z.looseObject({ id: z.string(), answer: z.string().nullable() }),
  indexes: [],
});

/** Leaves what a process leaves that dies when the work is done and the answer is not kept yet. */
async function forgetAnswers(): Promise<void> {
  const { items } = await store.find(claims, {});
  for (const claim of items) await store.put(claims, { ...claim, answer: null });
}

describe('setting an anchor', () => {
  it('answers with its id, and the list shows it', async () => {
    const { status, json } = await call('POST', '/v1/set-anchor', {
      timestamp: '2025-03-01T09:30:00.5+01:00',
      description: 'Before the change',
    });
    expect(status).toBe(200);
    expect(json).toEqual({ anchor_id: expect.stringMatching(/^anc_/), status: 'Anchor set' });
    expect(await listAnchors()).toEqual([
      {
        anchor_id: AnchorSet.parse(json).anchor_id,
        timestamp: '2025-03-01T08:30:00Z',
        description: 'Before the change',
        locked: false,
      },
    ]);
  });

  it('can lock it', async () => {
    await call('POST', '/v1/set-anchor', { timestamp: '2025-03-01T08:30:00Z', description: 'Fixed', locked: true });
    expect(await listAnchors()).toMatchObject([{ locked: true }]);
  });

  it('makes no second one where the process died before it could answer and the request is sent again', async () => {
    const send = (description: string, idempotencyKey: string) =>
      host.call('POST', '/v1/set-anchor', {
        json: { timestamp: '2025-03-01T08:30:00Z', description },
        headers: { 'idempotency-key': idempotencyKey },
        key,
      });
    const first = await send('Before the change', 'anchor-1');
    await send('Another', 'anchor-2');
    const listed = await listAnchors();
    await forgetAnswers();
    const second = await send('Before the change', 'anchor-1');
    expect([second.json, second.headers.get('idempotency-replayed')]).toEqual([first.json, null]);
    expect(listed).toHaveLength(2);
    expect(await listAnchors()).toEqual(listed);
  });

  test.each([
    [{ timestamp: '2025-02-30T00:00:00Z', description: 'a' }, 'invalid-timestamp', ['/timestamp']],
    [{ timestamp: '9999-12-31T23:59:59-01:00', description: 'a' }, 'time-out-of-range', ['/timestamp']],
    [{ timestamp: '2025-03-01T08:30:00Z' }, 'invalid-request', ['/description']],
    [{}, 'invalid-request', ['/timestamp', '/description']],
    [
      { timestamp: '2025-03-01T08:30:00Z', description: null, locked: 'yes' },
      'invalid-request',
      ['/description', '/locked'],
    ],
  ])('%j is refused as %s', async (body, slug, pointers) => {
    const { status, json } = await call('POST', '/v1/set-anchor', body);
    expect(status).toBe(422);
    expect(json).toMatchObject({
      type: `urn:chronoscribe:problem:${slug}`,
      errors: pointers.map((pointer) => ({ pointer })),
    });
    expect(await listAnchors()).toEqual([]);
  });
});

describe('listing anchors', () => {
  it('is empty before any was set', async () => {
    const { status, json } = await call('GET', '/v1/list-anchors');
    expect(status).toBe(200);
    expect(json).toEqual({ anchors: [] });
  });

  it('goes by the order of creation, not by the time that is anchored', async () => {
    const ids = [
      await setAnchor('2025-03-01T00:00:00Z', 'first'),
      await setAnchor('1999-01-01T00:00:00Z', 'second'),
      await setAnchor('2525-01-01T00:00:00Z', 'third'),
    ];
    expect((await listAnchors()).map(({ anchor_id }) => anchor_id)).toEqual(ids);
  });

  it('gives pages, each of which leads to the next', async () => {
    const ids = [];
    for (const name of ['first', 'second', 'third']) ids.push(await setAnchor('2025-03-01T00:00:00Z', name));
    const page = async (query: string) => {
      const Page = z.object({
        anchors: z.array(z.object({ anchor_id: z.string() })),
        next_cursor: z.string().optional(),
      });
      const { anchors, next_cursor } = Page.parse((await call('GET', `/v1/list-anchors?limit=2${query}`)).json);
      return { ids: anchors.map(({ anchor_id }) => anchor_id), next: next_cursor };
    };
    const first = await page('');
    const last = await page(`&cursor=${first.next}`);
    expect([first.ids, last]).toEqual([ids.slice(0, 2), { ids: ids.slice(2), next: undefined }]);
    const other = await host.newAccount();
    for (const [cursor, by] of [
      ['of-something-else', key],
      [first.next ?? '', other.key],
    ] as const) {
      const { status, json } = await host.call('GET', `/v1/list-anchors?cursor=${cursor}`, { key: by });
      expect(status).toBe(422);
      expect(json).toMatchObject({ type: 'urn:chronoscribe:problem:invalid-cursor' });
    }
  });

  it('gives other plugins the same, to the millisecond', async () => {
    const { account, key: theirs } = await host.newAccount();
    for (const [timestamp, description, locked] of [
      ['1970-01-01T00:00:00.007Z', 'first', true],
      ['1969-12-31T23:59:59Z', 'second', false],
    ]) {
      await host.call('POST', '/v1/set-anchor', { json: { timestamp, description, locked }, key: theirs });
    }
    expect(await provided.list(account)).toMatchObject([
      { anchor_id: expect.stringMatching(/^anc_/), timestamp: 7, description: 'first', locked: true },
      { anchor_id: expect.stringMatching(/^anc_/), timestamp: -1000, description: 'second', locked: false },
    ]);
  });

  it('names every one of more than the store gives at once', async () => {
    const { account, key: busyKey } = await host.newAccount();
    const opened = await openAnchorRepository(store);
    const numbers = Array.from({ length: 2001 }, (_, index) => index);
    for (const number of numbers) {
      await opened.set(account, String(number), { timestamp: 0, description: String(number), locked: false });
    }
    const { json } = await host.call('GET', '/v1/list-anchors', { key: busyKey });
    expect(AnchorList.parse(json).anchors.map(({ description }) => description)).toEqual(numbers.map(String));
  });
});

describe('returning to an anchor', () => {
  it('means the very millisecond, though whole seconds are written', async () => {
    const { account } = await host.newAccount();
    const opened = await openAnchorRepository(store);
    const { anchor_id } = await opened.set(account, 'moon', {
      timestamp: -12_345_678_901,
      description: '',
      locked: false,
    });
    expect((await opened.get(account, anchor_id)).timestamp).toBe(-12_345_678_901);
  });

  it('sets a running clock to its moment, and it runs on', async () => {
    const anchor_id = await setAnchor('1969-07-20T20:17:40Z', 'Landing');
    const { status, json } = await call('POST', '/v1/return', { anchor_id });
    expect(status).toBe(200);
    expect(json).toEqual({ status: 'Return successful', current_time: '1969-07-20T20:17:40Z' });
    expect((await call('GET', '/v1/current-time')).json).toMatchObject({ state: 'running' });
  });

  it('keeps a paused clock paused and in its place', async () => {
    await call('POST', '/v1/pause-time');
    await call('POST', '/v1/travel', { destination_time: '2025-03-01T08:30:00Z', location: 'Rome' });
    const anchor_id = await setAnchor('1969-07-20T20:17:39.999Z', 'Landing');
    await call('POST', '/v1/return', { anchor_id });
    expect((await call('GET', '/v1/current-time')).json).toMatchObject({
      current_time: '1969-07-20T20:17:39Z',
      state: 'paused',
      location: 'Rome',
    });
  });

  it('can be done again and again', async () => {
    const anchor_id = await setAnchor('1969-07-20T20:17:40Z', 'Landing');
    await call('POST', '/v1/pause-time');
    for (const _ of [1, 2]) {
      await call('POST', '/v1/fast-forward', { duration: '1d' });
      expect((await call('POST', '/v1/return', { anchor_id })).json).toMatchObject({
        current_time: '1969-07-20T20:17:40Z',
      });
    }
  });
});

describe('deleting an anchor', () => {
  it('takes it off the list and leaves the others', async () => {
    const [first, second, third] = [
      await setAnchor('2025-03-01T00:00:00Z', 'first'),
      await setAnchor('2025-03-01T00:00:00Z', 'second'),
      await setAnchor('2025-03-01T00:00:00Z', 'third'),
    ];
    const { status, json } = await call('DELETE', '/v1/delete-anchor', { anchor_id: second });
    expect(status).toBe(200);
    expect(json).toEqual({ status: 'Anchor deleted' });
    expect((await listAnchors()).map(({ anchor_id }) => anchor_id)).toEqual([first, third]);
  });

  it('needs force for a locked one', async () => {
    const locked = { timestamp: '2025-03-01T00:00:00Z', description: 'Signed', locked: true };
    const { anchor_id } = z
      .looseObject({ anchor_id: z.string() })
      .parse((await call('POST', '/v1/set-anchor', locked)).json);
    const refused = await call('DELETE', '/v1/delete-anchor', { anchor_id });
    expect([refused.status, refused.json]).toMatchObject([409, { type: 'urn:chronoscribe:problem:anchor-locked' }]);
    expect(await listAnchors()).toHaveLength(1);
    expect((await call('DELETE', `/v1/delete-anchor?anchor_id=${anchor_id}&force=true`)).status).toBe(200);
    expect(await listAnchors()).toEqual([]);
  });

  it('takes the id from the query string too', async () => {
    const anchor_id = await setAnchor('2025-03-01T00:00:00Z', 'first');
    expect((await call('DELETE', `/v1/delete-anchor?anchor_id=${anchor_id}`)).status).toBe(200);
    expect(await listAnchors()).toEqual([]);
  });

  it('does not move the clock that had returned to it', async () => {
    const anchor_id = await setAnchor('1969-07-20T20:17:40Z', 'Landing');
    await call('POST', '/v1/pause-time');
    await call('POST', '/v1/return', { anchor_id });
    await call('DELETE', '/v1/delete-anchor', { anchor_id });
    expect((await call('GET', '/v1/current-time')).json).toMatchObject({ current_time: '1969-07-20T20:17:40Z' });
  });
});

describe('an anchor that does not exist', () => {
  const endpoints = [
    ['POST', '/v1/return'],
    ['DELETE', '/v1/delete-anchor'],
  ] as const;

  test.each(endpoints)('%s %s answers 404', async (method, path) => {
    const gone = await setAnchor('2025-03-01T00:00:00Z', 'gone');
    await call('DELETE', '/v1/delete-anchor', { anchor_id: gone });
    for (const anchor_id of [gone, '', 'nonsense', '../clocks/default', 'x'.repeat(5000)]) {
      const { status, json } = await call(method, path, { anchor_id });
      expect(status).toBe(404);
      expect(json).toMatchObject({ type: 'urn:chronoscribe:problem:anchor-not-found', status: 404 });
    }
  });

  test.each(endpoints)("%s %s answers the same for another account's anchor, which stays", async (method, path) => {
    const anchor_id = await setAnchor('2025-03-01T00:00:00Z', 'mine');
    const other = await host.newAccount();
    const foreign = await host.call(method, path, { json: { anchor_id }, key: other.key });
    const unknown = await host.call(method, path, { json: { anchor_id: 'anc_unknown' }, key: other.key });
    expect(foreign.status).toBe(404);
    expect(withoutRequestId(foreign.json)).toEqual(withoutRequestId(unknown.json));
    expect((await host.call('GET', '/v1/list-anchors', { key: other.key })).json).toEqual({ anchors: [] });
    expect(await listAnchors()).toMatchObject([{ anchor_id }]);
  });

  test.each(endpoints)('%s %s asks for an id where none is given', async (method, path) => {
    const { status, json } = await call(method, path, {});
    expect(status).toBe(422);
    expect(json).toMatchObject({
      type: 'urn:chronoscribe:problem:invalid-request',
      errors: [{ pointer: '/anchor_id' }],
    });
  });
});

function withoutRequestId(problem: unknown): unknown {
  return z.object({ type: z.string(), title: z.string(), status: z.number(), detail: z.string() }).parse(problem);
}
