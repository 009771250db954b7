import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Problem, Store } from 'chronoscribe';
import { startProvider, temporaryFolder } from 'chronoscribe/testing';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { events } from '../contract/fixture.ts';
import { explainSqliteError } from '../sql/sqlite-connection.ts';
import { writeAndKill } from '../testing/crash.ts';
import sqlite from './index.ts';

const module = new URL('./index.ts', import.meta.url).href;
let folder: string;
let file: string;

beforeEach(async () => {
  const made = await temporaryFolder();
  onTestFinished(made.remove);
  folder = made.path;
  file = join(folder, 'chronoscribe.db');
});

const start = (settings: object = {}) => startProvider(Store, sqlite, { dataFolder: folder, with: settings });

/** Makes a store with some pages of documents, and stops it. */
async function makeStore(): Promise<void> {
  const { instance: store, stop } = await start();
  await store.prepare(events);
  for (let at = 0; at < 200; at += 1)
    await store.put(events, { id: `${at}`, account: 'a', detail: randomBytes(500).toString('hex') });
  await stop();
}

describe('the file of the SQLite store', () => {
  test('is in the data folder, or where the setting says, in a folder that is made if need be', async () => {
    await (await start()).stop();
    await (await start({ file: 'deep/er/own.db' })).stop();
    await (await start({ file: join(folder, 'absolute.db') })).stop();
    expect(await readdir(folder, { recursive: true })).toEqual(
      expect.arrayContaining(['chronoscribe.db', 'deep/er/own.db', 'absolute.db']),
    );
  });

  test('can be read by its owner alone, and so can the files beside it', async () => {
    const { instance: store, stop } = await start();
    await store.prepare(events);
    const names = await readdir(folder);
    expect(names.toSorted()).toEqual(['chronoscribe.db', 'chronoscribe.db-shm', 'chronoscribe.db-wal']);
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    await stop();
  });

  test('holds nothing any more of what was deleted, once the store has stopped', async () => {
    const { instance: store, stop } = await start();
    await store.prepare(events);
    await store.put(events, { id: 'kept', account: 'a', place: 'a-place-that-stays' });
    await store.put(events, { id: 'gone', account: 'a', place: 'a-place-that-goes' });
    await store.delete(events, 'gone');
    await stop();
    expect(await readdir(folder)).toEqual(['chronoscribe.db']);
    const bytes = await readFile(file, 'latin1');
    expect(bytes).toContain('a-place-that-stays');
    expect(bytes).not.toContain('a-place-that-goes');
  });

  test('a file that is not a database is refused by name and left alone', async () => {
    await writeFile(file, 'This is a letter, and no database at all.'.repeat(100));
    const before = await readFile(file);
    await expect(start()).rejects.toThrow(
      `${file}: file is not a database. It is not a SQLite database. Name another file`,
    );
    expect(await readFile(file)).toEqual(before);
  });

  test('the database of another program is refused by name and left alone', async () => {
    const other = new DatabaseSync(file);
    other.exec('create table songs (title text)');
    other.close();
    const before = await readFile(file);
    await expect(start()).rejects.toThrow(`${file} is the database of another program. Name a file of its own`);
    expect(await readFile(file)).toEqual(before);
  });

  test('a file that a newer version wrote is refused by name', async () => {
    await makeStore();
    const database = new DatabaseSync(file);
    database.exec(`insert into chronoscribe_migration values ('0099-flying-cars', '2031-01-01T00:00:00.000Z')`);
    database.close();
    await expect(start()).rejects.toThrow(
      /chronoscribe\.db was written by a newer version .*"0099-flying-cars".* Run that version/,
    );
  });

  test('a file that was cut short is refused by name', async () => {
    await makeStore();
    await truncate(file, (await stat(file)).size - 40_000);
    const before = await readFile(file);
    await expect(start()).rejects.toThrow(/chronoscribe\.db.*restore the last backup: chronoscribe import FILE/);
    expect(await readFile(file)).toEqual(before);
  });

  test('a file with overwritten pages is refused by name', async () => {
    await makeStore();
    const handle = await open(file, 'r+');
    for (let page = 8; page < 20; page += 1) await handle.write(randomBytes(4096), 0, 4096, page * 4096);
    await handle.close();
    const before = await readFile(file);
    await expect(start()).rejects.toThrow(/chronoscribe\.db.*restore the last backup: chronoscribe import FILE/);
    expect(await readFile(file)).toEqual(before);
  });

  test('a folder in its place is refused by name', async () => {
    await mkdir(file);
    await expect(start()).rejects.toThrow(/chronoscribe\.db: .* See that its folder exists, that it is a file/);
  });

  test('a store that could not be opened holds nothing open: it opens once that is mended', async () => {
    await writeFile(file, 'no database '.repeat(100));
    await expect(start()).rejects.toThrow(file);
    await rm(file);
    await makeStore();
    const { instance: store, stop } = await start();
    await store.prepare(events);
    expect((await store.find(events, {})).items).toHaveLength(200);
    await stop();
  });

  test('two processes may begin it and write to it at once, and neither loses anything', async () => {
    const printed = await Promise.all([writeAndKill(module, folder), writeAndKill(module, folder)]);
    const numbers = printed.flat();
    expect(new Set(numbers).size).toBe(numbers.length);
    await expect(start().then(({ stop }) => stop())).resolves.toBeUndefined();
  });

  test('waits for whoever begins with the new file at the same time', async () => {
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    const starting = start();
    setTimeout(() => other.exec('rollback'), 200);
    const { stop } = await starting;
    await stop();
  });

  test('a full disk is told as such, all the way to the caller', () => {
    const database = new DatabaseSync(file);
    onTestFinished(() => database.close());
    database.exec('create table t (body text); pragma max_page_count = 3');
    const write = () => database.prepare('insert into t values (?)').run('x'.repeat(100_000));
    let thrown: unknown;
    try {
      write();
    } catch (full) {
      thrown = explainSqliteError(file, full);
    }
    expect(thrown).toMatchObject({ message: expect.stringContaining(`${file}: `) });
    expect(thrown).toMatchObject({ message: expect.stringContaining('Free some space.') });
    expect(Problem.of(thrown).code).toBe('insufficient-storage');
  });
});

describe('the health of the SQLite store', () => {
  test('is ok with path and size', async () => {
    const { health, stop } = await start();
    expect(await health()).toEqual({ status: 'ok', detail: expect.stringMatching(/chronoscribe\.db, \d+\.\d MB$/) });
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    await stop();
  });

  test('is failed, with what to do, when its folder is gone', async () => {
    const { health, stop } = await start({ file: 'own/store.db' });
    await rename(join(folder, 'own'), join(folder, 'moved'));
    expect(await health()).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('store.db'),
      hint: expect.any(String),
    });
    await stop();
  });

  test('is failed when another file was put in its place', async () => {
    const { health, stop } = await start();
    await rename(file, join(folder, 'old.db'));
    await writeFile(file, '');
    expect(await health()).toMatchObject({ status: 'failed', detail: expect.stringContaining('replaced') });
    await stop();
  });
});
