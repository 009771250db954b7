import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { BackendSqlite } from 'openworkflow/sqlite';

export interface WorkflowDatabase {
  readonly backend: BackendSqlite;
  /** The backend's own connection: one file, one connection, nothing to wait for. */
  readonly connection: DatabaseSync;
}

/**
 * Opens the file, so that what is written is on the disk and what is erased is not.
 *
 * @throws Error that names the file and says how to mend it.
 */
export function openDatabase(file: string): WorkflowDatabase {
  try {
    const backend = BackendSqlite.connect(file);
    const connection = connectionOf(backend);
    refuseDamaged(connection);
    hearEveryFailure(connection);
    connection.exec(`
      PRAGMA busy_timeout = 5000;
      PRAGMA synchronous = FULL;
      PRAGMA secure_delete = ON;
      ${eraseWhatNobodyNeeds}
    `);
    return { backend, connection };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The workflow database ${file} cannot be opened: ${reason}. ` +
        `Stop the host and move ${file}, ${file}-wal and ${file}-shm away: at its next start it begins with an empty one, and with all runs that were not done anew, ` +
        'from what the store and the blobs keep. A run that has failed cannot be retried any more then; its request can be sent again.',
      { cause },
    );
  }
}

/** Of a run that is never gone on with, only its output is kept. In the same transaction as its end, so no crash comes between. */
const eraseWhatNobodyNeeds = `
  CREATE TRIGGER IF NOT EXISTS "erase_settled_run" AFTER UPDATE OF "status" ON "workflow_runs"
  WHEN NEW."status" IN ('completed', 'canceled')
  BEGIN
    UPDATE "workflow_runs" SET "input" = NULL WHERE "namespace_id" = NEW."namespace_id" AND "id" = NEW."id";
    UPDATE "step_attempts" SET "output" = NULL, "error" = NULL
    WHERE "namespace_id" = NEW."namespace_id" AND "workflow_run_id" = NEW."id";
  END;
`;

/** Reads every page once. */
function refuseDamaged(connection: DatabaseSync): void {
  const [found] = Object.values(connection.prepare('PRAGMA quick_check(1)').get() ?? {});
  if (found !== 'ok') throw new Error(`it is damaged (${String(found).split('\n').at(-1)})`);
}

/** openworkflow does not show its connection, but how it syncs, waits and erases is set on the connection. */
function connectionOf(backend: BackendSqlite): DatabaseSync {
  const connection: unknown = Reflect.get(backend, 'db');
  if (connection instanceof DatabaseSync) return connection;
  throw new Error('this version of openworkflow keeps its SQLite connection elsewhere');
}

/**
 * `get` leaves a statement after its first row. Of one that writes and has `RETURNING`, the commit comes only then, and that it failed, for example
 * because the disk is full, is told to nobody: openworkflow would take as saved what is not. `all` goes to the end and throws.
 */
function hearEveryFailure(connection: DatabaseSync): void {
  const prepare = connection.prepare.bind(connection);
  connection.prepare = (...given) => {
    const statement = prepare(...given);
    if (/\breturning\b/i.test(given[0])) {
      const all = statement.all.bind(statement);
      Object.assign(statement, { get: (...parameters: SQLInputValue[]) => all(...parameters)[0] });
    }
    return statement;
  };
}
