import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type DatabaseConnection, Kysely, SqliteDialect, type SqliteStatement } from 'kysely';
import { sqliteError } from './sqlite-errors.ts';

/** One open connection to a database file. */
export interface SqliteConnection extends Pick<DatabaseConnection, 'executeQuery'> {
  /** True between a `begin` and its end, also when SQLite itself ended it after a failure. */
  readonly inTransaction: boolean;
  /** What the last statement that failed has thrown. */
  readonly lastFailure: unknown;
  /** Runs a statement without a result. */
  run(sql: string): void;
  /** The first column of the first row. */
  ask(sql: string): unknown;
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
      lastFailure = sqliteError(file, thrown);
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
    run: (sql) => explained(() => database.exec(sql)),
    ask: (sql) => explained(() => Object.values(database.prepare(sql).get() ?? {})[0]),
    kysely: () => new Kysely({ dialect }),
    close: () => database.close(),
  };
}
