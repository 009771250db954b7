import type { Logger } from 'chronoscribe';
import { inTransaction, type Postgres, type PostgresQueries } from 'chronoscribe/postgres';
import { journalTables } from '../journal/tables.ts';
import { createKeyFunction, createWordsFunction, eventOrderIndex, postgresJournalDialect } from './dialect.ts';

/** A migration from one version of the tables to the next. */
export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
}

/** Marks the schema of a store among others in the database. */
const table = 'chronoscribe_migration';

/**
 * The tables that exist before any collection. Append only. During a rolling update two versions use the same tables: a
 * migration only adds (tables, columns with a default, indexes), and what no version uses is dropped in a version after
 * the next.
 */
const migrations: readonly Migration[] = [
  {
    name: '0001-tables',
    statements: [
      createKeyFunction,
      // The name is JSON text, since Postgres cannot store every string as text.
      `create table counters (name text collate "C" primary key, value bigint not null)`,
      // Its rows live for minutes, so it may be lost when the server crashes.
      `create unlogged table tallies (name text collate "C" primary key, count bigint not null, ends_at timestamptz not null)`,
      ...journalTables(postgresJournalDialect.schema),
    ],
  },
  { name: '0002-event-order', statements: [eventOrderIndex] },
  { name: '0003-words', statements: [createWordsFunction] },
];

export interface MigrationOptions {
  readonly log: Pick<Logger, 'info'>;
  /** Default: all migrations. */
  readonly known?: readonly Migration[];
}

/**
 * Brings the tables up to date, after a backup of those in use. Several hosts may call it at once; one of them
 * migrates. Locks nothing if there is nothing to do.
 *
 * @throws Error that says which version to run, if a newer one has migrated the tables
 */
export async function migrate(
  postgres: Postgres,
  schema: string,
  { log, known = migrations }: MigrationOptions,
): Promise<void> {
  const place = `the schema "${schema}" of ${postgres.place}`;
  if (missing(await applied(postgres), known, place).length === 0) return;
  await inTransaction(postgres, async (connection) => {
    await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `chronoscribe migrations ${schema}`,
    ]);
    const done = await applied(connection);
    const pending = missing(done, known, place);
    const [first] = pending;
    if (done.length === 0) await refuseForeign(connection, place);
    else if (first !== undefined) {
      const copy = await copyToBackupSchema(connection, { schema, place, change: first.name });
      log.info(
        { copy, change: first.name },
        'the tables in Postgres are migrated; the schema of this name holds a backup',
      );
    }
    await connection.query(
      `create table if not exists ${table} (name text primary key, applied_at timestamptz not null default now())`,
    );
    for (const { name, statements } of pending) {
      for (const statement of statements) await connection.query(statement);
      await connection.query(`insert into ${table} (name) values ($1)`, [name]);
    }
  });
}

async function applied(connection: PostgresQueries): Promise<readonly string[]> {
  // From the catalogue: `to_regclass` may be older than the table of another host.
  const { rowCount } = await connection.query(
    'select 1 from pg_class where relname = $1 and relnamespace = current_schema()::regnamespace',
    [table],
  );
  if (rowCount === 0) return [];
  const { rows } = await connection.query<{ name: string }>(`select name from ${table} order by name`);
  return rows.map(({ name }) => name);
}

function missing(done: readonly string[], known: readonly Migration[], place: string): readonly Migration[] {
  const unknown = done.find((name) => !known.some((migration) => migration.name === name));
  if (unknown !== undefined) {
    throw new Error(
      `${place} was written by a newer version of chronoscribe (it has "${unknown}"). Run that version, or restore a copy from before the update.`,
    );
  }
  return known.filter(({ name }) => !done.includes(name));
}

async function refuseForeign(connection: PostgresQueries, place: string): Promise<void> {
  const { rows } = await connection.query<{ relname: string }>(
    `select relname from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' limit 1`,
  );
  const foreign = rows[0]?.relname;
  if (foreign === undefined) return;
  throw new Error(
    `${place} holds tables of another program ("${foreign}"). Name a schema of its own in the store's setting "schema".`,
  );
}

/**
 * Copies all rows of a schema into a new schema beside it, such as `chronoscribe_before_0003_labels`. It is part of the
 * migration's transaction, so the copy exists exactly if the migration has happened. Writers wait meanwhile.
 *
 * To go back: rename the schema in use, start the earlier version once so that it creates its tables, stop it, and copy
 * the rows back, table by table: `insert into chronoscribe.keys select * from chronoscribe_before_0003_labels.keys`.
 *
 * @param change the name of the first migration
 * @returns the name of the new schema
 * @throws Error that says why the copy failed, with a hint
 */
export async function copyToBackupSchema(
  connection: PostgresQueries,
  { schema, place, change }: { readonly schema: string; readonly place: string; readonly change: string },
): Promise<string> {
  const copy = `${schema}_before_${change.replaceAll('-', '_')}`.slice(0, longestName);
  try {
    const { rows } = await connection.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = 'r' order by relname`,
      [schema],
    );
    const tables = rows.map(({ name }) => `"${name}"`);
    await connection.query(`create schema "${copy}"`);
    await connection.query(`lock table ${tables.map((table) => `"${schema}".${table}`).join(', ')} in share mode`);
    for (const table of tables) await connection.query(`create table "${copy}".${table} as table "${schema}".${table}`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The tables of ${place} need a migration, and the backup before it in the schema "${copy}" failed: ${reason} Nothing was changed. ` +
        'Make room on the server, or grant the user the right to create a schema in the database, and start again.',
      { cause },
    );
  }
  return copy;
}

/** Postgres truncates longer names. */
const longestName = 63;
