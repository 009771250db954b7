import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from 'chronoscribe/testing';
import { expect, onTestFinished, test } from 'vitest';
import { entry } from '../contract/journal/entry.ts';
import { openSqlite } from './open.ts';
import { sqliteStore } from './store.ts';

/* A bulk of several transactions. */

const account = 'ann';
const many = Array.from({ length: 12_000 }, (_, at) => entry(`e${at}`, { time: at }));
const batches = [0, 1, 2, 3].map((at) => many.slice(at * 3_000, (at + 1) * 3_000));

async function opened() {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'store.db');
  const store = await sqliteStore(file, await openSqlite(file));
  /** Another connection to the file. */
  const outside = new DatabaseSync(file);
  onTestFinished(async () => {
    outside.close();
    await store.stop();
    await folder.remove();
  });
  return { store, outside };
}

test('of which an event cannot be written says why and leaves nothing, and the next one is written', async () => {
  const { store, outside } = await opened();
  outside.exec(`
    create trigger refusal before insert on journal_revision when new.seq = 10000
    begin select raise(abort, 'there is no room for it'); end`);
  const append = () =>
    store.journal.bulk(account, async (writes) => {
      for (const batch of batches) await writes.append(batch);
    });
  await expect(append()).rejects.toThrow('there is no room for it');
  expect(outside.prepare('select count(*) as count from journal_revision').get()).toEqual({ count: 0 });
  expect(outside.prepare('select count(*) as count from journal_word').get()).toEqual({ count: 0 });

  outside.exec('drop trigger refusal');
  await append();
  expect(await store.journal.taken(account, ['e0', 'e11999', 'e12000'])).toEqual(['e0', 'e11999']);
});

test('lets others change things between its pieces, and its own account once it is done', async () => {
  const { store } = await opened();
  const order: string[] = [];
  const bulk = store.journal.bulk(account, async (writes) => {
    for (const batch of batches) {
      await writes.append(batch);
      await store.journal.transaction('bob', (bob) => bob.append([entry(`of bob ${order.length}`)]));
      order.push('bob');
    }
  });
  const change = store.journal
    .transaction(account, (writes) => writes.append([entry('later')]))
    .then(() => order.push('ann'));
  await Promise.all([bulk, change]);
  expect(order).toEqual(['bob', 'bob', 'bob', 'bob', 'ann']);
});

test('that is given up half-way leaves nothing', async () => {
  const { store, outside } = await opened();
  const bulk = store.journal.bulk(account, async (writes) => {
    for (const batch of batches) await writes.append(batch);
    throw new Error('given up');
  });
  await expect(bulk).rejects.toThrow('given up');
  expect(outside.prepare('select count(*) as count from journal_revision').get()).toEqual({ count: 0 });
});
