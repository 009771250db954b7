import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { rewriteDatabase } from 'chronoscribe/files';
import { BackendSqlite } from 'openworkflow/sqlite';
import type { EngineDatabase, SqlValue } from '../database.ts';

/** SQLite's result code SQLITE_BUSY. */
const busy = 5;

/** Milliseconds that a statement of ours, and the opening of the file, waits for another process. */
const busyMs = 5000;

/** The most statements that are kept compiled. There are about thirty; only those with lists of ids vary. */
const maxPrepared = 100;

/**
 * Opens the file with openworkflow, which makes its tables, and a connection for our own statements.
 *
 * @throws Error that names the file and says what to do.
 */
export async function openSqlite(file: string): Promise<EngineDatabase> {
  try {
    return databaseOf(file, await connect(file));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The workflow database ${file} cannot be opened: ${reason}. ` +
        `Stop the host and move ${file}, ${file}-wal and ${file}-shm away: the next start creates an empty one and starts all runs that were not done again, ` +
        'from what the store and the blobs keep. A run that has failed cannot be retried any more then; send its request again.',
      { cause },
    );
  }
}

/**
 * openworkflow sets no `busy_timeout`, so that of two processes that start together one would fail. No upstream issue
 * yet.
 */
async function connect(file: string): Promise<BackendSqlite> {
  const deadline = performance.now() + busyMs;
  for (;;) {
    try {
      return BackendSqlite.connect(file);
    } catch (thrown) {
      const cause = thrown instanceof Error ? thrown.cause : undefined;
      const isBusy = cause instanceof Error && 'errcode' in cause && cause.errcode === busy;
      if (!isBusy || performance.now() > deadline) throw cause ?? thrown;
      await wait(50);
    }
  }
}

function databaseOf(file: string, backend: BackendSqlite): EngineDatabase {
  const connection = new DatabaseSync(file, { timeout: busyMs });
  const [found] = Object.values(connection.prepare('PRAGMA quick_check(1)').get() ?? {});
  if (found !== 'ok') throw new Error(`it is damaged (${String(found).split('\n').at(-1)})`);
  connection.exec(setup);
  const unsynced = new DatabaseSync(file, { timeout: busyMs });
  // The log keeps its order on the disk, so what openworkflow commits next brings this there too.
  unsynced.exec('PRAGMA synchronous = NORMAL');
  const query = preparing(connection);
  const queryUnsynced = preparing(unsynced);
  let vacuuming: Promise<void> | undefined;
  return {
    place: file,
    leavesCopies: true,
    vacuumHint: 'Make sure that the disk has as much free space as the file takes.',
    backend,
    tables: {
      runs: 'workflow_runs',
      attempts: 'step_attempts',
      signals: 'workflow_signals',
      kept: 'chronoscribe_signals',
      queue: 'chronoscribe_queue',
    },
    now: `strftime('%Y-%m-%dT%H:%M:%fZ', 'now')`,
    newestFirst: 'rowid desc',
    query: async (statement, values = []) => query(statement, values),
    queryUnsynced: async (statement, values = []) => queryUnsynced(statement, values),
    async transact(statements) {
      connection.exec('BEGIN IMMEDIATE');
      try {
        const rows = statements.map(({ statement, values }) => query(statement, values));
        connection.exec('COMMIT');
        return rows.at(-1) ?? [];
      } catch (thrown) {
        connection.exec('ROLLBACK');
        throw thrown;
      }
    },
    parseColumn: (column) => (typeof column === 'string' ? JSON.parse(column) : null),
    encode: (json) => json,
    decode: (saved) => saved,
    async writable() {
      while (vacuuming !== undefined) await vacuuming;
    },
    explain: (thrown) => thrown,
    async vacuum() {
      const done = Promise.withResolvers<void>();
      vacuuming = done.promise;
      try {
        // What was asked before may still be on its way to openworkflow, whose connection does not wait for locks.
        await nextTurn();
        await nextTurn();
        await rewriteDatabase(file);
      } finally {
        vacuuming = undefined;
        done.resolve();
      }
    },
    async close() {
      unsynced.close();
      connection.close();
      await backend.stop();
    },
  };
}

/** Runs statements, each of which is compiled once: that takes longer than most of them. */
function preparing(connection: DatabaseSync) {
  const prepared = new Map<string, StatementSync>();
  const prepare = (statement: string): StatementSync => {
    const known = prepared.get(statement) ?? connection.prepare(statement);
    if (prepared.size < maxPrepared) prepared.set(statement, known);
    return known;
  };
  return (statement: string, values: readonly SqlValue[]): readonly unknown[] =>
    prepare(statement).all(Object.fromEntries(values.map((value, at) => [`$${at + 1}`, value])));
}

/**
 * Written in one transaction, so that a first start waits once for the disk. Indexes that openworkflow lacks: on the ids
 * that runs are submitted with, and two without which each claim would read all runs that wait. And the signals that we keep, and the queue of runs that have not begun.
 */
const setup = `
  PRAGMA secure_delete = ON;
  BEGIN IMMEDIATE;
  CREATE INDEX IF NOT EXISTS chronoscribe_runs_by_id ON workflow_runs (namespace_id, idempotency_key);
  CREATE INDEX IF NOT EXISTS chronoscribe_runs_by_deadline ON workflow_runs (namespace_id, deadline_at) WHERE deadline_at IS NOT NULL;
  CREATE TABLE IF NOT EXISTS chronoscribe_signals (
    id INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL, node TEXT NOT NULL, wait TEXT, payload TEXT NOT NULL, UNIQUE (run, wait));
  CREATE INDEX IF NOT EXISTS chronoscribe_runs_at_work ON workflow_runs (namespace_id, status, id) WHERE status = 'running' AND worker_id IS NOT NULL;
  CREATE TABLE IF NOT EXISTS chronoscribe_queue (
    run TEXT PRIMARY KEY, account TEXT NOT NULL, place INTEGER NOT NULL, begun INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS chronoscribe_queue_by_place ON chronoscribe_queue (begun, place);
  CREATE INDEX IF NOT EXISTS chronoscribe_queue_by_account ON chronoscribe_queue (account, begun, place);
  COMMIT;
`;
