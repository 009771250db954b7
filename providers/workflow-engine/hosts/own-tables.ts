import type { PostgresQueries } from 'chronoscribe/postgres';

/** A change of what is ours beside a library's own tables. Never edited, only added to; hosts of the version before go on working on what it makes. */
export interface OwnChange {
  readonly name: string;
  readonly statements: (schema: string) => readonly string[];
}

/** Makes what is missing of our tables. Inside a transaction, so that it is all of it or nothing. */
export async function addMissing(connection: PostgresQueries, schema: string, changes: readonly OwnChange[]): Promise<void> {
  await connection.query(
    'create table if not exists chronoscribe_migration (name text primary key, applied_at timestamptz not null default now())',
  );
  const made = await madeIn(connection);
  for (const { name, statements } of changes.filter((each) => !made.includes(each.name))) {
    for (const statement of statements(schema)) await connection.query(statement);
    await connection.query('insert into chronoscribe_migration (name) values ($1)', [name]);
  }
}

/** The names of the changes that were made. */
export async function madeIn(connection: PostgresQueries): Promise<readonly string[]> {
  const { rows } = await connection.query<{ name: string }>('select name from chronoscribe_migration order by name');
  return rows.map(({ name }) => name);
}

/** The name of a change that a newer version has made, if any. */
export function unknownOf(made: readonly string[], changes: readonly OwnChange[]): string | undefined {
  return made.find((name) => changes.every((each) => each.name !== name));
}

/** @param found what this version does not know */
export function writtenByNewer(place: string, found: string): Error {
  return new Error(
    `${place} was written by a newer version of chronoscribe (it has "${found}"). Run that version, or restore a copy from before the update.`,
  );
}
