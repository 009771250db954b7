import { DatabaseSync } from 'node:sqlite';
import { ensureFile } from './durable-write.ts';

/** SQLite's result code SQLITE_BUSY. */
const busy = 5;

/**
 * Takes the lock `file` until the returned function is called or this process ends, however it ends. Node has no call for a lock that the operating system lets go
 * by itself, but SQLite does: it is that of an exclusive transaction on an empty database, in which nothing is ever written.
 *
 * @returns undefined where another process, or somebody else in this one, has it.
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
