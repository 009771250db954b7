import { z } from 'zod';
import type { EngineDatabase, SqlStatement } from './database.ts';
import { siblingFailed } from './saved/aborts.ts';

const unsettled = `('pending', 'running')`;

/** The condition that a run was submitted under the id `$1`. */
export const isSubmittedAs = 'idempotency_key = $1';

/**
 * A run and the runs of its `child` nodes, at any depth, as a common table `tree` with the column `id`.
 *
 * SQLite reads the tables of a cross join in their order. It has no statistics by which it could order others.
 *
 * @param isRoot the condition of the run; by default its id in openworkflow is `$1`
 */
export function treeOf({ tables }: Pick<EngineDatabase, 'tables'>, isRoot = 'id = $1'): string {
  return `with recursive tree(id) as (
    select id from ${tables.runs} where namespace_id = 'default' and ${isRoot}
    union
    select child.id from tree cross join ${tables.attempts} as attempt cross join ${tables.runs} as child
    where attempt.namespace_id = 'default' and attempt.workflow_run_id = tree.id and attempt.kind = 'workflow'
      and child.parent_step_attempt_namespace_id = 'default' and child.parent_step_attempt_id = attempt.id
  )`;
}

/**
 * Cancels a run and its children at once, and erases what they hold: openworkflow leaves the children running. No
 * upstream issue yet.
 *
 * @returns whether the run was not settled
 */
export async function cancelTree(database: EngineDatabase, libraryId: string): Promise<boolean> {
  const { transact, tables, now } = database;
  const isUnsettled = `id = $1 and status in ${unsettled}`;
  const cancelled = await transact([
    ...eraseContents(database, isUnsettled, libraryId),
    {
      statement: `${treeOf(database, isUnsettled)} update ${tables.runs}
        set status = 'canceled', worker_id = null, available_at = null, finished_at = ${now}, updated_at = ${now}
        where namespace_id = 'default' and id in (select id from tree) and status in ${unsettled} returning id`,
      values: [libraryId],
    },
  ]);
  return cancelled.length > 0;
}

/**
 * Ends the children of a run that fails, in a way that a retry continues them.
 *
 * @param claim of the run: nothing happens if another host has claimed it since
 * @returns their ids in openworkflow
 */
export async function stopChildren(
  database: EngineDatabase,
  libraryId: string,
  claim: number,
): Promise<readonly string[]> {
  const { query, tables, now } = database;
  const stopped = await query(
    `${treeOf(database)} update ${tables.runs}
     set status = 'failed', error = '${JSON.stringify({ message: siblingFailed })}', worker_id = null, available_at = null, finished_at = ${now}, updated_at = ${now}
     where namespace_id = 'default' and id in (select id from tree) and id <> $1 and status in ${unsettled}
       and exists (select 1 from ${tables.runs} as parent
         where parent.namespace_id = 'default' and parent.id = $1 and parent.status = 'running' and parent.attempts = $2)
     returning id`,
    [libraryId, claim],
  );
  return z
    .array(z.object({ id: z.string() }))
    .parse(stopped)
    .map(({ id }) => id);
}

/**
 * Whether nothing of an unsettled run, or of its children, is being worked on or could be claimed now. What has come,
 * a signal or the end of a child, but is not seen by the run yet, counts as work.
 */
export async function isParked(database: EngineDatabase, libraryId: string): Promise<boolean> {
  const { query, tables, now } = database;
  const busy = await query(
    `${treeOf(database)} select 1 from tree cross join ${tables.runs} as run where run.namespace_id = 'default' and run.id = tree.id and (
       run.status = 'pending'
       or (run.status = 'running' and (run.worker_id is not null or run.available_at <= ${now}))
       or (run.status not in ${unsettled} and exists (
         select 1 from ${tables.attempts} as awaited where awaited.namespace_id = 'default'
           and awaited.id = run.parent_step_attempt_id and awaited.status = 'running'))
       or exists (
         select 1 from ${tables.attempts} as waiting cross join ${tables.signals} as signal
         where waiting.namespace_id = 'default' and waiting.workflow_run_id = run.id
           and waiting.kind = 'signal-wait' and waiting.status = 'running'
           and signal.namespace_id = 'default' and signal.step_attempt_id = waiting.id))
     limit 1`,
    [libraryId],
  );
  return busy.length === 0;
}

