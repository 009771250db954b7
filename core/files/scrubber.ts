import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../api/text.ts';
import { createCoalescingRunner } from '../concurrency/periodic.ts';

/** Milliseconds before a failed attempt is repeated. */
const retryMs = 60_000;

/** Milliseconds within which requests of `scrubSoon` share an attempt. */
const soonMs = 10_000;

/**
 * Removes what is left of deleted data in a database's files.
 *
 * @param rewrite rewrites the database, so that it holds nothing of what was deleted before; calls that come meanwhile
 *   share the next run
 */
export function createScrubber(rewrite: () => Promise<void>) {
  let failure: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let tookMs = 0;
  let last = Promise.resolve();

  const runner = createCoalescingRunner(
    async () => {
      clearTimeout(timer);
      clearTimeout(soon);
      soon = undefined;
      const startedAt = performance.now();
      await rewrite();
      tookMs = performance.now() - startedAt;
      failure = undefined;
    },
    (thrown) => {
      failure = messageOf(thrown);
      timer = setTimeout(() => void scrub(), retryMs).unref();
    },
  );
  const scrub = (): Promise<void> => {
    last = runner.request();
    return last;
  };

  return {
    /**
     * Resolves when nothing is left of what was deleted before the call, or when the attempt has failed. Then it is
     * repeated every minute, and `failure` says why.
     */
    scrub,
    /** Scrubs within some seconds, or minutes if it takes long: at most a hundredth of the time goes into that. */
    scrubSoon() {
      soon ??= setTimeout(() => void scrub(), Math.max(soonMs, 100 * tookMs)).unref();
    },
    /** Why the last attempt failed; undefined if it succeeded. */
    failure: () => failure,
    /** Completes what was requested, and stops the repetition. */
    async stop() {
      if (soon !== undefined) void scrub();
      await last;
      await runner.stop();
      clearTimeout(timer);
    },
  };
}

/** Removes residue of deleted data; see `createScrubber`. */
export type Scrubber = ReturnType<typeof createScrubber>;

// In a built package the worker is a `.js` file, as this file is.
const worker = new URL(`./rewrite-database-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Rewrites an SQLite database, so that neither it nor its log holds anything that was deleted. SQLite itself overwrites
 * deleted data (`secure_delete`), but not the copies that remain when it moves a row to another page. The work is done
 * in a thread, and writers of the file wait for it.
 *
 * @throws Error with SQLite's reason, such as a full disk or another process that uses the file
 */
export function rewriteDatabase(file: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(worker, { workerData: file });
    thread.once('error', reject);
    thread.once('exit', (code) => {
      // After an error the promise is rejected already.
      if (code === 0) resolve();
      else reject(new Error(`The thread that rewrites ${file} ended with code ${code}`));
    });
  });
}
