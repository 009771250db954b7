import type { Archive } from 'chronoscribe';
import { inTransaction, type Postgres, type PostgresQueries } from 'chronoscribe/postgres';
import { notEmptyError, restoreEntries } from '../archive/entries.ts';
import {
  collectionsWithTables,
  findContents,
  type NamedCounter,
  sqlEntries,
  sqlRestoreTarget,
  tablesToRestore,
} from '../sql/archive.ts';
import { type SqlContext, sqlDocuments } from '../sql/documents.ts';
import { compiledQueries } from './dialect.ts';
import { connectionOver } from './journal.ts';
import { createEmptyTable } from './tables.ts';

/**
 * Reads and fills a schema of a Postgres database. Reading sees one snapshot, and nobody waits for it. Filling is one
 * transaction, during which nobody else writes.
 *
 * @param upkeep connections without a time limit for statements
 * @param run runs work of the store; `stop` waits for it
 */
export function postgresArchive(
  upkeep: Postgres,
  parts: SqlContext,
  run: <T>(work: () => Promise<T>) => Promise<T>,
): Archive {
  return {
    async *entries() {
      const reader = await upkeep.connect();
      let whole = false;
      try {
        await reader.query('begin isolation level repeatable read read only');
        const tables = await tablesOf(reader);
        const documents = sqlDocuments(compiledQueries(reader), { ...parts, prepared: collectionsWithTables(tables) });
        const { rows } = await reader.query<NamedCounter>('select name, value from counters');
        const counters = rows.map(({ name, value }) => ({ name: String(JSON.parse(name)), value }));
        yield* sqlEntries({ connection: connectionOver(reader), documents, tables, counters });
        await reader.query('commit');
        whole = true;
      } finally {
        reader.release(!whole);
      }
    },
    fill: (entries) =>
      run(() =>
        inTransaction(upkeep, async (queries) => {
          const tables = await tablesOf(queries);
          for (const table of tablesToRestore(tables))
            await queries.query(`lock table "${table}" in share row exclusive mode`);
          const connection = connectionOver(queries);
          const found = await findContents(connection, tables);
          if (found !== undefined) throw notEmptyError(parts.place, found);
          const filling = sqlRestoreTarget({
            connection,
            documents: sqlDocuments(compiledQueries(queries), parts),
            async counter(name, value) {
              await queries.query('insert into counters (name, value) values ($1, $2)', [JSON.stringify(name), value]);
            },
            async prepare(collection) {
              parts.prepared.add(collection);
              await createEmptyTable(queries, collection);
            },
          });
          await restoreEntries(entries, filling);
        }),
      ),
  };
}

async function tablesOf({ query }: PostgresQueries): Promise<readonly string[]> {
  const { rows } = await query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'`,
  );
  return rows.map(({ name }) => name);
}
