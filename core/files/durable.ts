import { mkdir, open, rm } from 'node:fs/promises';
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
 * Makes the file, empty and for its owner alone, where there is none. An existing file is not even opened: closing it again would
 * release every lock that this process holds on it (POSIX).
 */
export async function ensureFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
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
export async function tryToWrite(probe: string): Promise<void> {
  const handle = await open(probe, 'wx', 0o600);
  try {
    await handle.writeFile('can this folder be written to?');
    await handle.sync();
  } finally {
    await handle.close();
    await rm(probe, { force: true });
  }
}
