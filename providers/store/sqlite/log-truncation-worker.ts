import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/** What the thread tells after each attempt. `errcode` is SQLite's result code. */
export type TruncationOutcome =
  | { readonly type: 'truncated' | 'busy' }
  | { readonly type: 'failed'; readonly message: string; readonly errcode?: number };

/** How often the log is tried to be truncated while a transaction or a reader is in the way, and after how long again. */
const [attempts, eachMs] = [40, 25];

// Does not wait itself: while it waits for a reader, it would lock out the writer.
const database = new DatabaseSync(String(workerData), { timeout: 0 });
// The boundary to the thread that started this one: any message asks for an attempt, null ends the thread.
const port = parentPort;
port?.on('message', async (asked: unknown) => {
  if (asked !== null) return port.postMessage(await attempt());
  database.close();
  port.close();
});

async function attempt(): Promise<TruncationOutcome> {
  try {
    // Nobody waits while pages are copied to the database and brought to the disk. The second time there are few of them,
    // the truncation has nearly none left, and the writer waits only for that.
    for (let copied = 0; copied < 2; copied += 1) checkpoint('passive');
    for (let left = attempts; left > 0; left -= 1) {
      if (checkpoint('truncate')) return { type: 'truncated' };
      await wait(eachMs);
    }
    return { type: 'busy' };
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    const errcode = 'errcode' in thrown && typeof thrown.errcode === 'number' ? { errcode: thrown.errcode } : {};
    return { type: 'failed', message: thrown.message, ...errcode };
  }
}

/** @returns whether nothing was in the way */
function checkpoint(mode: 'passive' | 'truncate'): boolean {
  return database.prepare(`pragma wal_checkpoint(${mode})`).get()?.busy === 0;
}
