import type { AnyCollection, Documents } from 'chronoscribe';
import { sql } from 'kysely';
import { documentEntries, type RestoreTarget, type StoreEntry, unknownCollection } from '../archive/entries.ts';
import { type PreparedCollections, preparedCollections } from '../collections.ts';
import type { JournalConnection } from '../journal/dialect.ts';
import { exportJournal } from '../journal/export.ts';
import { restoreJournal } from '../journal/restore.ts';
import { compareText } from '../order.ts';
import { tableName } from './queries.ts';

/** A counter that somebody named; what a database counts for itself is none. */
export interface NamedCounter {
  readonly name: string;
  readonly value: number;
}

/** A store in an SQL database, read inside a transaction that sees one moment. */
export interface SqlContents {
  readonly connection: JournalConnection;
  /** Through the same connection; they know the collections in `tables`, see `knowing`. */
  readonly documents: Pick<Documents, 'find'>;
  /** The names of the tables in the database, or of more than these. */
  readonly tables: readonly string[];
  readonly counters: readonly NamedCounter[];
}

/** The collections that have a table, whoever prepared them. */
export function collectionsWithTables(tables: readonly string[]): PreparedCollections {
  const prepared = preparedCollections();
  for (const name of collectionsIn(tables)) prepared.add(unknownCollection(name));
  return prepared;
}

/** All that the database holds, as `Archive.entries` promises it. */
export async function* sqlEntries({ connection, documents, tables, counters }: SqlContents): AsyncGenerator<StoreEntry> {
  for (const { name, value } of counters.toSorted((one, other) => compareText(one.name, other.name))) {
    yield { section: 'counters', value: { name, value } };
  }
  yield* documentEntries(documents, collectionsIn(tables));
  yield* exportJournal(connection);
}

/** What a database holds already, in a few words; undefined where it holds nothing. */
export async function findContents(connection: JournalConnection, tables: readonly string[]): Promise<string | undefined> {
  for (const table of tablesToRestore(tables)) {
    const rows = await connection.rows(sql`select 1 from ${sql.table(table)} limit 1`);
    if (rows.length > 0) return `the table "${table}" has rows`;
  }
  return undefined;
}

/** The tables that are there before a database is filled, of which each must be empty. */
export const tablesToRestore = (tables: readonly string[]): readonly string[] => [
  ...collectionsIn(tables).map(tableName),
  'counters',
  'journal_account',
];

/** How a database is filled in which nothing is, inside one transaction. */
export interface SqlRestoreOptions {
  readonly connection: JournalConnection;
  /** Through the same connection. */
  readonly documents: Pick<Documents, 'insert'>;
  readonly counter: RestoreTarget['counter'];
  /** Makes the table of a collection, and lets `documents` know it. */
  prepare(collection: AnyCollection): Promise<void>;
}

export function sqlRestoreTarget({ connection, documents, counter, prepare }: SqlRestoreOptions): RestoreTarget {
  const prepared = new Map<string, ReturnType<typeof unknownCollection>>();
  const collectionOf = async (name: string) => {
    const known = prepared.get(name);
    if (known !== undefined) return known;
    const collection = unknownCollection(name);
    await prepare(collection);
    prepared.set(name, collection);
    return collection;
  };
  return {
    counter,
    document: async (collection, document) => documents.insert(await collectionOf(collection), document),
    journal: restoreJournal(connection),
  };
}

const collectionsIn = (tables: readonly string[]): readonly string[] =>
  tables.filter((table) => table.startsWith(tableName(''))).map((table) => table.slice(tableName('').length));
