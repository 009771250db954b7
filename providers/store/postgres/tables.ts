import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inTransaction, type Postgres, type PostgresConnection, type PostgresQueries } from 'chronoscribe/postgres';
import type { AnyCollection } from 'chronoscribe/types';
import { indexName, tableName } from '../sql/queries.ts';
import { fieldKey, fieldWords } from './dialect.ts';

/** The longest name that Postgres does not truncate, in bytes. */
const longestName = 63;

/**
 * Creates the tables and indexes of collections if they are missing. Several hosts may call it at once. The database
 * computes keys from the body, so an index that is declared later agrees with the documents. An index of a table with
 * documents is built while others read and write them.
 *
 * @param upkeep connections without a time limit for statements
 */
export async function prepareTables(
  postgres: PostgresQueries,
  upkeep: Postgres,
  collections: readonly AnyCollection[],
): Promise<void> {
  for (const { name } of collections) refuseLongName(name);
  if ((await missingFrom(postgres, collections)).length === 0) return;
  await alone(upkeep, async (connection) => {
    for (const { collection, hasTable, indexes } of await missingFrom(connection, collections)) {
      if (hasTable) for (const [name, definition] of indexes) await addIndex(connection, name, definition);
      else await makeTable(connection, collection);
    }
  });
}

/** Finds what is missing, or whose build has not finished. One query of the catalogue, which locks nothing, since every start runs it. */
async function missingFrom(connection: PostgresQueries, collections: readonly AnyCollection[]) {
  const names = collections.flatMap((collection) => [tableName(collection.name), ...definitions(collection).keys()]);
  const { rows } = await connection.query<{ name: string }>(
    `select c.relname as name from pg_class c left join pg_index i on i.indexrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relname = any($1) and coalesce(i.indisvalid, true)`,
    [names],
  );
  const there = new Set(rows.map(({ name }) => name));
  return collections
    .map((collection) => ({
      collection,
      hasTable: there.has(tableName(collection.name)),
      indexes: [...definitions(collection)].filter(([name]) => !there.has(name)),
    }))
    .filter(({ hasTable, indexes }) => !hasTable || indexes.length > 0);
}

/**
 * Runs `work` while no other host prepares tables. Polls for the lock: an index build waits for open statements, also
 * for one that waits for a lock.
 */
async function alone(upkeep: Postgres, work: (connection: PostgresConnection) => Promise<void>): Promise<void> {
  const connection = await upkeep.connect();
  const lock = `hashtextextended('chronoscribe tables ' || current_schema(), 0)`;
  let whole = false;
  try {
    for (;;) {
      const { rows } = await connection.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lock}) as mine`);
      if (rows[0]?.mine === true) break;
      await wait(50 + Math.random() * 100);
    }
    await work(connection);
    await connection.query(`select pg_advisory_unlock(${lock})`);
    whole = true;
  } finally {
    // Closing a connection releases its locks.
    connection.release(!whole);
  }
}

/** A new table appears with all of its indexes or not at all. */
async function makeTable(connection: PostgresConnection, collection: AnyCollection): Promise<void> {
  const own = { connect: async () => ({ ...connection, release: () => undefined }) };
  await inTransaction(own, async ({ query }) => {
    await createEmptyTable({ query }, collection);
    for (const definition of definitions(collection).values()) await query(`create index if not exists ${definition}`);
  });
}

/** A table without indexes, for a collection of which only the name is known. */
export async function createEmptyTable(
  { query }: PostgresQueries,
  { name }: Pick<AnyCollection, 'name'>,
): Promise<void> {
  refuseLongName(name);
  await query(`create table if not exists ${tableName(name)} (id bytea primary key, body text not null)`);
}

async function addIndex(connection: PostgresQueries, name: string, definition: string): Promise<void> {
  // The invalid index of a process that died while it built it.
  await connection.query(`drop index concurrently if exists "${name}"`);
  await connection.query(`create index concurrently if not exists ${definition}`);
}

/** The indexes of a collection by their names. */
function definitions({ name, indexes, words }: AnyCollection): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (fields: readonly string[], columns: string) => {
    const index = postgresIndexName(name, fields);
    found.set(index, `"${index}" on ${tableName(name)} ${columns}`);
  };
  for (const fields of indexes) add(fields, `(${[...fields.map((field) => `(${fieldKey(field)})`), 'id'].join(', ')})`);
  // Without a list of what is still to be added, which a search would go through.
  if (words !== undefined) add(['words', words], `using gin ((${fieldWords(words)})) with (fastupdate = off)`);
  return found;
}

function postgresIndexName(collection: string, fields: readonly string[]): string {
  const name = indexName(collection, fields);
  if (name.length <= longestName) return name;
  const mark = createHash('sha256').update(name).digest('hex').slice(0, 16);
  return `${name.slice(0, longestName - mark.length - 1)}_${mark}`;
}

function refuseLongName(collection: string): void {
  if (tableName(collection).length <= longestName) return;
  throw new Error(
    `The name of the collection "${collection}" is too long for Postgres. Give it at most ${longestName - tableName('').length} letters.`,
  );
}
