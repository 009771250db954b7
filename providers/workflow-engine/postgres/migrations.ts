import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { EngineDatabase } from '../database.ts';

/** The version of openworkflow's tables that this program knows. */
const knownVersion = 5;

/** Milliseconds to wait for another host that creates the tables. After that it is taken for dead. */
const rivalMs = 20_000;

interface Schema extends Pick<EngineDatabase, 'place' | 'query'> {
  readonly schema: string;
}

/**
 * Creates the tables, or updates those of an older version. Several hosts may start at once: openworkflow's migrations
 * do
 * not survive a rival, and a row of version -1 keeps rivals out. No upstream issue yet.
 *
 * @param createTables runs openworkflow's own migrations
 * @throws Error that says which version to run, if a newer version has changed the tables.
 */
export async function migrate(database: Schema, createTables: () => Promise<void>): Promise<void> {
  if (await isUpToDate(database)) return;
  const { schema, query } = database;
  const migrations = `"${schema}".openworkflow_migrations`;
  const lock = `insert into ${migrations} (version) values (-1) on conflict do nothing returning version`;
  const deadline = performance.now() + rivalMs;
  for (;;) {
    try {
      await prepareSchema(database);
      if ((await query(lock)).length > 0 || performance.now() > deadline) break;
    } catch (thrown) {
      // Of two hosts that create the same thing at once, Postgres refuses one.
      if (performance.now() > deadline || !/already exists|duplicate key|concurrently/.test(String(thrown)))
        throw thrown;
    }
    await wait(100);
  }
  try {
    if (await isUpToDate(database)) return;
    await createTables();
    for (const statement of ours(schema)) await query(statement);
  } finally {
    await query(`delete from ${migrations} where version = -1`);
  }
}

/** A user who may not create schemas can use one that was created for it. */
async function prepareSchema({ schema, query }: Schema): Promise<void> {
  const existing = await query('select from pg_namespace where nspname = $1', [schema]);
  if (existing.length === 0) await query(`create schema if not exists "${schema}"`);
  await query(`create table if not exists "${schema}".openworkflow_migrations (version bigint not null primary key)`);
  await query(`insert into "${schema}".openworkflow_migrations (version) values (0) on conflict do nothing`);
}

async function isUpToDate({ place, schema, query }: Schema): Promise<boolean> {
  const [found] = await query(
    `select to_regclass('"${schema}".openworkflow_migrations') is not null as theirs,
       to_regclass('"${schema}".chronoscribe_queue_by_account') is not null as ours`,
  );
  const { theirs, ours: hasOurs } = z.object({ theirs: z.boolean(), ours: z.boolean() }).parse(found);
  if (!theirs) return false;
  const rows = await query(`select max(version)::int as version from "${schema}".openworkflow_migrations`);
  const version = z.tuple([z.object({ version: z.int().nullable() })]).parse(rows)[0].version ?? -1;
  if (version > knownVersion) {
    throw new Error(
      `The schema "${schema}" of ${place} was written by a newer version of chronoscribe (it has tables of version ${version}). ` +
        'Run that version, or restore a backup from before the update.',
    );
  }
  return version === knownVersion && hasOurs;
}

/**
 * Indexes that openworkflow lacks: on the ids that runs are submitted with, and two without which each claim would read
 * all runs that wait. And the signals that we keep, and the queue of runs that have not begun.
 */
function ours(schema: string): readonly string[] {
  const runs = `"${schema}".workflow_runs`;
  return [
    `create index if not exists chronoscribe_runs_by_id on ${runs} (namespace_id, idempotency_key)`,
    `create index if not exists chronoscribe_runs_by_deadline on ${runs} (namespace_id, deadline_at) where deadline_at is not null`,
    `create table if not exists "${schema}".chronoscribe_signals (
       id bigint generated always as identity primary key, run text not null, node text not null, wait text, payload text not null,
       unique (run, wait))`,
    `create index if not exists chronoscribe_claimed_runs on ${runs} (namespace_id) where status = 'running' and worker_id is not null`,
    `create table if not exists "${schema}".chronoscribe_queue (
       run text primary key, account text not null, place bigint not null, begun int not null)`,
    `create index if not exists chronoscribe_queue_by_place on "${schema}".chronoscribe_queue (begun, place)`,
    // The last one, since it says that all are there.
    `create index if not exists chronoscribe_queue_by_account on "${schema}".chronoscribe_queue (account, begun, place)`,
  ];
}
