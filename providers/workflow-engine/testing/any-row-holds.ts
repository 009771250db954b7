import { openPostgres } from 'chronoscribe/postgres';
import { silentLog } from 'chronoscribe/testing';

/** Whether the text is in any row of any table of the schema. */
export async function anyRowHolds(
  { url, schema }: { readonly url: string; readonly schema: string },
  text: string,
): Promise<boolean> {
  const postgres = await openPostgres({ url, schema, connections: 1, log: silentLog });
  try {
    const tables = await postgres.query<{ name: string }>(
      'select table_name as name from information_schema.tables where table_schema = $1',
      [schema],
    );
    for (const { name } of tables.rows) {
      const found = await postgres.query(`select from "${name}" as kept where strpos(kept::text, $1) > 0 limit 1`, [text]);
      if (found.rowCount !== 0) return true;
    }
    return false;
  } finally {
    await postgres.end();
  }
}
