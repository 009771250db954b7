import type { Archive, Documents } from 'chronoscribe';
import { sql } from 'kysely';
import { notEmptyError, restoreEntries } from '../archive/entries.ts';
import type { JournalConnection } from '../journal/dialect.ts';
import { sequence, sqliteJournalConnection } from '../journal/sqlite-dialect.ts';
import {
  collectionsWithTables,
  findContents,
  type NamedCounter,
  sqlEntries,
  sqlRestoreTarget,
} from '../sql/archive.ts';
import { type SqlContext, sqlDocuments } from '../sql/documents.ts';
import type { Tables } from '../sql/queries.ts';
import { connectSqlite, type SqliteConnection } from '../sql/sqlite-connection.ts';
import { prepareTable } from './schema.ts';

/**
 * Reads and fills a SQLite file. Reading uses a connection of its own and one transaction: under WAL it sees one
 * snapshot, and nobody waits.
 *
 * @param run runs work in a transaction of the store, on `writer`, and resolves once it is committed
 */
export function sqliteArchive(
  file: string,
  writer: SqliteConnection,
  parts: SqlContext,
  run: <T>(work: (documents: Documents) => Promise<T>) => Promise<T>,
): Archive {
  return {
    async *entries() {
      const reader = await connectSqlite(file);
      try {
        reader.exec('pragma query_only = on; begin');
        const connection = sqliteJournalConnection(reader);
        const tables = await tablesOf(connection);
        const documents = sqlDocuments(reader, { ...parts, prepared: collectionsWithTables(tables) });
        const counters = await connection.rows(
          sql<NamedCounter>`select name, value from counters where name <> ${sequence}`,
        );
        yield* sqlEntries({ connection, documents, tables, counters });
      } finally {
        reader.close();
      }
    },
    fill: (entries) =>
      run(async (documents) => {
        const connection = sqliteJournalConnection(writer);
        const found = await findContents(connection, await tablesOf(connection));
        if (found !== undefined) throw notEmptyError(file, found);
        const filling = sqlRestoreTarget({
          connection,
          documents,
          async counter(name, value) {
            await connection.rows(sql`insert into counters (name, value) values (${name}, ${value})`);
          },
          async prepare(collection) {
            parts.prepared.add(collection);
            await prepareTable(writer.kysely<Tables>(), collection);
          },
        });
        await restoreEntries(entries, filling);
      }),
  };
}

async function tablesOf(connection: JournalConnection): Promise<readonly string[]> {
  const rows = await connection.rows(sql<{ name: string }>`select name from sqlite_master where type = 'table'`);
  return rows.map(({ name }) => name);
}
