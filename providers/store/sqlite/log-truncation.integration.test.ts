import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Store } from 'chronoscribe';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { events } from '../contract/fixture.ts';
import sqlite from './index.ts';
import { openSnapshot } from './journal-snapshot.ts';

const patiently = { timeout: 30_000, interval: 20 };
let folder: string;

beforeEach(async () => {
  const made = await temporaryFolder();
  onTestFinished(made.remove);
  folder = made.path;
});

const start = async (dataFolder: string) => {
  const started = await startProvider(Store, sqlite, { dataFolder });
  onTestFinished(started.stop);
  await started.instance.prepare(events);
  return { ...started, store: started.instance };
};

/** The files that hold the text, be it as the remains of something deleted. */
const filesWith = async (text: string, place = folder) => {
  const names = await readdir(place);
  const found = await Promise.all(names.map(async (name) => (await readFile(join(place, name))).includes(text)));
  return names.filter((_, at) => found[at]);
};

/** Another process that reads, and goes on seeing what was there at its beginning. */
const startBackup = () => {
  const database = new DatabaseSync(join(folder, 'chronoscribe.db'));
  onTestFinished(() => database.close());
  database.exec('begin; select * from documents_contract_events');
  return { end: () => database.exec('commit') };
};

describe('what was deleted or replaced', () => {
  test('is soon in none of the files, while the store goes on', async () => {
    const { store } = await start(folder);
    await store.put(events, { id: 'gone', account: 'a', place: 'a-place-that-goes' });
    await store.put(events, { id: 'changed', account: 'a', place: 'a-place-before' });
    await store.delete(events, 'gone');
    await store.put(events, { id: 'changed', account: 'a', place: 'a-place-after' });
    await vi.waitFor(async () => {
      expect(await filesWith('a-place-that-goes')).toEqual([]);
      expect(await filesWith('a-place-before')).toEqual([]);
      expect(await filesWith('a-place-after')).toEqual(['chronoscribe.db']);
    }, patiently);
  });

  test('is soon in none of the files while others are written all the time', async () => {
    const { store } = await start(folder);
    const until = performance.now() + 4_000;
    for (let at = 0; performance.now() < until; at += 1) {
      await store.put(events, { id: 'gone', account: 'a', place: `a-place-that-goes-${at}` });
      await store.delete(events, 'gone');
      // Some of the last ones come while the log is being truncated.
      if (at % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 7));
    }
    await vi.waitFor(async () => expect(await filesWith('a-place-that-goes')).toEqual([]), patiently);
  });

  test('leaves no log behind once the store has stopped', async () => {
    const { store, stop } = await start(folder);
    await store.put(events, { id: 'kept', account: 'a', place: 'a-place' });
    await vi.waitFor(async () => expect(await filesWith('a-place')).toEqual(['chronoscribe.db']), patiently);
    await store.put(events, { id: 'last', account: 'a', place: 'the-last-place' });
    await stop();
    expect((await readdir(folder)).filter((name) => name.startsWith('chronoscribe.db'))).toEqual(['chronoscribe.db']);
    expect(await filesWith('the-last-place')).toEqual(['chronoscribe.db']);
  });

  test('is soon in none of the files after a crash that came first', async () => {
    const { store } = await start(folder);
    // Keeps the log as it is for as long as it takes to copy it.
    startBackup();
    await store.put(events, { id: 'gone', account: 'a', place: 'a-place-that-goes' });
    await store.delete(events, 'gone');
    // What a process that is killed now leaves.
    const crashed = join(folder, 'crashed');
    await mkdir(crashed);
    for (const name of ['chronoscribe.db', 'chronoscribe.db-wal'])
      await copyFile(join(folder, name), join(crashed, name));
    expect(await filesWith('a-place-that-goes', crashed)).toEqual(['chronoscribe.db-wal']);
    const { stop } = await startProvider(Store, sqlite, { dataFolder: crashed });
    onTestFinished(stop);
    await vi.waitFor(async () => expect(await filesWith('a-place-that-goes', crashed)).toEqual([]), patiently);
  });

  test('stays while the host itself reads what was before, which the health does not lay to another program', async () => {
    const { store, health } = await start(folder);
    await store.put(events, { id: 'gone', account: 'a', place: 'a-place-that-goes' });
    // As a check in a thread reads it.
    const snapshot = await openSnapshot({ file: join(folder, 'chronoscribe.db'), account: 'a', lineage: [] });
    onTestFinished(() => snapshot.close());
    await snapshot.eventIds([]);
    await store.delete(events, 'gone');
    await vi.waitFor(
      async () =>
        expect(await health()).toMatchObject({ detail: expect.stringContaining('a long check of this host') }),
      patiently,
    );
  });

  test('stays while another process reads what was before, which the health says, and not longer', async () => {
    const { store, health } = await start(folder);
    await store.put(events, { id: 'gone', account: 'a', place: 'a-place-that-goes' });
    const backup = startBackup();
    await store.delete(events, 'gone');
    await vi.waitFor(
      async () =>
        expect(await health()).toEqual({
          status: 'degraded',
          detail: expect.stringContaining('chronoscribe.db-wal may hold text that was deleted'),
          hint: expect.stringContaining('close other programs'),
        }),
      patiently,
    );
    backup.end();
    await vi.waitFor(async () => expect(await filesWith('a-place-that-goes')).toEqual([]), patiently);
    await vi.waitFor(async () => expect(await health()).toMatchObject({ status: 'ok' }), patiently);
  });
});
