import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Health } from 'chronoscribe';
import { explainSqliteError } from '../sql/sqlite-connection.ts';
import type { TruncationOutcome } from './log-truncation-worker.ts';

/** Delay between a commit and the truncation, in milliseconds. */
const delayMs = 1_000;

// In a built package the worker is a `.js` file, as this file is.
const worker = new URL(`./log-truncation-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Removes deleted and replaced text from the write-ahead log of a database: truncates it soon after each commit, and once after opening, for the log of a killed process.
 * SQLite itself only overwrites the log from its start once it has a thousand pages. This is done in a thread with a
 * connection of its own, since copying the pages of the log and bringing them to the disk takes up to a second.
 */
export function startLogTruncation(file: string) {
  let timer: NodeJS.Timeout | undefined;
  let thread: Worker | undefined;
  let failure: string | undefined;
  let isAtWork = false;
  /** Whether there was a commit since the thread was asked. */
  let isAsked = false;
  let isStopped = false;

  const soon = () => {
    if (isAtWork) isAsked = true;
    else if (!isStopped) timer ??= setTimeout(truncate, delayMs).unref();
  };
  const ended = (why: string | undefined) => {
    failure = why;
    isAtWork = false;
    if (isAsked || failure !== undefined) soon();
  };
  const start = (): Worker => {
    const started = new Worker(worker, { workerData: file });
    started.unref();
    started.on('message', (outcome: TruncationOutcome) => ended(explain(file, outcome)));
    started.on('error', (thrown: unknown) => ended(thrown instanceof Error ? thrown.message : String(thrown)));
    started.once('exit', () => {
      thread = undefined;
      if (isAtWork) ended('The thread that does it ended.');
    });
    return started;
  };
  const truncate = () => {
    timer = undefined;
    isAtWork = true;
    isAsked = false;
    thread ??= start();
    thread.postMessage('truncate');
  };
  soon();

  return {
    /** Called after each commit. */
    committed: soon,
    /** Why the last truncation failed; undefined if it succeeded. */
    health: (): Health | undefined =>
      failure === undefined
        ? undefined
        : {
            status: 'degraded',
            detail: `${file}-wal may hold text that was deleted. ${failure}`,
            hint: `The host tries again every second. If this lasts, close other programs that have ${file} open.`,
          },
    /** Resolves once the thread has closed its connection. The last connection that is closed deletes the log. */
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      if (thread === undefined) return;
      const exited = new Promise((resolve) => thread?.once('exit', resolve));
      thread.ref();
      thread.postMessage(null);
      await exited;
    },
  };
}

/** Why a truncation failed; undefined if it did not. */
function explain(file: string, outcome: TruncationOutcome): string | undefined {
  switch (outcome.type) {
    case 'truncated':
      return undefined;
    case 'busy':
      return 'Something reads what was there before: a long check of this host, a backup or another program.';
    case 'failed': {
      const { message, errcode } = outcome;
      const explained = explainSqliteError(file, Object.assign(new Error(message), { errcode }));
      return explained instanceof Error ? explained.message : String(explained);
    }
  }
}
