import type { Logger } from 'chronoscribe';
import { openPostgres } from 'chronoscribe/postgres';
import { formerRuns } from '../problems.ts';

/**
 * Deletes the tables of a version that kept runs in those of openworkflow, once nothing in them is unfinished.
 *
 * @throws Error that says how many runs are
 */
export async function deleteFormer(options: {
  readonly url: string;
  readonly schema: string;
  readonly log: Logger;
}): Promise<void> {
  const { schema, log } = options;
  const postgres = await openPostgres({ ...options, connections: 1 });
  try {
    // If the server is away, the store waits for it.
    const found = await postgres
      .query(`select 1 from pg_tables where schemaname = $1 and tablename = 'workflow_runs'`, [schema])
      .catch(() => undefined);
    if (found === undefined || found.rowCount === 0) return;
    const { rows } = await postgres.query<{ unfinished: number; failed: number }>(
      `select count(*) filter (where status not in ('completed', 'succeeded', 'failed', 'canceled'))::int as unfinished,
         count(*) filter (where status = 'failed')::int as failed from workflow_runs where parent_step_attempt_id is null`,
    );
    const { unfinished = 0, failed = 0 } = rows[0] ?? {};
    const place = `the schema ${schema} of ${postgres.place}`;
    if (unfinished > 0) throw formerRuns(place, unfinished);
    const tables = await postgres.query<{ name: string }>(
      'select quote_ident(tablename) as name from pg_tables where schemaname = $1',
      [schema],
    );
    await postgres.query(`drop table if exists ${tables.rows.map(({ name }) => name).join(', ')} cascade`);
    log.warn({ schema, failed }, 'the workflow tables of a former version were deleted; failed runs cannot be retried');
  } finally {
    await postgres.end();
  }
}
