import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

// The sources are run as they are, or as what was built of them: the worker is the same as this file.
const worker = new URL(`./rewrite-database-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Writes an SQLite database anew, so that nothing of what was deleted from it is left in it or in its log. SQLite overwrites what it deletes (`secure_delete`), but not the copies
 * that stay behind where it once moved a row to another page. It works in a thread; whoever writes to the file meanwhile waits.
 *
 * @throws Error with SQLite's reason, where the disk is full or another process keeps the file.
 */
export function rewriteDatabase(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(worker, { workerData: file });
    thread.once('error', reject);
    thread.once('exit', (code) => {
      // Nothing is changed by that where an error came before.
      if (code === 0) resolve();
      else reject(new Error(`The thread that writes ${file} anew ended with code ${code}`));
    });
  });
}
