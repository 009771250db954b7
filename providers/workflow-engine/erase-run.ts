import type { EngineDatabase } from './database.ts';

/**
 * Deletes a settled run with its steps and signals: openworkflow keeps runs without end. Waits for
 * https://github.com/openworkflowdev/openworkflow/issues/303
 *
 * @returns whether there was a settled run of this id
 */
export async function eraseRun({ query, tables }: EngineDatabase, libraryId: string): Promise<boolean> {
  const deleted = await query(
    `delete from ${tables.runs} where namespace_id = 'default' and id = $1
       and status in ('completed', 'succeeded', 'failed', 'canceled') returning id`,
    [libraryId],
  );
  if (deleted.length === 0) return false;
  await query(`delete from ${tables.signals} where namespace_id = 'default' and workflow_run_id = $1`, [libraryId]);
  return true;
}
