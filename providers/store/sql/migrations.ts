import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { makeJournalTables } from '../journal/tables.ts';

/** Names the schema of a store among everything else that a database may hold. */
export const migrationTable = 'chronoscribe_migration';

/** The tables that are there before any collection is; in the order of their names. Never edited, only added to. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-counters': {
    async up(db) {
      await db.schema
        .createTable('counters')
        .addColumn('name', 'text', (column) => column.primaryKey().notNull())
        .addColumn('value', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '0002-journal': { up: makeJournalTables },
};

/**
 * Brings the base tables up to date. Run inside a transaction, so that a crash leaves no half-made schema.
 *
 * @param place the file or database, for the error
 * @throws Error that names the place, where a newer version has been at it.
 */
export async function migrate<T>(db: Kysely<T>, place: string, known = migrations): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => known },
    migrationTableName: migrationTable,
    migrationLockTableName: `${migrationTable}_lock`,
  });
  if ((await db.introspection.getTables({ withInternalKyselyTables: true })).some(({ name }) => name === migrationTable)) {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(migrationTable)}`.execute(db);
    const unknown = rows.find(({ name }) => !Object.hasOwn(known, name));
    if (unknown !== undefined) {
      throw new Error(
        `${place} was written by a newer version of chronoscribe (it has "${unknown.name}"). ` +
          'Run that version, or restore a copy from before the update.',
      );
    }
  }
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error(`The tables of ${place} could not be made.`, { cause: error });
}
