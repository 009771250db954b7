import type { AnyCollection } from 'chronoscribe/types';
import { type ColumnDefinitionBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import { idColumn, indexName, type SqlDialect, type Tables, tableName } from './queries.ts';

/**
 * SQLite sorts null before numbers before text, numbers by value, and text by its UTF-8 bytes, which is by code point.
 * Null equals nothing, so minus infinity, which JSON cannot hold, stands for an absent field.
 */
const absent: RawBuilder<unknown> = sql`-9e999`;

/** The generated column with a field's key. */
export const keyColumn = (field: string): string => `key_${field}`;

/**
 * The expression of that column. It cannot have parameters, so the path is a literal; `prepare` accepts identifiers
 * only.
 */
export const computedKey = (field: string): RawBuilder<unknown> =>
  sql`coalesce(json_extract(body, ${sql.lit(`$.${field}`)}), ${absent})`;

export const sqliteDialect: SqlDialect = {
  keyOf: (field) => sql.ref(keyColumn(field)),
  key: (json) => sql`coalesce(json_extract(${json}, '$'), ${absent})`,
  id: (json) => sql`json_extract(${json}, '$')`,
  idText: sql.ref(idColumn),
};

/**
 * Creates the table and indexes of a collection if they are missing. The database computes keys from the body, so an
 * index that is declared later agrees with the documents.
 */
export async function prepareTable(db: Kysely<Tables>, { name, indexes }: AnyCollection): Promise<void> {
  const table = tableName(name);
  const keys = [...new Set(indexes.flat())];
  const empty = db.schema
    .createTable(table)
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('body', 'text', (column) => column.notNull());
  await keys.reduce((made, field) => made.addColumn(keyColumn(field), 'blob', generatedKey(field)), empty).execute();
  const columns = await columnsOf(db, table);
  for (const field of keys) {
    if (columns.has(keyColumn(field))) continue;
    await db.schema.alterTable(table).addColumn(keyColumn(field), 'blob', generatedKey(field)).execute();
  }
  for (const fields of indexes) {
    const index = db.schema.createIndex(indexName(name, fields)).ifNotExists().on(table);
    await index.columns([...fields.map(keyColumn), 'id']).execute();
  }
}

/** Its column has no type affinity, which would turn "10" into 10 or 10 into "10". */
const generatedKey = (field: string) => (column: ColumnDefinitionBuilder) =>
  column.generatedAlwaysAs(computedKey(field));

async function columnsOf(db: Kysely<Tables>, table: string): Promise<ReadonlySet<string>> {
  // `table_info` leaves generated columns out.
  const { rows } = await sql<{ name: string }>`select name from pragma_table_xinfo(${table})`.execute(db);
  return new Set(rows.map(({ name }) => name));
}
