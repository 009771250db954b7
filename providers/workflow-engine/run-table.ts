import type { RunStatus } from 'chronoscribe';
import type { RunState } from 'chronoscribe/host';
import { z } from 'zod';
import type { EngineDatabase } from './database.ts';
import { isParked, isSubmittedAs } from './run-tree.ts';
import { parseSavedProblem, savedMessage } from './saved/saved-problem.ts';

/** openworkflow's words for the state of a run. */
const statuses = {
  pending: 'queued',
  running: 'running',
  completed: 'done',
  failed: 'failed',
  canceled: 'cancelled',
} as const satisfies Record<string, RunStatus>;

const Status = z.enum(Object.keys(statuses) as (keyof typeof statuses)[]).transform((status) => statuses[status]);

const Row = z.object({
  id: z.string(),
  status: Status,
  output: z.unknown(),
  error: z.unknown(),
  step: z.string().nullable(),
  worker: z.string().nullable(),
});

/** A run, and its id in openworkflow, which gives each run an id of its own. */
export interface SavedRun extends RunState {
  readonly libraryId: string;
}

/**
 * Finds a run by the id that it was submitted with, which is its idempotency key in openworkflow. The library itself
 * looks up keys only while it creates a run, and only those of the last 24 hours. No upstream issue yet.
 */
export async function findRun(database: EngineDatabase, id: string): Promise<SavedRun | undefined> {
  const { tables, newestFirst, parseColumn, decode } = database;
  const [found] = await database.query(
    // What has failed the run counts first, and a step in progress before a wait. What is saved of a node beside its
    // value has a name that contains `//`.
    `select id, status, output, error, worker_id as worker,
       (select step_name from ${tables.attempts} as attempt
        where attempt.namespace_id = run.namespace_id and attempt.workflow_run_id = run.id and (attempt.status = 'failed' or attempt.step_name not like '%//%')
        order by (run.status = 'completed' and attempt.status = 'failed'), (run.status = 'failed' and attempt.status = 'failed'
            and coalesce(cast(attempt.error as text) = cast(run.error as text), true)) desc, (attempt.status = 'running' and attempt.kind = 'function' and not exists (
          select 1 from ${tables.attempts} as done where done.namespace_id = 'default' and done.status = 'completed'
            and done.workflow_run_id = attempt.workflow_run_id and done.step_name = attempt.step_name)) desc,
          ${newestFirst} limit 1) as step
     from ${tables.runs} as run where namespace_id = 'default' and ${isSubmittedAs}`,
    [id],
  );
  if (found === undefined) return undefined;
  const { id: libraryId, status, output, error, step, worker } = Row.parse(found);
  const message = savedMessage(parseColumn(error));
  return {
    isWaiting: status === 'running' && worker === null && (await isParked(database, libraryId)),
    libraryId,
    status,
    step: step?.split('//')[0] || null,
    output: decode(parseColumn(output)),
    problem: status === 'failed' && message !== undefined ? parseSavedProblem(message) : null,
  };
}

export function isSettled(run: Pick<RunState, 'status'>): boolean {
  return run.status !== 'queued' && run.status !== 'running';
}

/** The names of the workflows of all runs that are not settled. */
export async function unsettledWorkflows({ query, tables }: EngineDatabase): Promise<readonly string[]> {
  const rows = await query(
    `select distinct workflow_name as name from ${tables.runs} where namespace_id = 'default' and status in ('pending', 'running')`,
  );
  return z
    .array(z.object({ name: z.string() }))
    .parse(rows)
    .map(({ name }) => name);
}
