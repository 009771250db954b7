import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { sqliteJournalDialect } from '../journal/sqlite-dialect.ts';
import { journalTables } from '../journal/tables.ts';

/** Marks the file of a store among other databases. */
export const migrationTable = 'chronoscribe_migration';

export type Migrations = Readonly<Record<string, Migration>>;

/** The migrations of the tables that exist before any collection, in the order of their names. Append only. */
export const migrations: Migrations = {
  '0001-tables': {
    async up(db) {
      await sql`create table counters (name text not null primary key, value bigint not null)`.execute(db);
      for (const statement of journalTables(sqliteJournalDialect.schema)) await sql.raw(statement).execute(db);
    },
  },
};

export interface MigrationOptions {
  /**
   * Called before the first change to a database in use, with the name of that change: writes a backup, see
   * `writePreviousBackup`. If it throws, nothing is changed.
   */
  readonly backUp: (change: string) => Promise<void>;
  /** Default: all migrations. */
  readonly known?: Migrations;
}

/**
 * Brings the tables up to date. To be called inside an exclusive transaction, so that a crash leaves no partial schema,
 * and of two processes that start at once one finds the work done.
 *
 * @param place the file or database, for the error
 * @throws Error that names the place, if a newer version has migrated it
 */
export async function migrate<T>(
  db: Kysely<T>,
  place: string,
  { backUp, known = migrations }: MigrationOptions,
): Promise<void> {
  const next = await nextMigration(db, place, known);
  if (next === undefined) return;
  if (!next.isFirst) await backUp(next.name);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
    migrationTableName: migrationTable,
    migrationLockTableName: `${migrationTable}_lock`,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error(`The tables of ${place} could not be made.`, { cause: error });
}

/**
 * The first missing migration, and whether the database is new; undefined if it is up to date.
 *
 * @throws Error that names the place, if a newer version has migrated it
 */
export async function nextMigration<T>(
  db: Kysely<T>,
  place: string,
  known = migrations,
): Promise<{ readonly name: string; readonly isFirst: boolean } | undefined> {
  const done = await doneIn(db);
  const unknown = done.find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined) {
    throw new Error(
      `${place} was written by a newer version of chronoscribe (it has "${unknown}"). ` +
        'Run that version, or restore the backup from before the update, whose name contains ".before-".',
    );
  }
  const name = Object.keys(known)
    .toSorted()
    .find((each) => !done.includes(each));
  return name === undefined ? undefined : { name, isFirst: done.length === 0 };
}

/** The names of the applied migrations. */
async function doneIn<T>(db: Kysely<T>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === migrationTable)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTable)}`.execute(db);
  return rows.map(({ name }) => name);
}
