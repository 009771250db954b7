import type { Logger } from 'chronoscribe';
import { inTransaction, type Postgres, type PostgresQueries } from 'chronoscribe/postgres';
import { journalTables } from '../journal/tables.ts';
import { keepEarlierCopy } from './earlier-copy.ts';
import { postgresJournalFlavour } from './journal-flavour.ts';
import { makeKeyFunction } from './key-function.ts';

/** A step from one version of the tables to the next. */
export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
}

/** Names the schema of a store among everything else that it may hold. */
const table = 'chronoscribe_migration';

/**
 * The tables that are there before any collection is. Never edited, only added to. While hosts are updated one after the other, two versions of them work on the same tables: so a
 * migration only adds (tables, columns with a default, indexes), and what nobody uses any more goes in a version after the next.
 */
const migrations: readonly Migration[] = [
  {
    name: '0001-documents',
    statements: [
      makeKeyFunction,
      // The name is JSON text, which may hold what Postgres does not keep in text.
      `create table counters (name text collate "C" primary key, value bigint not null)`,
      // What is in it lasts for minutes, so that it may be lost with the server's process.
      `create unlogged table tallies (name text collate "C" primary key, count bigint not null, ends_at timestamptz not null)`,
    ],
  },
  { name: '0002-journal', statements: journalTables(postgresJournalFlavour.schema) },
];

export interface MigrationOptions {
  readonly log: Pick<Logger, 'info'>;
  /** Default: all that there are. */
  readonly known?: readonly Migration[];
}

/**
 * Brings the tables up to date, after a copy was kept of those that were in use; several hosts may try at once, and one does it. Where there is nothing to do, nothing is locked.
 *
 * @throws Error that says which version to run, where a newer one has been at it.
 */
export async function migrate(postgres: Postgres, schema: string, { log, known = migrations }: MigrationOptions): Promise<void> {
  const place = `the schema "${schema}" of ${postgres.place}`;
  if (missing(await applied(postgres), known, place).length === 0) return;
  await inTransaction(postgres, async (connection) => {
    await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`chronoscribe migrations ${schema}`]);
    const done = await applied(connection);
    const pending = missing(done, known, place);
    const [first] = pending;
    if (done.length === 0) await refuseForeign(connection, place);
    else if (first !== undefined) {
      const copy = await keepEarlierCopy(connection, { schema, place, change: first.name });
      log.info(
        { copy, change: first.name },
        'the tables in Postgres are brought up to date; the schema of this name keeps what they held',
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
  // Asked of the catalogue itself: what `to_regclass` says may be from before another host made the table.
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
