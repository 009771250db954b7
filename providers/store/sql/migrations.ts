import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { sqliteJournalDialect } from '../journal/sqlite-dialect.ts';
import { journalTables } from '../journal/tables.ts';

/** Marks the file of a store among other databases. */
export const migrationTable = 'chronoscribe_migration';

/** The migrations of the tables that exist before any collection, in the order of their names. Append only. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-tables': {
    async up(db) {
      await sql`create table counters (name text not null primary key, value bigint not null)`.execute(db);
      for (const statement of journalTables(sqliteJournalDialect.schema)) await sql.raw(statement).execute(db);
    },
  },
};

/**
 * Brings the tables up to date. To be called inside an exclusive transaction, so that a crash leaves no partial schema,
 * and of two processes that start at once one finds the work done.
 *
 * @param place the file or database, for the error
 * @throws Error that names the place, if a newer version has migrated it
 */
export async function migrate<T>(db: Kysely<T>, place: string): Promise<void> {
  if (!(await needsMigration(db, place))) return;
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: migrationTable,
    migrationLockTableName: `${migrationTable}_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error(`The tables of ${place} could not be made.`, { cause: error });
}

/**
 * Whether the database is new, or lacks a migration.
 *
 * @throws Error that names the place, if a newer version has migrated it
 */
export async function needsMigration<T>(db: Kysely<T>, place: string): Promise<boolean> {
  const done = await doneIn(db);
  const unknown = done.find((name) => !Object.hasOwn(migrations, name));
  if (unknown === undefined) return Object.keys(migrations).some((name) => !done.includes(name));
  throw new Error(
    `${place} was written by a newer version of chronoscribe (it has "${unknown}"). Run that version, or restore a backup from before the update.`,
  );
}

/** The names of the applied migrations. */
async function doneIn<T>(db: Kysely<T>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === migrationTable)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTable)}`.execute(db);
  return rows.map(({ name }) => name);
}
