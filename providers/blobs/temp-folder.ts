import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { hasCode, lockFile } from 'chronoscribe/files';

/** A folder of this process for what is not a blob yet, and for what is lent. */
export interface TempFolder {
  /** A path that nothing has. */
  path(): string;
  /** Removes the folder with all that is in it. */
  close(): Promise<void>;
}

/** How often a living owner gives a sign of life, and looks for what the dead left. */
const everyMs = 60_000;
/** Ten signs missed in a row. */
const silentForMs = 10 * everyMs;

/**
 * Opens a folder for temporary files in `home`, and removes those of processes that are dead, now and from time to time. Other hosts may share `home`:
 *
 * - A living owner holds the lock beside its folder, which the operating system lets go when the process dies. Among the processes of one machine
 *   this tells all.
 * - Some file systems that machines share keep the locks of each to itself, so a free lock does not tell that the owner on another machine is dead.
 *   A living owner therefore gives a sign of life every minute, by a change in its folder, and another machine's folder is removed only when there was
 *   none for ten. The times are all given by the file system, so it does not matter what the clocks of the hosts say.
 */
export async function openTempFolder(home: string): Promise<TempFolder> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const folder = join(home, `${await machine()}.${randomUUID()}`);
  // The lock comes before the folder: whoever finds the folder unlocked may take its owner for dead.
  const release = await lockFile(lockName(folder));
  if (release === undefined) throw new Error(`${folder} is locked by another process. Start again.`);
  await mkdir(folder, { mode: 0o700 });
  await sweep(home, folder);

  let sweeping: Promise<void> | undefined;
  const timer = setInterval(() => {
    // The folder can be out of reach for a while, as one on a server can. The next round tries again, and who writes a blob meanwhile is told.
    sweeping ??= sweep(home, folder)
      .catch(() => undefined)
      .finally(() => {
        sweeping = undefined;
      });
  }, everyMs).unref();

  return {
    path: () => join(folder, randomUUID()),
    async close() {
      clearInterval(timer);
      await sweeping;
      await rm(folder, { recursive: true, force: true });
      release();
      await rm(lockName(folder), { force: true });
    },
  };
}

/** Gives a sign of life in the folder `own`, and removes those folders beside it whose owners are dead. */
async function sweep(home: string, own: string): Promise<void> {
  const now = await signOfLife(own);
  const machinesOwn = `${basename(own).split('.')[0]}.`;
  for (const entry of await readdir(home, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === basename(own)) continue;
    const folder = join(home, entry.name);
    if (!entry.name.startsWith(machinesOwn) && now - (await changedAt(folder)) < silentForMs) continue;
    const release = await lockFile(lockName(folder));
    if (release === undefined) continue;
    await rm(folder, { recursive: true, force: true });
    release();
    await rm(lockName(folder), { force: true });
  }
}

/** Changes the folder, and returns the time at which its file system says that this was. */
async function signOfLife(folder: string): Promise<number> {
  const sign = join(folder, randomUUID());
  await mkdir(sign, { mode: 0o700 });
  await rmdir(sign);
  return (await stat(folder)).mtimeMs;
}

async function changedAt(folder: string): Promise<number> {
  try {
    return (await stat(folder)).mtimeMs;
  } catch (thrown) {
    // Its owner closed it, or another host swept it. Nothing of it is left to be removed.
    if (hasCode(thrown, 'ENOENT')) return Number.POSITIVE_INFINITY;
    throw thrown;
  }
}

/** Names this machine as long as it runs: processes that find the same name here see each other's locks. */
async function machine(): Promise<string> {
  // Linux gives each start of a machine a name, which its containers share, as they do its locks.
  const name = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => hostname());
  return createHash('sha256').update(name.trim()).digest('hex').slice(0, 16);
}

const lockName = (folder: string): string => `${folder}.lock`;
