import { hash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm, rmdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { createCoalescingRunner } from '../concurrency/periodic.ts';
import { ifThere } from './durable-write.ts';
import { lockFile } from './file-lock.ts';

/** How often a live owner touches its folder, and looks for folders of dead owners, in milliseconds. */
const everyMs = 60_000;
/** Ten missed touches. */
const silentForMs = 10 * everyMs;

/**
 * Creates a folder of this process in `home`, for files that outlive no process: unfinished blobs, and those of `withFile`. Deletes those of dead processes, now and every minute. Several hosts
 * may share `home`:
 *
 * - A live owner holds the lock file beside its folder, which the operating system releases when the process dies. That
 *   is enough among the processes of one machine.
 * - Some shared file systems keep locks local to each machine, so a free lock does not show that an owner on another
 *   machine is dead. A live owner therefore touches its folder every minute, and another machine's folder is deleted
 *   only after ten minutes without a touch. All times come from the file system, so the clocks of the hosts do not
 *   matter.
 */
export async function openTempFolder(home: string) {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const folder = join(home, `${await machine()}.${randomUUID()}`);
  // The lock before the folder: a folder without a lock counts as dead.
  const release = await lockFile(lockName(folder));
  if (release === undefined) throw new Error(`${folder} is locked by another process. Start again.`);
  await mkdir(folder, { mode: 0o700 });
  await sweep(home, folder);

  // A folder on a server can be out of reach for a while. The next round tries again; writers get an error meanwhile.
  const sweeping = createCoalescingRunner(
    () => sweep(home, folder),
    () => undefined,
  );
  const timer = setInterval(() => void sweeping.request(), everyMs).unref();

  return {
    /** Returns a new path in the folder. */
    path: () => join(folder, randomUUID()),
    /** Deletes the folder and its files. */
    async close() {
      clearInterval(timer);
      await sweeping.stop();
      await rm(folder, { recursive: true, force: true });
      release();
      await rm(lockName(folder), { force: true });
    },
  };
}

/** A folder for files of passage; see `openTempFolder`. */
export type TempFolder = Awaited<ReturnType<typeof openTempFolder>>;

/** Touches the folder `own`, and deletes the folders beside it whose owners are dead. */
async function sweep(home: string, own: string): Promise<void> {
  const now = await signOfLife(own);
  const machinesOwn = `${basename(own).split('.')[0]}.`;
  for (const entry of await readdir(home, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === basename(own)) continue;
    const folder = join(home, entry.name);
    // Its owner or another host may have deleted it.
    const changedAt = (await ifThere(stat(folder)))?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (!entry.name.startsWith(machinesOwn) && now - changedAt < silentForMs) continue;
    const release = await lockFile(lockName(folder));
    if (release === undefined) continue;
    await rm(folder, { recursive: true, force: true });
    release();
    await rm(lockName(folder), { force: true });
  }
}

/** Changes the folder, and returns its modification time. */
async function signOfLife(folder: string): Promise<number> {
  const sign = join(folder, randomUUID());
  await mkdir(sign, { mode: 0o700 });
  await rmdir(sign);
  return (await stat(folder)).mtimeMs;
}

/** Identifies this machine until it restarts. Processes with the same id see each other's locks. */
async function machine(): Promise<string> {
  // Linux gives each boot an id, which containers share, as they share locks.
  const name = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => hostname());
  return hash('sha256', name.trim()).slice(0, 16);
}

const lockName = (folder: string): string => `${folder}.lock`;
