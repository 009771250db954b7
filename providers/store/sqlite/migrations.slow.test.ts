import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from 'chronoscribe/testing';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { OpenStore } from '../open-store.ts';
import { writeAllSorts } from '../testing/contents.ts';
import { laterMigrations } from '../testing/later-migrations.ts';
import { openSqlite } from './open.ts';
import { sqliteStore } from './store.ts';

const opener = fileURLToPath(new URL('../testing/later-migrations.ts', import.meta.url));
const kills = 8;

let file: string;
/** The copy before the first change of the later version. */
let copy: string;
let entries: readonly string[];

const open = async (path: string, known?: typeof laterMigrations): Promise<OpenStore> => {
  const store = await sqliteStore(path, await openSqlite(path, known));
  onTestFinished(() => store.stop());
  return store;
};
const linesOf = async ({ archive }: OpenStore): Promise<readonly string[]> =>
  (await Array.fromAsync(archive.entries())).map((entry) => JSON.stringify(entry));

beforeEach(async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  file = join(folder.path, 'chronoscribe.db');
  copy = `${file}.before-0098-later`;
  const store = await open(file);
  await writeAllSorts({ store, journal: store.journal });
  entries = await linesOf(store);
  await store.stop();
});

test('a database is copied whole before a later version changes it, for its owner alone, once', async () => {
  await (await open(file, laterMigrations)).stop();
  expect((await stat(copy)).mode & 0o777).toBe(0o600);
  expect(await linesOf(await open(copy))).toEqual(entries);
  const made = await stat(copy);
  const again = await open(file, laterMigrations);
  expect(await linesOf(again)).toEqual(entries);
  expect((await stat(copy)).mtimeMs).toBe(made.mtimeMs);
});

test('a database is not changed if no backup of it can be written', async () => {
  await mkdir(join(copy, 'in the way'), { recursive: true });
  await expect(open(file, laterMigrations)).rejects.toThrow(
    /chronoscribe\.db needs the migration "0098-later", and the backup before it failed, so nothing was changed/,
  );
  await rm(copy, { recursive: true });
  expect(await linesOf(await open(file))).toEqual(entries);
});

test('a database survives kills while it is backed up and migrated', async () => {
  for (let kill = 0; kill < kills; kill += 1) {
    const child = spawn(process.execPath, ['--conditions=chronoscribe-source', opener, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const closed = once(child, 'close');
    // It says so when it begins; the copy and the two changes take some milliseconds each.
    await once(child.stdout, 'data');
    setTimeout(() => child.kill('SIGKILL'), kill * 8);
    await closed;
  }
  expect(await linesOf(await open(file, laterMigrations))).toEqual(entries);
  expect(await linesOf(await open(copy))).toEqual(entries);
});
