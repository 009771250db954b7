import type { EngineDatabase, SqlStatement } from './database.ts';
import { timeoutEnd } from './kept-signals.ts';
import { changeNoticed } from './own-definition.ts';
import { queueAgain } from './queue.ts';
import { queueTimes } from './resume-at-once.ts';
import { eraseTree, treeOf } from './run-tree.ts';
import type { NodeInRun } from './view/nodes-after.ts';
import type { LibraryHistory } from './view/run-history.ts';

/**
 * Queues a failed run again, with its children. openworkflow then starts with what is not done: results are kept,
 * attempts that failed, crashed or waited are deleted so that they do not count again. Waits for
 * https://github.com/openworkflowdev/openworkflow/issues/520
 *
 * @param first what is done before, in the same transaction
 * @returns false if it has not failed, for example because somebody else has just retried it, or if it was erased
 */
export async function retryRun(
  database: EngineDatabase,
  libraryId: string,
  first: readonly SqlStatement[] = [],
): Promise<boolean> {
  const { tables, transact } = database;
  const tree = treeOf(database, `id = $1 and status = 'failed' and input is not null`);
  const ofTree = `namespace_id = 'default' and workflow_run_id in (select id from tree)`;
  const hasChild = `kind = 'workflow' and child_workflow_run_id is not null`;
  const attempts = [
    `update ${tables.attempts} set status = 'running', error = null, finished_at = null
     where ${ofTree} and status = 'failed' and ${hasChild} and child_workflow_run_id not in (
       select id from ${tables.runs} where namespace_id = 'default' and status = 'canceled')`,
    // A wait that has timed out is done, and waits anew.
    `delete from ${tables.attempts} where ${ofTree} and exists (
       select 1 from ${tables.attempts} as failure where failure.namespace_id = 'default'
         and failure.workflow_run_id = ${tables.attempts}.workflow_run_id
         and failure.step_name = ${tables.attempts}.step_name || '//timeout')`,
    // The run goes on by its workflow as it is, see `library-workflow.ts`.
    `update ${tables.attempts} set status = 'completed', output = 'null', error = null
     where ${ofTree} and status = 'failed' and step_name like '${changeNoticed}%'`,
    `delete from ${tables.attempts} where ${ofTree} and status <> 'completed' and not (${hasChild})`,
    `delete from ${tables.kept} where node like '%${timeoutEnd}' and run in (
       select idempotency_key from ${tables.runs} where namespace_id = 'default' and id in (select id from tree))`,
  ];
  const again = `set status = 'pending', error = null, output = null, finished_at = null, available_at = $2
    where namespace_id = 'default' and status = 'failed'`;
  const retried = await transact([
    ...first,
    queueAgain(database, libraryId),
    ...attempts.map((statement) => ({ statement: `${tree} ${statement}`, values: [libraryId] })),
    {
      statement: `${tree} update ${tables.runs} ${again} and id in (select id from tree) and id <> $1`,
      values: [libraryId, queueTimes.admitted],
    },
    {
      statement: `update ${tables.runs} ${again} and id = $1 and input is not null returning id`,
      values: [libraryId, queueTimes.queued],
    },
  ]);
  return retried.length > 0;
}

/** Queues a failed run again, of which these nodes are done anew: the first one, and all that come after it. */
export function retryFrom(
  database: EngineDatabase,
  { id, libraryId }: { readonly id: string; readonly libraryId: string },
  { anew, children }: NodeInRun<LibraryHistory>,
): Promise<boolean> {
  const { tables } = database;
  const statements: SqlStatement[] = [];
  for (const { history, path, fullPath } of anew) {
    for (const attempt of history.attempts) {
      if (!isWithin(attempt.stepName, path)) continue;
      if (attempt.childWorkflowRunId !== null)
        statements.push(...eraseTree(database, 'id = $1', attempt.childWorkflowRunId));
      statements.push({
        statement: `delete from ${tables.attempts} where namespace_id = 'default' and id = $1`,
        values: [attempt.id],
      });
    }
    statements.push({
      statement: `delete from ${tables.kept} where run = $1 and (wait = $2 or substr(wait, 1, length($2) + 1) = $2 || '/')`,
      values: [id, fullPath],
    });
  }
  for (const child of children) {
    statements.push(
      {
        statement: `update ${tables.attempts} set status = 'running', output = null, error = null, finished_at = null
          where namespace_id = 'default' and child_workflow_run_id = $1`,
        values: [child],
      },
      {
        statement: `update ${tables.runs} set status = 'failed' where namespace_id = 'default' and id = $1`,
        values: [child],
      },
    );
  }
  return retryRun(database, libraryId, statements);
}

/** Whether what is saved under a name belongs to the node at a path, or to a node inside. */
function isWithin(name: string, path: string): boolean {
  return name === path || name.startsWith(`${path}/`);
}
