import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

/**
 * Stores of released versions, in `released/`: for each version its files, and their contents as lines of an archive.
 * Each release adds one.
 */
export const releasedVersions = ['0.1.0'] as const;

export type ReleasedVersion = (typeof releasedVersions)[number];

const place = (name: string): string => fileURLToPath(new URL(`./released/${name}`, import.meta.url));

/** Copies the file of a store into a data folder. Returns its path. */
export async function layReleased(
  version: ReleasedVersion,
  store: 'sqlite' | 'lowdb',
  folder: string,
): Promise<string> {
  if (store === 'lowdb') {
    const file = join(folder, 'chronoscribe.json');
    await copyFile(place(`${version}.json`), file);
    return file;
  }
  const file = join(folder, 'chronoscribe.db');
  const database = new DatabaseSync(file);
  database.exec(await readFile(place(`${version}.sql`), 'utf8'));
  database.close();
  return file;
}

/** The contents of the store, as `Archive.entries` gives them, one entry on a line. */
export async function releasedEntries(version: ReleasedVersion): Promise<readonly string[]> {
  return (await readFile(place(`${version}.ndjson`), 'utf8')).trimEnd().split('\n');
}