/**
 * Lets runs continue whose signal or child has come while their host died, or was too late to say so. openworkflow
 * would continue them at the end of the wait. No upstream issue yet.
 */
export async function wakeOverlooked({ query, tables, now }: EngineDatabase): Promise<void> {
  await query(
    `update ${tables.runs} set available_at = ${now}
     where namespace_id = 'default' and status = 'running' and worker_id is null and available_at > ${now} and (
       id in (select waiting.workflow_run_id from ${tables.signals} as signal cross join ${tables.attempts} as waiting
         where signal.namespace_id = 'default' and waiting.namespace_id = 'default'
           and waiting.id = signal.step_attempt_id and waiting.status = 'running')
       or id in (select waiting.workflow_run_id from ${tables.runs} as child cross join ${tables.attempts} as waiting
         where child.parent_step_attempt_namespace_id = 'default' and child.status not in ${unsettled}
           and waiting.namespace_id = 'default' and waiting.id = child.parent_step_attempt_id and waiting.status = 'running'))`,
  );
}

/**
 * Deletes a settled run with its steps, children and signals: openworkflow keeps runs without end. Waits for
 * https://github.com/openworkflowdev/openworkflow/issues/303
 *
 * @param id that it was submitted with
 * @returns whether there was a settled run of this id
 */
export async function eraseRun(database: EngineDatabase, id: string): Promise<boolean> {
  const deleted = await database.transact(eraseTree(database, isSettledRun, id));
  return deleted.length > 0;
}

/**
 * Erases the input, the signals and the results of the steps of a settled run, but not the result of the run itself.
 *
 * @param id that it was submitted with
 */
export async function eraseResults(database: EngineDatabase, id: string): Promise<void> {
  await database.transact(eraseContents(database, isSettledRun, id));
}

const isSettledRun = `${isSubmittedAs} and status not in ${unsettled}`;

/**
 * Statements that delete a run with its children, and their signals.
 *
 * @param isRoot the condition of the run, in which `id` is `$1`
 * @returns statements of which the last one gives a row for each deleted run
 */
export function eraseTree(
  database: Pick<EngineDatabase, 'tables'>,
  isRoot: string,
  id: string,
): readonly SqlStatement[] {
  const { tables } = database;
  return [
    ...eraseSignals(database, isRoot),
    `delete from ${tables.queue} where run in (select idempotency_key from ${tables.runs} where namespace_id = 'default' and ${isRoot})`,
    `${treeOf(database, isRoot)} delete from ${tables.runs} where namespace_id = 'default' and id in (select id from tree) returning id`,
  ].map((statement) => ({ statement, values: [id] }));
}

/** Statements that erase what a run and its children hold, but for the result and the error of the run itself. */
function eraseContents(database: EngineDatabase, isRoot: string, id: string): readonly SqlStatement[] {
  const { tables } = database;
  const tree = treeOf(database, isRoot);
  return [
    ...eraseSignals(database, isRoot),
    `${tree} update ${tables.attempts} set output = null, error = null
     where namespace_id = 'default' and workflow_run_id in (select id from tree) and (output is not null or error is not null)`,
    `${tree} update ${tables.runs} set input = null,
       output = case when parent_step_attempt_id is null then output end,
       error = case when parent_step_attempt_id is null then error end
     where namespace_id = 'default' and id in (select id from tree)`,
  ].map((statement) => ({ statement, values: [id] }));
}

function eraseSignals(database: Pick<EngineDatabase, 'tables'>, isRoot: string): readonly string[] {
  const { tables } = database;
  const tree = treeOf(database, isRoot);
  return [
    `${tree} delete from ${tables.kept} where run in (
       select idempotency_key from ${tables.runs} where namespace_id = 'default' and id in (select id from tree))`,
    `${tree} delete from ${tables.signals} where namespace_id = 'default' and workflow_run_id in (select id from tree)`,
  ];
}
