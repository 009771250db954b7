import { setTimeout as wait } from 'node:timers/promises';
import { inTransaction, type Postgres, type PostgresQueries } from 'chronoscribe/postgres';
import { addMissing, madeIn, type OwnChange, unknownOf, writtenByNewer } from '../hosts/own-tables.ts';

/** The version of openworkflow's own tables that this program knows. */
const knownTables = 5;

/** What is ours beside openworkflow's tables. */
const changes: readonly OwnChange[] = [
  {
    name: '0001-hosts',
    statements: (schema) => [
      // Which host knows which workflows, and when it was last heard of.
      'create table hosts (id text primary key, workflows text[] not null, seen_at timestamptz not null)',
      // Of a run that is never gone on with, only its output is kept. In the same transaction as its end, so no crash comes between.
      `create function erase_settled_run() returns trigger language plpgsql as $$
       begin
         new.input := null;
         update "${schema}".step_attempts set output = null, error = null
         where namespace_id = new.namespace_id and workflow_run_id = new.id and (output is not null or error is not null);
         return new;
       end $$`,
      `create trigger erase_settled_run before update of status on workflow_runs
       for each row when (new.status in ('completed', 'canceled')) execute function erase_settled_run()`,
    ],
  },
];

/** So long a host waits while another one makes the tables. */
const patienceMs = 60_000;

/** So long it waits for one of whom it cannot know whether he lives. */
const shortPatienceMs = 10_000;

/** Milliseconds between two looks. */
const pauseMs = 100;

/**
 * Makes the tables, or brings those of an older version up to date. Several hosts may try at once; where there is nothing to do, nothing is locked.
 *
 * @param makeTables lets openworkflow bring its own tables up to date
 * @throws Error that says which version to run, where a newer one has been at it.
 */
export async function migrate(postgres: Postgres, schema: string, makeTables: () => Promise<void>): Promise<void> {
  const place = `the schema "${schema}" of ${postgres.place}`;
  const lock = `chronoscribe workflows ${schema}`;
  if (await isUpToDate(postgres, schema, place)) return;
  const connection = await postgres.connect();
  let whole = false;
  try {
    await locked(connection, lock, place);
    await makeSchema(connection, schema);
    await alone(connection, async () => {
      if (await isUpToDate(connection, schema, place)) return;
      await makeTables();
      await inTransaction(postgres, (transaction) => addMissing(transaction, schema, changes));
    });
    await connection.query('select pg_advisory_unlock(hashtextextended($1, 0))', [lock]);
    whole = true;
  } finally {
    connection.release(!whole);
  }
}

async function locked(connection: PostgresQueries, lock: string, place: string): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const { rows } = await connection.query<{ taken: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [
      lock,
    ]);
    if (rows[0]?.taken) return;
    if (waitedMs >= patienceMs)
      throw new Error(`Another host has been changing ${place} for a minute. Wait for it, or see what holds it up.`);
    await wait(pauseMs);
  }
}

/** A schema that was made for a user who may make none is taken as it is. */
async function makeSchema(connection: PostgresQueries, schema: string): Promise<void> {
  const { rows } = await connection.query('select from pg_namespace where nspname = $1', [schema]);
  if (rows.length === 0) await connection.query(`create schema if not exists "${schema}"`);
  await connection.query('create table if not exists openworkflow_migrations (version bigint not null primary key)');
  await connection.query('insert into openworkflow_migrations (version) values (0) on conflict do nothing');
}

/**
 * On a server that has one session for all connections, as PGlite has, everybody has that lock; there a row says that somebody is at it, since
 * openworkflow makes its tables on a connection of its own and does not survive a rival. One that a dead host has left holds up the next for some
 * seconds.
 */
async function alone(connection: PostgresQueries, work: () => Promise<void>): Promise<void> {
  for (let waitedMs = 0; waitedMs < shortPatienceMs; waitedMs += pauseMs) {
    const { rowCount } = await connection.query(
      'insert into openworkflow_migrations (version) values (-1) on conflict do nothing',
    );
    if (rowCount === 1) break;
    await wait(pauseMs);
  }
  try {
    await work();
  } finally {
    await connection.query('delete from openworkflow_migrations where version = -1');
  }
}

async function isUpToDate(connection: PostgresQueries, schema: string, place: string): Promise<boolean> {
  const { rows } = await connection.query<{ theirs: boolean; ours: boolean }>(
    `select to_regclass('"${schema}".openworkflow_migrations') is not null as theirs, to_regclass('"${schema}".chronoscribe_migration') is not null as ours`,
  );
  const { theirs = false, ours = false } = rows[0] ?? {};
  const version = theirs ? await tablesIn(connection) : -1;
  const done = ours ? await madeIn(connection) : [];
  const unknown = unknownOf(done, changes);
  if (version > knownTables || unknown !== undefined) {
    throw writtenByNewer(place, unknown ?? `tables of version ${version}`);
  }
  return version === knownTables && done.length === changes.length;
}

async function tablesIn(connection: PostgresQueries): Promise<number> {
  const { rows } = await connection.query<{ version: number | null }>(
    'select max(version) as version from openworkflow_migrations',
  );
  return rows[0]?.version ?? -1;
}
