import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from 'chronoscribe/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { events } from '../contract/fixture.ts';
import { cause, entry } from '../contract/journal/entry.ts';
import type { JournalBulk } from '../journal/kind.ts';
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

  // As little is there if the one who appends does not mind the error.
  const heedless = store.journal.bulk(account, async (writes) => {
    for (const batch of batches) await writes.append(batch).catch(() => undefined);
  });
  await expect(heedless).rejects.toThrow('there is no room for it');
  expect(outside.prepare('select count(*) as count from journal_revision').get()).toEqual({ count: 0 });

  outside.exec('drop trigger refusal');
  await append();
  expect(await store.journal.taken(account, ['e0', 'e11999', 'e12000'])).toEqual(['e0', 'e11999']);
});

test('ends its transaction for each change of others that waits', async () => {
  const { store } = await opened();
  await store.prepare(events);
  let isDone = false;
  const bulk = store.journal.bulk(account, async (writes) => {
    await writes.append(many.slice(0, 3_000));
    isDone = true;
  });
  let changes = 0;
  for (; !isDone; changes += 1) await store.put(events, { id: `${changes}`, account: 'another', place: 'a' });
  await bulk;
  // Of 60 pieces in one transaction.
  expect(changes).toBeGreaterThan(10);
  expect(await store.journal.taken(account, ['e0', 'e2999', 'e3000'])).toEqual(['e0', 'e2999']);
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

describe('whose index rows are added in several goes', () => {
  const named = Array.from({ length: 400 }, (_, at) => cause(`c${at}`));
  const events = Array.from({ length: 1_200 }, (_, at) =>
    entry(`e${at}`, { time: at, place: `p${at % 7}`, causes: named }),
  );
  const append = async (writes: JournalBulk) => {
    for (let at = 0; at < events.length; at += 300) await writes.append(events.slice(at, at + 300));
  };

  test('is found by places and causes as a whole', async () => {
    const { store, outside } = await opened();
    await store.journal.bulk(account, append);
    const view = await store.journal.view(account, 'primary');
    if (view === undefined) throw new Error('There is no timeline.');
    const there = await store.journal.search(view, { place: 'p3', from: 0, to: 2_000, limit: 1_000 });
    expect(there.map(({ time }) => time)).toEqual(events.flatMap(({ place, time }) => (place === 'p3' ? [time] : [])));
    expect(await store.journal.effects(view, ['c399'])).toHaveLength(1_200);
    expect(outside.prepare('select count(*) as count from journal_cause').get()).toEqual({ count: 1_200 * 400 });
  });

  test('leaves none of them if it is given up', async () => {
    const { store, outside } = await opened();
    const bulk = store.journal.bulk(account, async (writes) => {
      await append(writes);
      throw new Error('given up');
    });
    await expect(bulk).rejects.toThrow('given up');
    for (const table of ['journal_revision', 'journal_place', 'journal_cause', 'journal_word'])
      expect(outside.prepare(`select count(*) as count from ${table}`).get()).toEqual({ count: 0 });
  });
});
