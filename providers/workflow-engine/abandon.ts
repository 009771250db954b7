import { z } from 'zod';
import type { EngineDatabase } from './database.ts';
import { cancelTree } from './run-tree.ts';
import { raceLost } from './saved/aborts.ts';

const Child = z.object({ child: z.string().nullable() });

/**
 * Ends what of a run is open under the path of a node: children are cancelled, and waits and steps count as lost. Called
 * again after a crash, it ends what is left.
 *
 * @returns the ids of the children in openworkflow
 */
export async function abandonWithin(
  database: EngineDatabase,
  libraryId: string,
  path: string,
): Promise<readonly string[]> {
  const { query, tables, now } = database;
  const isOpen = `namespace_id = 'default' and workflow_run_id = $1 and status = 'running'
    and substr(step_name, 1, length($2) + 1) = $2 || '/'`;
  const rows = await query(`select child_workflow_run_id as child from ${tables.attempts} where ${isOpen}`, [
    libraryId,
    path,
  ]);
  const children = rows.flatMap((row) => Child.parse(row).child ?? []);
  for (const child of children) await cancelTree(database, child);
  if (rows.length === 0) return children;
  await query(
    `update ${tables.attempts}
     set status = 'failed', error = '${JSON.stringify({ message: raceLost })}', finished_at = ${now}, updated_at = ${now}
     where ${isOpen}`,
    [libraryId, path],
  );
  return children;
}
