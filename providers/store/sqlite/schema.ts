import type { AnyCollection } from 'chronoscribe';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { idColumn, indexName, type SqlDialect, type Tables, tableName } from '../sql/queries.ts';

/**
 * SQLite sorts null before numbers before text, numbers by value, and text by its UTF-8 bytes, which is by code point. Null itself
 * equals nothing, so minus infinity stands for an absent field; JSON cannot hold that number.
 */
const absent: RawBuilder<unknown> = sql`-9e999`;

/** The computed column that holds a field's key. */
export const keyColumn = (field: string): string => `key_${field}`;

/** What that column is computed by. In its definition nothing can be bound, so the path is written out; `prepare` lets only identifiers through. */
export const computedKey = (field: string): RawBuilder<unknown> =>
  sql`coalesce(json_extract(body, ${sql.lit(`$.${field}`)}), ${absent})`;

export const sqliteDialect: SqlDialect = {
  keyOf: (field) => sql.ref(keyColumn(field)),
  key: (json) => sql`coalesce(json_extract(${json}, '$'), ${absent})`,
  id: (json) => sql`json_extract(${json}, '$')`,
  idText: sql.ref(idColumn),
};

/**
 * Makes the table and the indexes of a collection where they are missing. Keys are computed from the body by the database, so an
 * index that is declared later, or was not declared for a while, can never disagree with the documents.
 */
export async function prepareTable(db: Kysely<Tables>, { name, indexes }: AnyCollection): Promise<void> {
  const table = tableName(name);
  await db.schema
    .createTable(table)
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute();
  const columns = await columnsOf(db, table);
  for (const field of new Set(indexes.flat())) {
    if (columns.has(keyColumn(field))) continue;
    await db.schema
      .alterTable(table)
      // No type would be best: SQLite turns "10" into the number 10 in a numeric column, and 10 into text in a text column.
      .addColumn(keyColumn(field), 'blob', (column) => column.generatedAlwaysAs(computedKey(field)))
      .execute();
  }
  for (const fields of indexes) {
    const index = db.schema.createIndex(indexName(name, fields)).ifNotExists().on(table);
    await index.columns([...fields.map(keyColumn), 'id']).execute();
  }
}

async function columnsOf(db: Kysely<Tables>, table: string): Promise<ReadonlySet<string>> {
  // `table_info` leaves computed columns out.
  const { rows } = await sql<{ name: string }>`select name from pragma_table_xinfo(${table})`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
