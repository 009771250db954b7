import type { Health } from 'chronoscribe';
import { connectSqlite } from '../sql/sqlite-connection.ts';

/** Removes deleted and replaced text from the write-ahead log. */
export interface LogTruncation {
  /** Called after each commit. */
  committed(): void;
  /** Why the last truncation failed; undefined if it succeeded. */
  health(): Health | undefined;
  /** Closes the connection. The last process that closes the file deletes the log. */
  stop(): void;
}

/** Delay between a commit and the truncation, in milliseconds. */
const delayMs = 1_000;

/**
 * Truncates the log of a database soon after each commit, and once after opening, for the log of a killed process.
 * SQLite itself only overwrites the log from its start once it has a thousand pages.
 */
export async function startLogTruncation(file: string): Promise<LogTruncation> {
  // Does not wait: a long reader, such as a backup, would block this process each time.
  const connection = await connectSqlite(file, { busyTimeoutMs: 0 });
  let timer: NodeJS.Timeout | undefined;
  let failure: string | undefined;

  const soon = () => {
    timer ??= setTimeout(truncate, delayMs).unref();
  };
  const truncate = () => {
    timer = undefined;
    try {
      const isBusy = connection.scalar('pragma wal_checkpoint(truncate)') !== 0;
      failure = isBusy ? 'Another process is using the file.' : undefined;
    } catch (thrown) {
      failure = thrown instanceof Error ? thrown.message : String(thrown);
    }
    if (failure !== undefined) soon();
  };
  soon();

  return {
    committed: soon,
    health: () =>
      failure === undefined
        ? undefined
        : {
            status: 'degraded',
            detail: `${file}-wal may hold text that was deleted. ${failure}`,
            hint: `Close other programs that have ${file} open; the host tries again every second.`,
          },
    stop() {
      clearTimeout(timer);
      connection.close();
    },
  };
}
