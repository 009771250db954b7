import type { Documents } from 'chronoscribe';
import type { AnyCollection } from 'chronoscribe/types';
import { sql } from 'kysely';
import { documentEntries, type RestoreTarget, type StoreEntry, unknownCollection } from '../archive/entries.ts';
import { type PreparedCollections, preparedCollections } from '../collections.ts';
import type { JournalConnection } from '../journal/dialect.ts';
import { exportJournal } from '../journal/export.ts';
import { restoreJournal } from '../journal/restore.ts';
import { compareText } from '../query.ts';
import { tableName } from './queries.ts';

/** A counter of a caller, not one that the database uses itself. */
export interface NamedCounter {
  readonly name: string;
  readonly value: number;
}

/** A store in an SQL database, read inside a transaction with one snapshot. */
export interface SqlContents {
  readonly connection: JournalConnection;
  /** On the same connection, with `collectionsWithTables(tables)`. */
  readonly documents: Pick<Documents, 'find'>;
  /** The names of the tables; there may be others among them. */
  readonly tables: readonly string[];
  readonly counters: readonly NamedCounter[];
}

/** The collections that have a table, prepared or not. */
export function collectionsWithTables(tables: readonly string[]): PreparedCollections {
  const prepared = preparedCollections();
  for (const name of collectionsIn(tables)) prepared.add(unknownCollection(name));
  return prepared;
}

/** All contents of the database, as `Archive.entries` promises. */
export async function* sqlEntries({
  connection,
  documents,
  tables,
  counters,
}: SqlContents): AsyncGenerator<StoreEntry> {
  for (const { name, value } of counters.toSorted((one, other) => compareText(one.name, other.name))) {
    yield { section: 'counters', value: { name, value } };
  }
  yield* documentEntries(documents, collectionsIn(tables));
  yield* exportJournal(connection);
}

/** Describes the contents of a database; undefined if it is empty. */
export async function findContents(
  connection: JournalConnection,
  tables: readonly string[],
): Promise<string | undefined> {
  for (const table of tablesToRestore(tables)) {
    const rows = await connection.rows(sql`select 1 from ${sql.table(table)} limit 1`);
    if (rows.length > 0) return `the table "${table}" has rows`;
  }
  return undefined;
}

/** The tables that must be empty before a database is filled. */
export const tablesToRestore = (tables: readonly string[]): readonly string[] => [
  ...collectionsIn(tables).map(tableName),
  'counters',
  'journal_account',
];

/** An empty database that is being filled, inside one transaction. */
export interface SqlRestoreOptions {
  readonly connection: JournalConnection;
  /** On the same connection. */
  readonly documents: Pick<Documents, 'insert'>;
  readonly counter: RestoreTarget['counter'];
  /** Creates the table of a collection, and prepares it for `documents`. */
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
