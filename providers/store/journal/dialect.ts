import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';

/** Runs a statement and returns its rows. */
export type RunStatement = <Row>(statement: RawBuilder<Row>) => Promise<readonly Row[]>;

/** The column types of a table of values. */
export type ValueColumns = Readonly<Record<string, 'number' | 'text'>>;

/** What differs between the databases that hold a journal. The statements are written once, for all of them. */
export interface JournalDialect {
  readonly schema: JournalSchema;
  /** The table with the `timeline`, `place`, `time`, `recorded` and `seq` of each revision, in that order or with an index. */
  readonly placeTable: 'journal_place' | 'journal_revision';
  /** A table of that name with rows of values. */
  table(name: string, columns: ValueColumns, rows: readonly RowValues[]): RawBuilder<unknown>;
  /** The same with one column, `value`. */
  list(name: string, type: 'number' | 'text', values: readonly (number | string)[]): RawBuilder<unknown>;
  /**
   * Joins a table: for each row so far, the rows of `table` that meet the condition. The statement thereby fixes the
   * order of the joins and the index that is used, whatever the planner's statistics say.
   */
  each(table: string, name: string, condition: RawBuilder<unknown>): RawBuilder<unknown>;
  /**
   * The numbers in a column with a JSON list: a table for `cross join`, and the expression that gives each member, or
   * its first member if it is a list.
   */
  numbersIn(column: string): { readonly table: RawBuilder<unknown>; readonly number: RawBuilder<number> };
  /** Begins an insertion of the rows that a query finds. If it fails, the transaction must be rolled back. */
  readonly insertInto: RawBuilder<unknown>;
  /** Ends a subquery that is evaluated for each row, and never as a join. */
  readonly eachTime: string;
  /** The condition that a word equals a text; both are names of columns. */
  isWord(word: string, text: string): string;
  /**
   * The condition that a word `w` of an account is an event id between two texts, neither of them included; all are
   * names of columns.
   */
  isEventBetween(account: string, low: string, high: string): string;
  /** Ends a `select` that locks its row until the end of the transaction. */
  readonly forUpdate: RawBuilder<unknown>;
  /** Wall time in whole milliseconds since 1970, the same for all writers of the database. */
  now(): RawBuilder<number>;
  /** Takes `count` numbers of the sequence, in rising order and larger than all before. */
  take(run: RunStatement, count: number): Promise<readonly number[]>;
  /** Takes `count` numbers for new words. */
  takeWordNumbers(run: RunStatement, count: number): Promise<readonly number[]>;
  /** Makes the sequence continue after `last`. For a database in which no number was taken. */
  beginAfter(last: number): RawBuilder<unknown>;
}

/** The definition of the tables. */
export interface JournalSchema {
  /** An integer of up to 53 bits. */
  readonly integer: string;
  /** Text that is compared byte by byte. */
  readonly text: string;
  /** A key with automatic numbers. */
  readonly ownNumber: string;
  /** The same, and numbers of deleted rows are not reused. */
  readonly lastingNumber: string;
  /** The key of `journal_word`: constraints in the definition of the table, and statements after it. */
  readonly wordKey: { readonly inside: string; readonly after: readonly string[] };
  /**
   * What finds revisions at a place: an index, or in SQLite a table in the order of its key. There an import adds the
   * rows of many events at once; an index, which is written all over, would be most of the work.
   */
  readonly places: string;
  /** Ends the definition of a table whose rows are kept in the order of its key. */
  readonly inKeyOrder: string;
  /** Statements for the sequence. */
  readonly sequence: readonly string[];
}

/** The values of a row, one for each column. */
export type RowValues = readonly (number | string | null)[];

/** A connection to a database that holds a journal. */
export interface JournalConnection {
  readonly dialect: JournalDialect;
  readonly rows: RunStatement;
  /**
   * Runs a statement over a table `v` of values, and returns the rows that it gives for all of them. It may run once
   * for each row of values, so it must not depend on the others; and it has no parameters but those.
   */
  overValues<Row>(
    columns: ValueColumns,
    values: readonly RowValues[],
    statement: (v: RawBuilder<unknown>) => RawBuilder<Row>,
  ): Promise<readonly Row[]>;
  /**
   * Inserts rows, in the same way.
   *
   * @param expressions what is inserted into each column of the table, by default the values
   */
  insert<Column extends string>(
    table: string,
    columns: Readonly<Record<Column, 'number' | 'text'>>,
    values: readonly RowValues[],
    options?: {
      readonly expressions?: (value: (column: Column) => RawBuilder<unknown>) => InsertedColumns;
      readonly onConflict?: 'do nothing';
    },
  ): Promise<void>;
}

export type InsertedColumns = Readonly<Record<string, RawBuilder<unknown>>>;

/** @param db compiles the statements; `connection` runs them */
export function journalConnection<Tables>(
  connection: { executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ readonly rows: Row[] }> },
  db: Kysely<Tables>,
  dialect: JournalDialect,
): JournalConnection {
  const rows: RunStatement = async (statement) => (await connection.executeQuery(statement.compile(db))).rows;
  const overValues: JournalConnection['overValues'] = async (columns, values, statement) =>
    values.length === 0 ? [] : rows(statement(dialect.table('v', columns, values)));
  return {
    dialect,
    rows,
    overValues,
    async insert(table, columns, values, { expressions, onConflict } = {}) {
      const inserted = insertedColumns(columns, (column) => sql.raw(`v.${column}`), expressions);
      const conflict = sql.raw(onConflict === undefined ? '' : `on conflict ${onConflict}`);
      await overValues(
        columns,
        values,
        // Without "where", SQLite takes "on" for the condition of a join.
        (v) => sql`
          insert into ${sql.raw(table)} (${sql.raw(Object.keys(inserted).join(', '))})
          select ${sql.join(Object.values(inserted))} from ${v} where true ${conflict}`,
      );
    },
  };
}

/** What an insertion puts into each column. */
export function insertedColumns<Column extends string>(
  columns: Readonly<Record<Column, unknown>>,
  value: (column: Column) => RawBuilder<unknown>,
  expressions?: (value: (column: Column) => RawBuilder<unknown>) => InsertedColumns,
): InsertedColumns {
  if (expressions !== undefined) return expressions(value);
  // The boundary to `Object.keys`, whose result is not typed by the keys.
  return Object.fromEntries((Object.keys(columns) as Column[]).map((column) => [column, value(column)]));
}

/** Like the tag `sql`, with texts that are computed at run time. Not for texts from outside. */
export function rawSql<Row>(texts: readonly string[], ...values: readonly unknown[]): RawBuilder<Row> {
  // The boundary to kysely, which takes the texts of a template only.
  return sql<Row>(texts as unknown as TemplateStringsArray, ...values);
}
