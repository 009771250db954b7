import { DatabaseSync } from 'node:sqlite';
import { ensureFile } from './durable-write.ts';

/** SQLite's result code SQLITE_BUSY. */
const busy = 5;

/**
 * Takes the lock `file`, which is held until the returned function is called or this process ends, however it ends.
 * Node has no call for a lock that the operating system releases by itself, but SQLite has: the lock is an exclusive
 * transaction on an empty database, to which nothing is ever written.
 *
 * @returns the function that releases the lock; undefined if another process, or other code in this one, holds it
 * @throws Error if the file cannot be locked
 */
export async function lockFile(file: string): Promise<(() => void) | undefined> {
  await ensureFile(file);
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (thrown) {
    database.close();
    if (thrown instanceof Error && 'errcode' in thrown && thrown.errcode === busy) return undefined;
    throw new Error(`${file} cannot be locked. Delete it if nothing uses it.`, { cause: thrown });
  }
  return () => database.close();
}
