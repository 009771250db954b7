import type { Documents } from 'chronoscribe';
import { sql } from 'kysely';
import { type ArchiveEntries, notEmptyError, restoreEntries, type StoreEntry } from '../archive/entries.ts';
import type { JournalConnection } from '../journal/dialect.ts';
import { sequence, sqliteJournalConnection } from '../journal/sqlite-dialect.ts';
import { collectionsWithTables, findContents, type NamedCounter, sqlEntries, sqlRestoreTarget } from './archive.ts';
import { type SqlContext, sqlDocuments } from './documents.ts';
import type { Tables } from './queries.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { prepareTable } from './sqlite-schema.ts';

/** The contents of the tables, as `Archive.entries` promises. @param reader inside a transaction */
export async function* sqliteEntries(reader: SqliteConnection, context: SqlContext): AsyncGenerator<StoreEntry> {
  const connection = sqliteJournalConnection(reader);
  const tables = await tablesOf(connection);
  const documents = sqlDocuments(reader, { ...context, prepared: collectionsWithTables(tables) });
  const counters = await connection.rows(sql<NamedCounter>`select name, value from counters where name <> ${sequence}`);
  yield* sqlEntries({ connection, documents, tables, counters });
}

/**
 * Fills empty tables, see `Archive.fill`.
 *
 * @param writer inside a transaction
 * @param documents documents on the same connection
 */
export async function fillSqlite(
  entries: ArchiveEntries,
  writer: SqliteConnection,
  context: SqlContext,
  documents: Pick<Documents, 'insert'>,
): Promise<void> {
  const connection = sqliteJournalConnection(writer);
  const found = await findContents(connection, await tablesOf(connection));
  if (found !== undefined) throw notEmptyError(context.place, found);
  const filling = sqlRestoreTarget({
    connection,
    documents,
    async counter(name, value) {
      await connection.rows(sql`insert into counters (name, value) values (${name}, ${value})`);
    },
    async prepare(collection) {
      context.prepared.add(collection);
      await prepareTable(writer.kysely<Tables>(), collection);
    },
  });
  await restoreEntries(entries, filling);
}

async function tablesOf(connection: JournalConnection): Promise<readonly string[]> {
  const rows = await connection.rows(sql<{ name: string }>`select name from sqlite_master where type = 'table'`);
  return rows.map(({ name }) => name);
}
