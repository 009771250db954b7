import type { EngineDatabase } from './database.ts';
import { queueTimes } from './resume-at-once.ts';

/**
 * Queues a failed run again. openworkflow then starts with the step that failed: results of finished steps are kept,
 * attempts that failed or crashed are deleted so that they do not count again. Waits for
 * https://github.com/openworkflowdev/openworkflow/issues/520
 *
 * @returns false if the run has not failed, for example because somebody else has just retried it
 */
export async function retryFailedRun({ query, tables }: EngineDatabase, libraryId: string): Promise<boolean> {
  const failed = `namespace_id = 'default' and id = $1 and status = 'failed'`;
  // First, so that no worker sees the attempts: nobody works on a run that has failed.
  await query(
    `delete from ${tables.attempts} where namespace_id = 'default' and status <> 'completed'
       and workflow_run_id in (select id from ${tables.runs} where ${failed})`,
    [libraryId],
  );
  const retried = await query(
    `update ${tables.runs} set status = 'pending', error = null, available_at = $2, finished_at = null where ${failed} returning id`,
    [libraryId, queueTimes.submitted],
  );
  return retried.length > 0;
}
