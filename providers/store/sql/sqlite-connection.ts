import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type DatabaseConnection, Kysely, SqliteDialect, type SqliteStatement } from 'kysely';
import { restoreHint } from '../store-file.ts';

/** One open connection to a database file. */
export interface SqliteConnection extends Pick<DatabaseConnection, 'executeQuery'> {
  /** True between a `begin` and its end, also when SQLite itself ended it after a failure. */
  readonly inTransaction: boolean;
  /** What the last statement that failed has thrown. */
  readonly lastFailure: unknown;
  /** Runs a statement without a result. */
  exec(sql: string): void;
  /** The first column of the first row. */
  scalar(sql: string): unknown;
  /** Writes and runs statements over this connection. */
  kysely<Tables>(): Kysely<Tables>;
  close(): void;
}

/**
 * Opens a database file for kysely over `node:sqlite`. Statements run at once, in the order of the calls, and are prepared once.
 *
 * @param options.busyTimeoutMs how long a statement waits for another process that uses the file, 5 seconds by default
 * @throws Error that names the file and says how to mend it; so does every statement.
 */
export async function connectSqlite(file: string, { busyTimeoutMs = 5_000 } = {}): Promise<SqliteConnection> {
  let lastFailure: unknown;
  const explained = <T>(work: () => T): T => {
    try {
      return work();
    } catch (thrown) {
      lastFailure = explainSqliteError(file, thrown);
      throw lastFailure;
    }
  };
  const database = explained(() => new DatabaseSync(file, { timeout: busyTimeoutMs }));
  const prepared = new Map<string, SqliteStatement>();

  const prepare = (sql: string): SqliteStatement => {
    const statement = explained(() => database.prepare(sql));
    // The boundary to node:sqlite: kysely passes on what the queries bind, which is text and numbers.
    const bound = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => explained(() => statement.all(...bound(parameters))),
      run: (parameters) => explained(() => statement.run(...bound(parameters))),
      iterate: (parameters) => explained(() => statement.iterate(...bound(parameters))),
    };
  };
  const dialect = new SqliteDialect({
    database: {
      prepare(sql) {
        const statement = prepared.get(sql) ?? prepare(sql);
        prepared.set(sql, statement);
        return statement;
      },
      close: () => database.close(),
    },
  });
  const driver = dialect.createDriver();
  await driver.init();
  const connection = await driver.acquireConnection();

  return {
    get inTransaction() {
      return database.isTransaction;
    },
    get lastFailure() {
      return lastFailure;
    },
    executeQuery: (query) => connection.executeQuery(query),
    exec: (sql) => explained(() => database.exec(sql)),
    scalar: (sql) => explained(() => Object.values(database.prepare(sql).get() ?? {})[0]),
    kysely: () => new Kysely({ dialect }),
    close: () => database.close(),
  };
}

/** SQLITE_BUSY: another connection has the file. */
const busy = 5;

/** What to do about a result code of SQLite (https://www.sqlite.org/rescode.html), by the primary code. */
const advice: ReadonlyMap<number, string> = new Map([
  [busy, 'Another process has been writing to it for a while. Stop that one, or try again.'],
  [8, 'It cannot be written. Make the file and its folder writable for this process.'],
  [10, `The disk failed to read or write it. Look after the disk. If the file is damaged: ${restoreHint}`],
  [11, `It is damaged. ${restoreHint} Without one, save what can be read: sqlite3 FILE .recover | sqlite3 NEW.`],
  [13, 'The disk is full. Free some space.'],
  [14, 'It cannot be opened. See that its folder exists, that it is a file, and that this process may read and write it.'],
  [26, `It is not a SQLite database. Name another file in the setting "file", or, where the right one was lost: ${restoreHint}`],
]);

/** An error of SQLite with the name of the file and how to mend it. */
export function explainSqliteError(file: string, thrown: unknown): unknown {
  const code = primaryCode(thrown);
  if (!(thrown instanceof Error) || code === undefined) return thrown;
  const mend = advice.get(code);
  return new Error(`${file}: ${thrown.message}.${mend === undefined ? '' : ` ${mend}`}`, { cause: thrown });
}

/** Whether a `sqliteError` says that another connection has the file. */
export function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && primaryCode(thrown.cause) === busy;
}

/** It is in the low byte; the rest says more exactly where it happened. */
function primaryCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error && 'errcode' in thrown && typeof thrown.errcode === 'number')) return undefined;
  return thrown.errcode & 0xff;
}
