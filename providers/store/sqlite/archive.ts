import type { Archive, Documents } from 'chronoscribe';
import { sql } from 'kysely';
import { fillFrom, notEmpty } from '../archive/entries.ts';
import { type JournalConnection, journalConnection } from '../journal/dialect.ts';
import { sequence, sqliteJournalFlavour } from '../journal/sqlite-dialect.ts';
import { foundIn, knowing, type NamedCounter, sqlEntries, sqlFilling } from '../sql/archive.ts';
import { type SqlParts, sqlDocuments } from '../sql/documents.ts';
import type { Tables } from '../sql/queries.ts';
import { connectSqlite, type SqliteConnection } from '../sql/sqlite-connection.ts';
import { prepareTable } from './schema.ts';

/**
 * Moves what a SQLite file holds. It is read through a connection of its own, in one transaction: under WAL that sees one moment, and nobody waits for it.
 *
 * @param run does the work inside a transaction of the store, on `writer`, when its turn comes, and resolves when that is committed
 */
export function sqliteArchive(
  file: string,
  writer: SqliteConnection,
  parts: SqlParts,
  run: <T>(work: (documents: Documents) => Promise<T>) => Promise<T>,
): Archive {
  return {
    async *entries() {
      const reader = await connectSqlite(file);
      try {
        reader.run('pragma query_only = on; begin');
        const connection = journalConnection(reader, reader.kysely(), sqliteJournalFlavour);
        const tables = await tablesOf(connection);
        const documents = sqlDocuments(reader, { ...parts, prepared: knowing(tables) });
        const counters = await connection.rows(sql<NamedCounter>`select name, value from counters where name <> ${sequence}`);
        yield* sqlEntries({ connection, documents, tables, counters });
      } finally {
        reader.close();
      }
    },
    fill: (entries) =>
      run(async (documents) => {
        const connection = journalConnection(writer, writer.kysely(), sqliteJournalFlavour);
        const found = await foundIn(connection, await tablesOf(connection));
        if (found !== undefined) throw notEmpty(file, found);
        const filling = sqlFilling({
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
        await fillFrom(entries, filling);
      }),
  };
}

async function tablesOf(connection: JournalConnection): Promise<readonly string[]> {
  const rows = await connection.rows(sql<{ name: string }>`select name from sqlite_master where type = 'table'`);
  return rows.map(({ name }) => name);
}
