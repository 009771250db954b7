import type { EngineDatabase } from './database.ts';
import { eraseTree, treeOf } from './run-tree.ts';

/**
 * Deletes a settled run with its steps, children and signals: openworkflow keeps runs without end. Waits for
 * https://github.com/openworkflowdev/openworkflow/issues/303
 *
 * @returns whether there was a settled run of this id
 */
export async function eraseRun(
  database: EngineDatabase,
  { id, libraryId }: { readonly id: string; readonly libraryId: string },
): Promise<boolean> {
  const { tables } = database;
  const isSettled = `exists (select 1 from ${tables.runs} where namespace_id = 'default' and id = $2
    and status in ('completed', 'succeeded', 'failed', 'canceled'))`;
  const deleted = await database.transact([
    { statement: `delete from ${tables.kept} where run = $1 and ${isSettled}`, values: [id, libraryId] },
    ...eraseTree(database, libraryId),
  ]);
  return deleted.length > 0;
}

/**
 * Deletes the inputs, results and signals of all runs that are done or cancelled, but for the result of each run. Until
 * then a run that is done can be done anew from any step.
 */
export async function eraseResults(database: EngineDatabase): Promise<void> {
  const { tables, transact } = database;
  const settled = (column: string) =>
    `select ${column} from ${tables.runs} where namespace_id = 'default' and status in ('completed', 'canceled')`;
  const tree = treeOf(database, `status = 'completed' and parent_step_attempt_id is null and input is not null`);
  await transact(
    [
      `delete from ${tables.kept} where run in (${settled('idempotency_key')})`,
      `delete from ${tables.signals} where namespace_id = 'default' and workflow_run_id in (${settled('id')})`,
      `${tree} update ${tables.attempts} set output = null, error = null
       where namespace_id = 'default' and workflow_run_id in (select id from tree) and (output is not null or error is not null)`,
      `${tree} update ${tables.runs} set input = null where namespace_id = 'default' and id in (select id from tree)`,
    ].map((statement) => ({ statement, values: [] })),
  );
}
