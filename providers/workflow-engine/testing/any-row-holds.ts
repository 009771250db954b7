import { openPostgres, type Postgres } from 'chronoscribe/postgres';
import { silentLog } from 'chronoscribe/testing';

interface Place {
  readonly url: string;
  readonly schema: string;
}

/** Works on a schema with a connection of its own. */
export async function onSchema<T>({ url, schema }: Place, work: (postgres: Postgres) => Promise<T>): Promise<T> {
  const postgres = await openPostgres({ url, schema, connections: 1, log: silentLog });
  try {
    return await work(postgres);
  } finally {
    await postgres.end();
  }
}

/** Whether the text is in any row of any table of the schema. */
export function anyRowHolds(place: Place, text: string): Promise<boolean> {
  return onSchema(place, async (postgres) => {
    const tables = await postgres.query<{ name: string }>(
      'select table_name as name from information_schema.tables where table_schema = $1',
      [place.schema],
    );
    for (const { name } of tables.rows) {
      const found = await postgres.query(`select from "${name}" as kept where strpos(kept::text, $1) > 0 limit 1`, [
        text,
      ]);
      if (found.rowCount !== 0) return true;
    }
    return false;
  });
}
