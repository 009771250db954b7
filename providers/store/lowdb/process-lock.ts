import { DatabaseSync } from 'node:sqlite';
import { ensureFile } from '../file.ts';

const busy = 5;

/**
 * Keeps a second process from the file, until `release` or the end of this process, however it ends: the lock is that of an
 * exclusive transaction on an empty SQLite file `<file>.lock`, which the operating system lets go when the process dies.
 *
 * @throws Error that names the file, where another process has it.
 */
export async function lockForThisProcess(file: string): Promise<{ release(): void }> {
  const lock = `${file}.lock`;
  await ensureFile(lock);
  const database = new DatabaseSync(lock, { timeout: 0 });
  try {
    // Nothing is ever written in the transaction, so its journal need not be a file.
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (thrown) {
    database.close();
    if (!(thrown instanceof Error && 'errcode' in thrown && thrown.errcode === busy)) {
      throw new Error(`${lock} cannot be locked. Delete it if nothing uses ${file}.`, { cause: thrown });
    }
    throw new Error(
      `${file} is in use by another process, and the lowdb store is for one. ` +
        'Stop that process, or use the sqlite store, which several processes may open.',
      { cause: thrown },
    );
  }
  return { release: () => database.close() };
}
