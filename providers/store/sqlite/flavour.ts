import { type RawBuilder, sql } from 'kysely';
import { idColumn, type SqlFlavour } from '../sql/tables.ts';

/**
 * SQLite sorts null before numbers before text, numbers by value, and text by its UTF-8 bytes, which is by code point. Null itself
 * equals nothing, so minus infinity stands for an absent field; JSON cannot hold that number.
 */
const absent: RawBuilder<unknown> = sql`-9e999`;

/** The computed column that holds a field's key. */
export const columnOf = (field: string): string => `key_${field}`;

/** What that column is computed by. In its definition nothing can be bound, so the path is written out; `prepare` lets only identifiers through. */
export const computedKey = (field: string): RawBuilder<unknown> =>
  sql`coalesce(json_extract(body, ${sql.lit(`$.${field}`)}), ${absent})`;

export const sqliteFlavour: SqlFlavour = {
  keyOf: (field) => sql.ref(columnOf(field)),
  key: (json) => sql`coalesce(json_extract(${json}, '$'), ${absent})`,
  id: (json) => sql`json_extract(${json}, '$')`,
  idText: sql.ref(idColumn),
};
