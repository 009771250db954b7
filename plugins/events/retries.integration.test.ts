import { defineCollection, definePlugin, Store } from 'chronoscribe';
import { type TestHost, testHost } from 'chronoscribe/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type LedgerClient, ledgerClient, problemOf } from '../timelines/testing/ledger-client.ts';

/** What a request finds that is tried again after the host died between its effect and its recorded answer. */
let host: TestHost;
let ledger: LedgerClient;
let store: Store;

const storeBorrower = definePlugin({
  name: 'store-borrower',
  auth: 'time',
  needs: { store: Store },
  start({ needs }) {
    store = needs.store;
    return {};
  },
  routes: () => [],
});

beforeAll(async () => {
  host = await testHost({ plugins: [storeBorrower] });
});
afterAll(() => host.stop());
beforeEach(async () => {
  ledger = await ledgerClient(host);
});

/** The answers of requests with an `Idempotency-Key` as the host keeps them, as far as they matter here. */
const claims = defineCollection({
  name: 'idempotency',
  schema: z.looseObject({ id: z.string(), answer: z.string().nullable() }),
  indexes: [],
});

/** Sends a request, loses the answer that was kept of it, and sends it again. @returns both answers */
async function twice(path: string, body: object) {
  const send = () => ledger.call('POST', path, body, { 'idempotency-key': 'the-same' });
  const first = await send();
  const { items } = await store.find(claims, {});
  for (const claim of items) await store.put(claims, { ...claim, answer: null });
  const second = await send();
  expect(second.headers.get('idempotency-replayed')).toBeNull();
  return [first, second] as const;
}

const event = { description: 'Once', time: '2025-03-01T12:00:00Z', location: 'Berlin' };

test.each([
  ['the id that it is given', event],
  ['an id of its own', { ...event, event_id: 'mine' }],
])('an event with %s is recorded once', async (_whose, body) => {
  const [first, second] = await twice('/v1/record-event', body);
  expect([second.status, second.json]).toEqual([201, first.json]);
  expect(await ledger.search()).toHaveLength(1);
  const other = await ledger.call('POST', '/v1/record-event', { ...event, event_id: (await ledger.search())[0] });
  expect(problemOf(other)).toBe('409 event-exists');
});

test('an event is manipulated once', async () => {
  const event_id = await ledger.record(event);
  const outcome = { event_id, new_outcome: { description: 'Otherwise', changes: [] } };
  const [first, second] = await twice('/v1/manipulate-event', outcome);
  expect([second.status, second.json]).toEqual([200, first.json]);
  expect(await ledger.search()).toHaveLength(1);
});

test('a manipulation is reverted once', async () => {
  const event_id = await ledger.manipulate(await ledger.record(event));
  const [first, second] = await twice('/v1/revert-event', { event_id });
  expect([second.status, second.json]).toEqual([200, first.json]);
});

test('a timeline is created once', async () => {
  const [first, second] = await twice('/v1/create-timeline', { base_timeline_id: 'primary', description: 'Once' });
  expect([second.status, second.json]).toEqual([200, first.json]);
  expect((await ledger.call('GET', '/v1/list-timelines')).json).toMatchObject({ timelines: [{}, {}] });
});
