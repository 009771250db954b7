import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { sqliteJournalDialect } from '../journal/sqlite-dialect.ts';
import { makeJournalTables } from '../journal/tables.ts';

/** Names the schema of a store among everything else that a database may hold. */
export const migrationTable = 'chronoscribe_migration';

export type Migrations = Readonly<Record<string, Migration>>;

/** The tables that are there before any collection is; in the order of their names. Never edited, only added to. */
export const migrations: Migrations = {
  '0001-counters': {
    async up(db) {
      await db.schema
        .createTable('counters')
        .addColumn('name', 'text', (column) => column.primaryKey().notNull())
        .addColumn('value', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '0002-journal': { up: (db) => makeJournalTables(db, sqliteJournalDialect.schema) },
};

export interface MigrationOptions {
  /**
   * Called before the first change to a database that was in use, with that change's name: keeps a copy of it, see `keepEarlierCopy`. What it throws ends the migration before anything
   * was changed.
   */
  readonly backUp: (change: string) => Promise<void>;
  /** Default: all that there are. */
  readonly known?: Migrations;
}

/**
 * Brings the base tables up to date. Run inside a transaction that nobody else can begin meanwhile, so that a crash leaves no half-made schema, and of two processes that start at once one
 * finds the work done.
 *
 * @param place the file or database, for the error
 * @throws Error that names the place, where a newer version has been at it.
 */
export async function migrate<T>(db: Kysely<T>, place: string, { backUp, known = migrations }: MigrationOptions): Promise<void> {
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
 * What a database lacks first, and whether it is a new one; undefined where it is up to date.
 *
 * @throws Error that names the place, where a newer version has been at it.
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
        'Run that version, or go back to the copy that was kept before the update, whose name has ".before-" in it.',
    );
  }
  const name = Object.keys(known)
    .toSorted()
    .find((each) => !done.includes(each));
  return name === undefined ? undefined : { name, isFirst: done.length === 0 };
}

/** The names of the changes that a database has behind it; none in a new one. */
async function doneIn<T>(db: Kysely<T>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === migrationTable)) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTable)}`.execute(db);
  return rows.map(({ name }) => name);
}
