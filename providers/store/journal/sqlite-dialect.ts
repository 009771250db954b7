import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import {
  insertedColumns,
  type JournalConnection,
  type JournalDialect,
  journalConnection,
  type RowValues,
  rawSql,
  type ValueColumns,
} from './dialect.ts';

/** The counter that is the sequence. */
export const sequence = 'journal';

/** What a journal needs of a connection to SQLite. */
interface SqliteQueries {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<{ readonly rows: Row[] }>;
  /** Runs a statement once for each list of values, and returns the rows of all. */
  runEach<Row>(sql: string, values: readonly RowValues[]): readonly Row[];
  /** Compiles statements. */
  kysely(): Kysely<unknown>;
}

/**
 * The journal on a connection to SQLite. A prepared statement that runs once for each row of values costs a third of one
 * that reads them from JSON. An insertion is `values`, not `select`: of a statement that could add more than one row
 * SQLite copies each page first, to take back the part that was done before an error.
 */
export function sqliteJournalConnection(connection: SqliteQueries): JournalConnection {
  const db = connection.kysely();
  const journal = journalConnection(connection, db, sqliteJournalDialect);
  return {
    ...journal,
    async overValues<Row>(
      columns: ValueColumns,
      values: readonly RowValues[],
      statement: (v: RawBuilder<unknown>) => RawBuilder<Row>,
    ) {
      const parameters = Object.keys(columns).map((column) => `? as ${column}`);
      const { sql: text } = statement(sql.raw(`(select ${parameters.join(', ')}) v`)).compile(db);
      return connection.runEach<Row>(text, values);
    },
    async insert(table, columns, values, { expressions, onConflict } = {}) {
      const names: readonly string[] = Object.keys(columns);
      const inserted = insertedColumns(columns, (column) => sql.raw(`?${names.indexOf(column) + 1}`), expressions);
      const conflict = sql.raw(onConflict === undefined ? '' : `on conflict ${onConflict}`);
      const { sql: text } = sql`
        insert into ${sql.raw(table)} (${sql.raw(Object.keys(inserted).join(', '))})
        values (${sql.join(Object.values(inserted))}) ${conflict}`.compile(db);
      connection.runEach(text, values);
    },
  };
}

/**
 * The journal's SQL in SQLite, which joins in the order of `cross join` and has one writer at a time. Values are one
 * JSON text, so that the statement is the same for any number of them and prepared once. Its sequence is the row
 * `journal` of a table `counters (name text primary key, value bigint not null)`, which the store makes.
 */
export const sqliteJournalDialect: JournalDialect = {
  schema: {
    integer: 'integer',
    text: 'text',
    ownNumber: 'integer primary key',
    lastingNumber: 'integer primary key autoincrement',
    wordKey: { inside: ', unique (account, role, word)', after: [] },
    places: `create table journal_place (
      timeline integer not null, place integer not null, time bigint not null, recorded bigint not null, seq bigint not null,
      primary key (timeline, place, time, recorded, seq)) without rowid`,
    inKeyOrder: 'without rowid',
    // The sequence is a counter.
    sequence: [],
  },
  placeTable: 'journal_place',
  table(name, columns, rows) {
    const members = Object.keys(columns).map((column, at) => `value ->> ${at} as ${column}`);
    return rawSql([`(select ${members.join(', ')} from json_each(`, `)) ${name}`], JSON.stringify(rows));
  },
  list: (name, _type, values) => rawSql(['json_each(', `) ${name}`], JSON.stringify(values)),
  each: (table, name, condition) => rawSql([`cross join ${table} ${name} on `, ''], condition),
  numbersIn: (column) => ({
    table: sql`json_each(${sql.raw(column)}) j`,
    number: sql`case j.type when 'array' then j.value ->> 0 else j.value end`,
  }),
  // For a statement that stops at an error and keeps what it did before, SQLite need not copy pages first.
  insertInto: sql`insert or fail into`,
  eachTime: '',
  isWord: (word, text) => `${word} = ${text}`,
  isEventBetween: (account, low, high) =>
    `w.account = ${account} and w.role = 'event' and w.word > ${low} and w.word < ${high}`,
  forUpdate: sql``,
  now: () => sql`${Date.now()}`,
  async take(run, count) {
    const [taken] = await run(sql<{ last: number }>`
      insert into counters (name, value) values (${sequence}, ${count})
      on conflict (name) do update set value = counters.value + ${count} returning value as last`);
    if (taken === undefined) throw new Error('The sequence of the journal gave no number.');
    return Array.from({ length: count }, (_, at) => taken.last - count + 1 + at);
  },
  async takeWordNumbers(run, count) {
    const [row] = await run(sql<{ last: number | null }>`select max(number) as last from journal_word`);
    return Array.from({ length: count }, (_, at) => (row?.last ?? 0) + 1 + at);
  },
  beginAfter: (last) => sql`
    insert into counters (name, value) values (${sequence}, ${last}) on conflict (name) do update set value = excluded.value`,
};
