import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from 'chronoscribe/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type MovableOpener, type MovableStore, revisionsGoOn } from './contract/archive.ts';
import lowdb from './lowdb/index.ts';
import sqlite from './sqlite/index.ts';
import { openSqlite } from './sqlite/open.ts';
import { sqliteStore } from './sqlite/store.ts';
import { laterMigrations } from './testing/later-migrations.ts';
import { movable } from './testing/movable.ts';
import { layReleased, releasedEntries, releasedVersions } from './testing/released.ts';

const opener = fileURLToPath(new URL('./testing/later-migrations.ts', import.meta.url));
const kills = 8;

/** The first migration that the oldest version lacks: a database is copied before it. */
const lacking = '0003-journal-time';

const emptyFolder = async (): Promise<string> => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  return folder.path;
};

const linesOf = async ({ archive }: Pick<MovableStore, 'archive'>): Promise<readonly string[]> =>
  (await Array.fromAsync(archive.entries())).map((entry) => JSON.stringify(entry));

/** What a folder holds, looked at with a store that is closed again. */
async function held(open: MovableOpener, folder: string): Promise<readonly string[]> {
  const opened = await open(folder);
  return linesOf(opened).finally(() => opened.stop());
}

describe.each(releasedVersions)('what version %s kept', (version) => {
  test.each([sqlite, lowdb])('is all there in the store $name of today, which goes on from it', async (provider) => {
    const folder = await emptyFolder();
    await layReleased(version, provider === sqlite ? 'sqlite' : 'lowdb', folder);
    const opened = await movable(provider)(folder);
    onTestFinished(() => opened.stop());
    expect(await linesOf(opened)).toEqual(await releasedEntries(version));
    await revisionsGoOn(opened);
  });

  test('is kept as it was beside a JSON file whose format changes, for its owner alone', async () => {
    const folder = await emptyFolder();
    const file = await layReleased(version, 'lowdb', folder);
    const before = await readFile(file, 'utf8');
    const { store, stop } = await movable(lowdb)(folder);
    await store.next('visits');
    await stop();
    expect(await readFile(file, 'utf8')).toContain('"format": 2');
    expect(await readFile(`${file}.before-format-2`, 'utf8')).toBe(before);
    expect((await stat(`${file}.before-format-2`)).mode & 0o777).toBe(0o600);
  });

  test('is copied whole before a database is changed, for its owner alone, once', async () => {
    const folder = await emptyFolder();
    const file = await layReleased(version, 'sqlite', folder);
    const copy = `${file}.before-${lacking}`;
    await (await openLater(file)).stop();
    expect((await stat(copy)).mode & 0o777).toBe(0o600);
    expect(await contentOf(copy)).toEqual(await releasedEntries(version));
    const made = await stat(copy);
    const again = await openLater(file);
    expect(await linesOf(again)).toEqual(await releasedEntries(version));
    await again.stop();
    expect((await stat(copy)).mtimeMs).toBe(made.mtimeMs);
  });

  test('is not changed if no backup of it can be written', async () => {
    const folder = await emptyFolder();
    const file = await layReleased(version, 'sqlite', folder);
    const copy = `${file}.before-${lacking}`;
    await mkdir(join(copy, 'in the way'), { recursive: true });
    await expect(openLater(file)).rejects.toThrow(
      /chronoscribe\.db needs the migration "0003-journal-time", and the backup before it failed, so nothing was changed/,
    );
    await rm(copy, { recursive: true });
    expect(await held(movable(sqlite), folder)).toEqual(await releasedEntries(version));
  });

  test('survives kills while a database is backed up and migrated', async () => {
    const folder = await emptyFolder();
    const file = await layReleased(version, 'sqlite', folder);
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
    const later = await openLater(file);
    onTestFinished(() => later.stop());
    expect(await linesOf(later)).toEqual(await releasedEntries(version));
    expect(await contentOf(`${file}.before-${lacking}`)).toEqual(await releasedEntries(version));
  });
});

/** As a version will that has changes of its own. */
async function openLater(file: string): Promise<Awaited<ReturnType<typeof sqliteStore>>> {
  return sqliteStore(file, await openSqlite(file, laterMigrations));
}

async function contentOf(file: string): Promise<readonly string[]> {
  const store = await sqliteStore(file, await openSqlite(file));
  return linesOf(store).finally(() => store.stop());
}
