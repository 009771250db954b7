import type { PostgresQueries } from 'chronoscribe/postgres';

/**
 * Keeps a copy of all rows of a schema in a schema of their own beside it: `chronoscribe_before_0003_labels`. It is made in the transaction of the change itself, so there is one where the
 * change was made and none else; whoever writes waits meanwhile.
 *
 * To go back: rename the schema that is in use, let the earlier version make its tables by starting it once, stop it, and put the rows back, table by table:
 * `insert into chronoscribe.keys select * from chronoscribe_before_0003_labels.keys`.
 *
 * @param change the name of the migration that comes
 * @returns the name of the schema with the copy
 * @throws Error that says why no copy could be made, and what to do
 */
export async function keepEarlierCopy(
  connection: PostgresQueries,
  { schema, place, change }: { readonly schema: string; readonly place: string; readonly change: string },
): Promise<string> {
  const copy = `${schema}_before_${change.replaceAll('-', '_')}`.slice(0, longestName);
  try {
    const { rows } = await connection.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = $1::regnamespace and relkind = 'r' order by relname`,
      [schema],
    );
    const tables = rows.map(({ name }) => `"${name}"`);
    await connection.query(`create schema "${copy}"`);
    await connection.query(`lock table ${tables.map((table) => `"${schema}".${table}`).join(', ')} in share mode`);
    for (const table of tables) await connection.query(`create table "${copy}".${table} as table "${schema}".${table}`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `Before the tables of ${place} are brought up to date, a copy of them is kept in the schema "${copy}", and that failed: ${reason} Nothing was changed. ` +
        'Make room on the server, or grant the user the right to create a schema in the database, and start again.',
      { cause },
    );
  }
  return copy;
}

/** Postgres cuts a longer name. */
const longestName = 63;
