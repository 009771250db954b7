import type { RawBuilder } from 'kysely';

/** A row of any collection's table: the document as JSON text, and its id for a person to read. */
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
  /** The key of a document in a field, as the indexes hold it. Keys sort as the store promises, and are never SQL's null. */
  keyOf(field: string): RawBuilder<unknown>;
  /** The same key from a value, given as JSON text. */
  key(json: string): RawBuilder<unknown>;
  /** An id from JSON text. */
  id(json: string): RawBuilder<string>;
  /** The column `id` as text that tells a person which document it is. */
  readonly idText: RawBuilder<string>;
}

export const tableOf = (collection: string): string => `documents_${collection}`;

export const idColumn = 'id';

/** What an index of a collection is called. */
export const indexOf = (collection: string, fields: readonly string[]): string => `${tableOf(collection)}(${fields.join(',')})`;
