import { type Provider, Store } from 'chronoscribe';
import { startProvider } from 'chronoscribe/testing';
import { describe, expect, test } from 'vitest';
import { events } from './contract/fixture.ts';
import lowdb from './lowdb/index.ts';
import postgres from './postgres/index.ts';
import { sharedDatabase } from './postgres/testing/database.ts';
import sqlite from './sqlite/index.ts';

const shared = sharedDatabase();
let stores = 0;

/** Starts an empty store. */
function start(provider: Provider) {
  stores += 1;
  return startProvider(Store, provider, provider === postgres ? { with: shared().settings(`${stores}`) } : {});
}

describe.each([sqlite, lowdb, postgres])('inside a transaction of the store $name', (provider) => {
  test('the store itself is refused, instead of waiting for itself for ever or missing its own changes', async () => {
    const { instance: store, stop } = await start(provider);
    await store.prepare(events);
    const document = { id: 'x', account: 'a' };
    const refused = /Use the documents that the transaction was given/;
    await store.transaction(async () => {
      await expect(store.put(events, document)).rejects.toThrow(refused);
      await expect(store.get(events, 'x')).rejects.toThrow(refused);
      await expect(store.next('x')).rejects.toThrow(refused);
      await expect(store.prepare(events)).rejects.toThrow(refused);
      await expect(store.transaction(async () => undefined)).rejects.toThrow(refused);
    });
    await stop();
  });

  test('another store can be used, and this one again by what goes on after it', async () => {
    const { instance: store, stop } = await start(provider);
    const other = await start(provider);
    await store.prepare(events);
    await other.instance.prepare(events);
    const ended = Promise.withResolvers<void>();
    let later: Promise<void> | undefined;
    await store.transaction(async () => {
      await other.instance.put(events, { id: 'x', account: 'a' });
      later = ended.promise.then(() => store.put(events, { id: 'y', account: 'a' }));
    });
    ended.resolve();
    await later;
    expect(await store.get(events, 'y')).toEqual({ id: 'y', account: 'a' });
    await other.stop();
    await stop();
  });
});

test.each([sqlite, lowdb])(
  'the store $name begins transactions and single changes in the order of asking',
  async (provider) => {
    const { instance: store, stop } = await start(provider);
    const asked = Array.from({ length: 300 }, (_, at) =>
      at % 3 === 0 ? store.next('visits') : store.transaction((inside) => inside.next('visits')),
    );
    expect(await Promise.all(asked)).toEqual(asked.map((_, at) => at + 1));
    await stop();
  },
);
