import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from 'chronoscribe/files';

/** A folder of this process, on the file system of the blobs, for what is not a blob yet. */
export interface Scratch {
  /** A path that nothing has. */
  path(): string;
  /** Removes the folder with all that is in it. */
  close(): Promise<void>;
}

/**
 * Makes a scratch folder in `home`, and removes those of processes that are dead. Other hosts may share `home`, so a folder's owner
 * counts as alive for as long as it holds the lock beside the folder, which the operating system lets go when the process dies.
 */
export async function openScratch(home: string): Promise<Scratch> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  await sweep(home);
  const folder = join(home, randomUUID());
  // The lock comes before the folder: whoever finds the folder unlocked may take its owner for dead.
  const release = await lockFile(lockName(folder));
  if (release === undefined) throw new Error(`${folder} is locked by another process. Start again.`);
  await mkdir(folder, { mode: 0o700 });
  return {
    path: () => join(folder, randomUUID()),
    async close() {
      await rm(folder, { recursive: true, force: true });
      release();
      await rm(lockName(folder), { force: true });
    },
  };
}

async function sweep(home: string): Promise<void> {
  for (const entry of await readdir(home, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = join(home, entry.name);
    const release = await lockFile(lockName(folder));
    if (release === undefined) continue;
    await rm(folder, { recursive: true, force: true });
    release();
    await rm(lockName(folder), { force: true });
  }
}

const lockName = (folder: string): string => `${folder}.lock`;
