import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';

/** Runs a statement, and gives its rows. */
export type RunStatement = <Row>(statement: RawBuilder<Row>) => Promise<readonly Row[]>;

/** The types of the columns of a table that is made of values. */
export type ValueColumns = Readonly<Record<string, 'number' | 'text'>>;

/** What differs between the databases that hold a journal. Its statements are written once, for all of them. */
export interface JournalDialect {
  readonly schema: JournalSchema;
  /** Rows of values as a table of that name; the columns have an order. */
  table(name: string, columns: ValueColumns, rows: readonly (readonly (number | string | null)[])[]): RawBuilder<unknown>;
  /** The same with the one column `value`. */
  list(name: string, type: 'number' | 'text', values: readonly (number | string)[]): RawBuilder<unknown>;
  /**
   * Goes on in a list of tables: for each row so far, those of a table for which a condition holds. A statement so says in which order its tables are gone through, and by which
   * index; no planner does it otherwise, whatever it believes of the tables.
   */
  each(table: string, name: string, condition: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Ends a subquery that is answered for each row on its own, and never for all of them at once. */
  readonly eachTime: string;
  /** That a word is a text; both are names of columns. */
  isWord(word: string, text: string): string;
  /** Ends a `select` of a row that is this transaction's alone until it is over. */
  readonly forUpdate: RawBuilder<unknown>;
  /** Wall time in whole milliseconds since 1970, on which all agree who write to the database. */
  now(): RawBuilder<number>;
  /** Takes so many numbers of the sequence. They rise, and are larger than all that were taken before. */
  take(run: RunStatement, count: number): Promise<readonly number[]>;
  /** The next number of the sequence is larger than this. For a database in which none was taken. */
  beginAfter(last: number): RawBuilder<unknown>;
}

/** How the tables are defined. */
export interface JournalSchema {
  /** A whole number of up to 53 bits. */
  readonly integer: string;
  /** Text that is compared byte by byte. */
  readonly text: string;
  /** A key that the database numbers. */
  readonly ownNumber: string;
  /** The same, and what was deleted does not give its number to another. */
  readonly lastingNumber: string;
  /** What makes `journal_word` find its rows: constraints inside the definition of the table, and statements after it. */
  readonly wordKey: { readonly inside: string; readonly after: readonly string[] };
  /** What else there must be. */
  readonly sequence: readonly string[];
}

/** One connection to a database that holds a journal, as its statements use it. */
export interface JournalConnection {
  readonly dialect: JournalDialect;
  readonly rows: RunStatement;
}

/** @param db only gives the statements their form; they run on `connection`. */
export function journalConnection<Tables>(
  connection: { executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ readonly rows: Row[] }> },
  db: Kysely<Tables>,
  dialect: JournalDialect,
): JournalConnection {
  return {
    dialect,
    rows: async (statement) => (await connection.executeQuery(statement.compile(db))).rows,
  };
}

/** Like the tag `sql`, with pieces of text that are put together as the program runs. None of them may come from outside. */
export function rawSql<Row>(texts: readonly string[], ...values: readonly unknown[]): RawBuilder<Row> {
  // The boundary to kysely, which takes nothing but the pieces from a template.
  return sql<Row>(texts as unknown as TemplateStringsArray, ...values);
}
