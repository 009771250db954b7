import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

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
  const lock = await lockFor(folder);
  if (lock === undefined) throw new Error(`${folder} is locked by another process. Start again.`);
  await mkdir(folder, { mode: 0o700 });
  return {
    path: () => join(folder, randomUUID()),
    async close() {
      await rm(folder, { recursive: true, force: true });
      lock.close();
      await rm(lockName(folder), { force: true });
    },
  };
}

async function sweep(home: string): Promise<void> {
  for (const entry of await readdir(home, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const folder = join(home, entry.name);
    const lock = await lockFor(folder);
    if (lock === undefined) continue;
    await rm(folder, { recursive: true, force: true });
    lock.close();
    await rm(lockName(folder), { force: true });
  }
}

const lockName = (folder: string): string => `${folder}.lock`;
const busy = 5;

/** Takes the lock of a folder: an exclusive transaction on an empty SQLite file. Undefined where a living process has it. */
async function lockFor(folder: string): Promise<DatabaseSync | undefined> {
  await ensureFile(lockName(folder));
  const database = new DatabaseSync(lockName(folder), { timeout: 0 });
  try {
    database.exec('pragma journal_mode = memory; begin exclusive');
    return database;
  } catch (thrown) {
    database.close();
    if (thrown instanceof Error && 'errcode' in thrown && thrown.errcode === busy) return undefined;
    throw thrown;
  }
}

/** An existing file is not opened: closing it again would release a lock that this very process holds on it (POSIX). */
async function ensureFile(file: string): Promise<void> {
  try {
    await (await open(file, 'wx', 0o600)).close();
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST')) throw thrown;
  }
}
