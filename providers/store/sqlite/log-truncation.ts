import type { Health } from 'chronoscribe';
import { connectSqlite } from '../sql/sqlite-connection.ts';

/** Keeps text that was deleted or replaced from staying in the write-ahead log. */
export interface LogTruncation {
  /** Something was committed, so the log holds something. */
  committed(): void;
  /** Why the log could not be emptied when that was last tried; undefined where it could. */
  health(): Health | undefined;
  /** Lets go of the file. Whoever closes it last, be it another process, removes the log. */
  stop(): void;
}

/** How long after a commit the log is emptied, in milliseconds. */
const delayMs = 1_000;

/**
 * Empties the log of a database soon after each commit, and once after it was opened, for what a killed process left. SQLite by
 * itself only writes over the log, from its start, when a thousand pages have gathered in it.
 */
export async function startLogTruncation(file: string): Promise<LogTruncation> {
  // A connection that waits for nobody: a reader that stays long, such as a backup, would block this process each time.
  const connection = await connectSqlite(file, { busyTimeoutMs: 0 });
  let timer: NodeJS.Timeout | undefined;
  let hindrance: string | undefined;

  const soon = () => {
    timer ??= setTimeout(truncate, delayMs).unref();
  };
  const truncate = () => {
    timer = undefined;
    try {
      const isBusy = connection.scalar('pragma wal_checkpoint(truncate)') !== 0;
      hindrance = isBusy ? 'Another process is using the file.' : undefined;
    } catch (thrown) {
      hindrance = thrown instanceof Error ? thrown.message : String(thrown);
    }
    if (hindrance !== undefined) soon();
  };
  soon();

  return {
    committed: soon,
    health: () =>
      hindrance === undefined
        ? undefined
        : {
            status: 'degraded',
            detail: `${file}-wal may hold text that was deleted. ${hindrance}`,
            hint: `Close other programs that have ${file} open; the host tries again every second.`,
          },
    stop() {
      clearTimeout(timer);
      connection.close();
    },
  };
}
