import type { AnyCollection } from 'chronoscribe';
import type { Kysely, RawBuilder } from 'kysely';

/** A row of any collection's table: the document as JSON text, and its id. */
export interface DocumentRow {
  readonly id: string;
  readonly body: string;
}

/** The tables that the queries are written against: one of them for each collection. */
export type Tables = Readonly<Record<string, DocumentRow>>;

/**
 * What differs between databases. A key always comes as JSON text and is decoded by the database, as the documents are: so a
 * document and a query agree on every string, even one with a NUL or half a surrogate pair, and on every number.
 */
export interface SqlFlavour {
  /** Over the column `body`: the key of a field. Keys sort as the store promises, and are never SQL's null. */
  keyOf(field: string): RawBuilder<unknown>;
  /** The same key from a value, given as JSON text. */
  key(json: string): RawBuilder<unknown>;
  /** An id from JSON text. */
  id(json: string): RawBuilder<string>;
  /** The type of a column that holds keys. */
  readonly keyType: 'blob' | 'text';
  /** The names of a table's columns, computed ones among them; none where it does not exist. */
  columns(db: Kysely<Tables>, table: string): Promise<readonly string[]>;
}

export const tableOf = (collection: string): string => `documents_${collection}`;

export const idColumn = 'id';

/** The computed column that holds a field's key. */
export const columnOf = (field: string): string => `key_${field}`;

const indexOf = (collection: string, fields: readonly string[]): string => `${tableOf(collection)}(${fields.join(',')})`;

/**
 * Makes the table and the indexes of a collection where they are missing. Keys are computed from the body by the database, so an
 * index that is declared later, or was not declared for a while, can never disagree with the documents.
 */
export async function prepareTable(db: Kysely<Tables>, flavour: SqlFlavour, { name, indexes }: AnyCollection): Promise<void> {
  const table = tableOf(name);
  await db.schema
    .createTable(table)
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  const columns = new Set(await flavour.columns(db, table));
  for (const field of new Set(indexes.flat())) {
    if (columns.has(columnOf(field))) continue;
    await db.schema
      .alterTable(table)
      .addColumn(columnOf(field), flavour.keyType, (column) => column.generatedAlwaysAs(flavour.keyOf(field)))
      .execute();
  }
  for (const fields of indexes) {
    const index = db.schema.createIndex(indexOf(name, fields)).ifNotExists().on(table);
    await index.columns([...fields.map(columnOf), 'id']).execute();
  }
}
