import { inTransaction, type Postgres } from 'chronoscribe/postgres';
import { addMissing, madeIn, type OwnChange, unknownOf, writtenByNewer } from '../hosts/own-tables.ts';

/** What is ours beside DBOS's tables. */
const changes: readonly OwnChange[] = [
  {
    name: '0001-hosts',
    statements: (schema) => [
      // Who lives, and the workflows that it has. A new life begins with each start of a host, and with each return of one that was taken for dead.
      `create table hosts (
         id text primary key, place uuid not null, life uuid not null, seen_at timestamptz not null, workflows text[] not null)`,
      // The step that a run is at or was at last, how often that was begun without coming to an end, and whether somebody followed the run when it was queued.
      `create table run_notes (
         run_id text primary key, step text, begun integer not null default 0, followed boolean not null default false)`,
      // Of a run that is never gone on with, only its output is kept. In the same transaction as its end, so no crash comes between.
      `create function erase_settled_run() returns trigger language plpgsql as $$
       begin
         update "${schema}".workflow_input set inputs = null where workflow_uuid = new.workflow_uuid;
         update "${schema}".operation_outputs set output = null, error = null where workflow_uuid = new.workflow_uuid;
         return null;
       end $$`,
      `create trigger erase_settled_run after update of status on workflow_status
       for each row when (new.status in ('SUCCESS', 'CANCELLED')) execute function erase_settled_run()`,
    ],
  },
];

/**
 * Makes what is missing of our tables; all of it or nothing.
 *
 * @throws Error that says which version to run, where a newer one has been at it.
 */
export async function prepareOwnTables(postgres: Postgres, schema: string): Promise<void> {
  await inTransaction(postgres, async (connection) => {
    await addMissing(connection, schema, changes);
    const unknown = unknownOf(await madeIn(connection), changes);
    if (unknown !== undefined) throw writtenByNewer(`The schema "${schema}" of ${postgres.place}`, unknown);
  });
}
