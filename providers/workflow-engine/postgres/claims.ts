import type { Postgres } from 'chronoscribe/postgres';
import type { WorkflowRun } from 'openworkflow/internal';
import { z } from 'zod';
import { fromKept } from './kept-json.ts';

/** What openworkflow looks at of a run that it works on. */
const claimedRow = z.object({
  id: z.string(),
  workflow_name: z.string(),
  config: z.json(),
  input: z.unknown(),
  attempts: z.int(),
  worker_id: z.string(),
  started_at: z.date(),
  created_at: z.date(),
  updated_at: z.date(),
  available_at: z.date(),
});

interface Asking {
  readonly worker: string;
  readonly asked: PromiseWithResolvers<WorkflowRun | null>;
}

export interface ClaimOptions {
  readonly leaseMs: number;
  /** The workflows that this host has. */
  workflows(): readonly string[];
  /** Runs that this host is still at, though it may have lost them. */
  except(): readonly string[];
}

/**
 * Claims runs: first those whose host has let its lease run out, then what waits, in its order; only what this host knows how to do. The workers that
 * ask in one turn of the event loop are answered by one statement.
 */
export class Claims {
  readonly #postgres: Postgres;
  readonly #options: ClaimOptions;
  #asking: Asking[] = [];

  constructor(postgres: Postgres, options: ClaimOptions) {
    this.#postgres = postgres;
    this.#options = options;
  }

  claim(worker: string): Promise<WorkflowRun | null> {
    const asked = Promise.withResolvers<WorkflowRun | null>();
    this.#asking.push({ worker, asked });
    if (this.#asking.length === 1) queueMicrotask(() => this.#answer());
    return asked.promise;
  }

  #answer(): void {
    const asking = this.#asking;
    this.#asking = [];
    this.#claim(asking.map(({ worker }) => worker)).then(
      (runs) => {
        for (const { worker, asked } of asking) asked.resolve(runs.find(({ workerId }) => workerId === worker) ?? null);
      },
      (error: unknown) => {
        for (const { asked } of asking) asked.reject(error);
      },
    );
  }

  async #claim(workers: readonly string[]): Promise<readonly WorkflowRun[]> {
    const { leaseMs, workflows, except } = this.#options;
    const { rows } = await this.#postgres.query(claimStatement, [workflows(), except(), workers, leaseMs]);
    return rows.map((row) => asRun(claimedRow.parse(row)));
  }
}

const claimStatement = `
  with lapsed as materialized (
    select id from workflow_runs
    where namespace_id = 'default' and status = 'running' and available_at <= now() and workflow_name = any($1) and id <> all($2)
    order by available_at limit cardinality($3::text[]) for update skip locked),
  waiting as materialized (
    select id from workflow_runs
    where namespace_id = 'default' and status = 'pending' and workflow_name = any($1) and id <> all($2)
    order by available_at, created_at limit (select cardinality($3::text[]) - count(*) from lapsed) for update skip locked),
  found as (
    select id, row_number() over () as place from (select id from lapsed union all select id from waiting) as either)
  update workflow_runs as run
  set status = 'running', attempts = run.attempts + 1, worker_id = worker.id, available_at = now() + $4 * interval '1 millisecond',
    started_at = coalesce(run.started_at, now()), updated_at = now()
  from found join unnest($3::text[]) with ordinality as worker (id, place) using (place)
  where run.namespace_id = 'default' and run.id = found.id
  returning run.id, run.workflow_name, run.config, run.input, run.attempts, run.worker_id, run.started_at, run.created_at, run.updated_at, run.available_at`;

function asRun(row: z.infer<typeof claimedRow>): WorkflowRun {
  return {
    namespaceId: 'default',
    id: row.id,
    workflowName: row.workflow_name,
    version: null,
    status: 'running',
    idempotencyKey: null,
    config: row.config,
    context: null,
    // The boundary where types are given back: it was written as JSON.
    input: fromKept(row.input) as WorkflowRun['input'],
    output: null,
    error: null,
    attempts: row.attempts,
    parentStepAttemptNamespaceId: null,
    parentStepAttemptId: null,
    workerId: row.worker_id,
    availableAt: row.available_at,
    deadlineAt: null,
    startedAt: row.started_at,
    finishedAt: null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
