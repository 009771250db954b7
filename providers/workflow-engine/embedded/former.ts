import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'chronoscribe';
import { z } from 'zod';
import { formerRuns } from '../problems.ts';

const Counts = z.object({ unfinished: z.number(), failed: z.number().nullable() });

/**
 * Deletes a database of a version that kept runs in the tables of openworkflow, once nothing in it is unfinished.
 *
 * @throws Error that says how many runs are
 */
export async function deleteFormer(file: string, log: Logger): Promise<void> {
  const counts = existsSync(file) ? countsIn(file) : undefined;
  if (counts === undefined) return;
  if (counts.unfinished > 0) throw formerRuns(file, counts.unfinished);
  for (const end of ['', '-wal', '-shm']) await rm(`${file}${end}`, { force: true });
  const { failed } = counts;
  log.warn(
    { file, failed },
    'the workflow database of a former version was deleted; its failed runs cannot be retried',
  );
}

/** Undefined if the file is of another kind. */
function countsIn(file: string): z.output<typeof Counts> | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    const counts = database.prepare(
      `select count(*) filter (where status not in ('completed', 'succeeded', 'failed', 'canceled')) as unfinished,
         count(*) filter (where status = 'failed') as failed from workflow_runs where parent_step_attempt_id is null`,
    );
    return Counts.parse(counts.get());
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}
