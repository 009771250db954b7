import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Whether it is an error of the system with one of these codes, such as `ENOENT`. */
export function hasCode(thrown: unknown, ...codes: readonly string[]): boolean {
  return thrown instanceof Error && 'code' in thrown && codes.some((code) => code === thrown.code);
}

/**
 * Makes the names in a folder durable: a file that was made, renamed or deleted there stays so. A folder that is gone is as durable as can be; Windows has
 * no such call and needs none.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (thrown) {
    if (!hasCode(thrown, 'ENOENT')) throw thrown;
  }
}

/**
 * Makes a folder and those above it, for their owner alone. One that is there, or that somebody else makes meanwhile, is no error. Node's own recursive call never
 * returns where a file system knows no folders of ours, such as /proc.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeOneFolder(path);
  } catch (thrown) {
    if (!hasCode(thrown, 'ENOENT') || dirname(path) === path) throw thrown;
    await makeFolder(dirname(path));
    await makeOneFolder(path);
  }
}

async function makeOneFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (thrown) {
    if (!hasCode(thrown, 'EEXIST') || !(await stat(path)).isDirectory()) throw thrown;
  }
}

/**
 * Makes the file, empty and for its owner alone, where there is none. An existing file is not even opened: closing it again would
 * release every lock that this process holds on it (POSIX).
 */
export async function ensureFile(file: string): Promise<void> {
  await makeFolder(dirname(file));
  try {
    const handle = await open(file, 'wx', 0o600);
    await handle.close();
  } catch (thrown) {
    if (hasCode(thrown, 'EEXIST')) return;
    throw thrown;
  }
  await syncFolder(dirname(file));
}

/** Writes a few bytes durably under a name that nothing has, and takes them away again. Rejects with what the system says. */
export async function checkWritable(probe: string): Promise<void> {
  const handle = await open(probe, 'wx', 0o600);
  try {
    await handle.writeFile('can this folder be written to?');
    await handle.sync();
  } finally {
    await handle.close();
    await rm(probe, { force: true });
  }
}
