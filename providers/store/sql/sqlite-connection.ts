import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type CompiledQuery, Kysely, SqliteDialect, type SqliteStatement } from 'kysely';
import { restoreHint } from '../store-file.ts';

export type SqliteConnection = Awaited<ReturnType<typeof connectSqlite>>;

/**
 * Opens a database file for kysely over `node:sqlite`. Statements run synchronously, in the order of the calls, and are
 * prepared once.
 *
 * @param options.busyTimeoutMs how long a statement waits for another process, 5 seconds by default
 * @throws Error that names the file, with a hint; so does every statement
 */
export async function connectSqlite(file: string, { busyTimeoutMs = 5_000 } = {}) {
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
  const repeated = new Map<string, StatementSync>();

  const prepare = (sql: string): SqliteStatement => {
    const statement = explained(() => database.prepare(sql));
    // The boundary to node:sqlite: kysely passes on the bound values, which are text and numbers.
    const bound = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => explained(() => statement.all(...bound(parameters))),
      run: (parameters) => explained(() => statement.run(...bound(parameters))),
      iterate: (parameters) => explained(() => statement.iterate(...bound(parameters))),
    };
  };
  const preparedOnce = (sql: string): SqliteStatement => {
    const statement = prepared.get(sql) ?? prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  const dialect = new SqliteDialect({ database: { prepare: preparedOnce, close: () => database.close() } });
  const driver = dialect.createDriver();
  await driver.init();
  const connection = await driver.acquireConnection();

  return {
    /** True between `begin` and the end of the transaction, also if SQLite ended it after a failure. */
    get inTransaction() {
      return database.isTransaction;
    },
    /** The error of the last statement that failed. */
    get lastFailure() {
      return lastFailure;
    },
    executeQuery: <Row>(query: CompiledQuery) => connection.executeQuery<Row>(query),
    /** Runs statements without a result, which may be several. */
    exec: (sql: string) => explained(() => database.exec(sql)),
    /** Runs one statement without values or a result, which is prepared once. */
    run: (sql: string) => void preparedOnce(sql).run([]),
    /** Runs a statement once for each list of values, and returns the rows of all. */
    runEach<Row>(sql: string, values: readonly (readonly (number | string | null)[])[]): readonly Row[] {
      const statement = repeated.get(sql) ?? explained(() => database.prepare(sql));
      repeated.set(sql, statement);
      // The boundary to node:sqlite: the columns are those of the statement.
      const rows: Row[] = [];
      explained(() => {
        if (statement.columns().length === 0) for (const parameters of values) statement.run(...parameters);
        else for (const parameters of values) for (const row of statement.all(...parameters)) rows.push(row as Row);
      });
      return rows;
    },
    /** Returns the first column of the first row. */
    scalar: (sql: string): unknown => explained(() => Object.values(database.prepare(sql).get() ?? {})[0]),
    /** A query builder that runs on this connection. */
    kysely: <Tables>() => new Kysely<Tables>({ dialect }),
    close: () => database.close(),
  };
}

/** SQLITE_BUSY: another connection has locked the file. */
const busy = 5;

/** Hints for result codes of SQLite (https://www.sqlite.org/rescode.html), by the primary code. */
const advice: ReadonlyMap<number, string> = new Map([
  [busy, 'Another process has been writing to it for a while. Stop that one, or try again.'],
  [8, 'It cannot be written. Make the file and its folder writable for this process.'],
  [10, `The disk failed to read or write it. Look after the disk. If the file is damaged: ${restoreHint}`],
  [11, `It is damaged. ${restoreHint} Without one, save what can be read: sqlite3 FILE .recover | sqlite3 NEW.`],
  [13, 'The disk is full. Free some space.'],
  [
    14,
    'It cannot be opened. See that its folder exists, that it is a file, and that this process may read and write it.',
  ],
  [
    26,
    `It is not a SQLite database. Name another file in the setting "file", or, where the right one was lost: ${restoreHint}`,
  ],
]);

/** Explains an error of SQLite, with the name of the file and a hint. */
export function explainSqliteError(file: string, thrown: unknown): unknown {
  const code = primaryCode(thrown);
  if (!(thrown instanceof Error) || code === undefined) return thrown;
  const hint = advice.get(code);
  return new Error(`${file}: ${thrown.message}.${hint === undefined ? '' : ` ${hint}`}`, { cause: thrown });
}

/** Whether an explained error means that another connection has locked the file. */
export function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && primaryCode(thrown.cause) === busy;
}

/** The primary code is the low byte of the extended one. */
function primaryCode(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error && 'errcode' in thrown && typeof thrown.errcode === 'number')) return undefined;
  return thrown.errcode & 0xff;
}
