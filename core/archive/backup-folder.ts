import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ifThere, makeFolder, writeFileAtomic } from '../files/durable-write.ts';
import { lockFile } from '../files/file-lock.ts';
import type { Manifest } from './format.ts';

/** Where the backups of a host are, unless somebody names another folder. */
export const backupFolder = (data: string): string => join(data, 'backups');

const backupName = /^chronoscribe-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/;

/** The path of a new backup in a folder: its name is the time. */
export function newBackupPath(folder: string): string {
  const time = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return resolve(folder, `chronoscribe-${time}.tar`);
}

/** The backups in a folder that are named by their time, the oldest first; none if there is no such folder. */
export async function listBackups(folder: string) {
  const names = ((await ifThere(readdir(folder))) ?? []).filter((name) => backupName.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const { size, mtimeMs } = await stat(join(folder, name));
      return { name, bytes: size, finishedAt: Math.round(mtimeMs) };
    }),
  );
}

/**
 * Writes a backup, whole or not at all.
 *
 * @param exportTo writes an archive; it may keep temporary copies in the folder
 * @throws Error if another process writes one to the same folder
 */
export async function writeBackup(
  path: string,
  exportTo: (folder: string, write: (bytes: AsyncIterable<Uint8Array>) => Promise<void>) => Promise<Manifest>,
): Promise<Manifest> {
  const folder = dirname(path);
  await makeFolder(folder);
  const release = await lockFile(join(folder, '.backup.lock'));
  if (release === undefined) throw new Error(`Another backup is being written to ${folder}. Wait for its end.`);
  try {
    await deleteUnfinished(folder);
    return await exportTo(folder, (bytes) => writeFileAtomic(path, bytes));
  } finally {
    release();
  }
}

/** Deletes what a killed process left of a backup. */
async function deleteUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/^chronoscribe-.*\.tar\..*\.tmp$/.test(name)) await rm(join(folder, name), { force: true });
  }
}
