import { type RawBuilder, sql } from 'kysely';
import type { SqlFlavour } from '../sql/tables.ts';

/**
 * SQLite sorts null before numbers before text, numbers by value, and text by its UTF-8 bytes, which is by code point. Null itself
 * equals nothing, so minus infinity stands for an absent field; JSON cannot hold that number.
 */
const absent: RawBuilder<unknown> = sql`-9e999`;

export const sqliteFlavour: SqlFlavour = {
  // In the definition of a column nothing can be bound, so the path is written out; `prepare` lets only identifiers through.
  keyOf: (field) => sql`coalesce(json_extract(body, ${sql.lit(`$.${field}`)}), ${absent})`,
  key: (json) => sql`coalesce(json_extract(${json}, '$'), ${absent})`,
  id: (json) => sql`json_extract(${json}, '$')`,
  // No type would be best: SQLite turns "10" into the number 10 in a numeric column, and 10 into text in a text column.
  keyType: 'blob',
  async columns(db, table) {
    // `table_info` leaves computed columns out.
    const { rows } = await sql<{ name: string }>`select name from pragma_table_xinfo(${table})`.execute(db);
    return rows.map(({ name }) => name);
  },
};
