import type { RunState, RunSubmission } from 'chronoscribe';
import type { Postgres } from 'chronoscribe/postgres';
import { z } from 'zod';
import type { envelope } from '../envelope.ts';
import { StepFailure } from '../failure.ts';
import { keptError, keptStatus, runState, turns } from '../openworkflow/run-words.ts';
import { unknownWorkflow } from '../problems.ts';
import { fromKept, toKept } from './kept-json.ts';

const stateRow = z.object({
  status: keptStatus,
  output: z.unknown(),
  error: keptError.nullable(),
  step: z.string().nullable(),
});

/** What is kept with a run beside its input: whether anybody followed it when it was queued. */
export const runConfig = z.object({ followed: z.boolean() });

const settled = `('completed', 'succeeded', 'failed', 'canceled')`;

/**
 * The runs in openworkflow's own tables. What it has no call for is written here: a run under an id of ours, which makes a submission idempotent for good, and
 * the ways back from failed, interrupted and settled. Each change is one statement, so a host that is frozen in the middle holds no lock; each time is the server's.
 */
export class RunTable {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  async insert({ id, account, workflow, input }: RunSubmission, followed: boolean): Promise<void> {
    await this.#postgres.query(
      `insert into workflow_runs (namespace_id, id, workflow_name, status, config, input, attempts, available_at, created_at, updated_at)
       values ('default', $1, $2, 'pending', $3, to_jsonb($4::text), 0, $5, now(), now())
       on conflict do nothing`,
      [id, workflow, config(followed), toKept({ account, input } satisfies z.input<typeof envelope>), turns.usual],
    );
  }

  async state(id: string): Promise<RunState | undefined> {
    const { rows } = await this.#postgres.query(
      `select status, output, error,
         (select step_name from step_attempts where namespace_id = run.namespace_id and workflow_run_id = run.id
          order by created_at desc, started_at desc limit 1) as step
       from workflow_runs as run where namespace_id = 'default' and id = $1`,
      [id],
    );
    if (rows[0] === undefined) return undefined;
    const { output, ...kept } = stateRow.parse(rows[0]);
    return runState({ ...kept, output: fromKept(output) });
  }

  /** Which of the runs there are, and whether each is settled. */
  async lookUp(ids: readonly string[]): Promise<ReadonlyMap<string, 'open' | 'settled'>> {
    const { rows } = await this.#postgres.query<{ id: string; settled: boolean }>(
      `select id, status in ${settled} as settled from workflow_runs where namespace_id = 'default' and id = any($1)`,
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row.settled ? 'settled' : 'open']));
  }

  /** False where the run is settled or unknown. Once it is cancelled, no worker can write anything of it. */
  async cancel(id: string): Promise<boolean> {
    const { rowCount } = await this.#postgres.query(
      `update workflow_runs set status = 'canceled', worker_id = null, available_at = null, finished_at = now(), updated_at = now()
       where namespace_id = 'default' and id = $1 and status in ('pending', 'running', 'sleeping')`,
      [id],
    );
    return rowCount === 1;
  }

  /** False where the run has not failed. */
  async retry(id: string, followed: boolean): Promise<boolean> {
    const { rows } = await this.#postgres.query(
      `with opened as (
         update workflow_runs set status = 'pending', error = null, config = $2, available_at = $3, finished_at = null, updated_at = now()
         where namespace_id = 'default' and id = $1 and status = 'failed' returning id),
       cleared as (
         delete from step_attempts where namespace_id = 'default' and workflow_run_id in (select id from opened) and status <> 'completed')
       select id from opened`,
      [id, config(followed), turns.usual],
    );
    return rows.length === 1;
  }

  /** Deletes the run and its steps. False where there is no such run, or where it is not settled. */
  async erase(id: string): Promise<boolean> {
    const { rowCount } = await this.#postgres.query(
      `delete from workflow_runs where namespace_id = 'default' and id = $1 and status in ${settled}`,
      [id],
    );
    return rowCount === 1;
  }

  /** Takes all runs that a host is at back into the queue, as its first: the host has died. */
  async requeue(host: string): Promise<void> {
    await this.#postgres.query(
      `update workflow_runs set status = 'pending', worker_id = null, available_at = $2, updated_at = now()
       where namespace_id = 'default' and status = 'running' and starts_with(worker_id, $1)`,
      [host, turns.first],
    );
  }

  /** As `requeue` but for `except`, for steps that were stopped while their host lives: they do not count as cut off. */
  async release(host: string, except: readonly string[]): Promise<void> {
    await this.#postgres.query(
      `with released as (
         update workflow_runs set status = 'pending', worker_id = null, available_at = $3, updated_at = now()
         where namespace_id = 'default' and status = 'running' and starts_with(worker_id, $1) and id <> all($2) returning id)
       delete from step_attempts where namespace_id = 'default' and status = 'running' and workflow_run_id in (select id from released)`,
      [host, except, turns.first],
    );
  }

  /** The step that hosts died in most often without ever finishing it. */
  async mostCutOff(id: string): Promise<{ readonly step: string; readonly times: number } | undefined> {
    const { rows } = await this.#postgres.query<{ step: string; times: number }>(
      `select step_name as step, count(*) as times from step_attempts as cut
       where namespace_id = 'default' and workflow_run_id = $1 and status = 'running' and not exists
         (select from step_attempts as finished
          where finished.namespace_id = 'default' and finished.workflow_run_id = cut.workflow_run_id
            and finished.step_name = cut.step_name and finished.status = 'completed')
       group by step_name order by times desc limit 1`,
      [id],
    );
    return rows[0];
  }

  async count(): Promise<{ readonly queued: number; readonly running: number }> {
    const { rows } = await this.#postgres.query<{ queued: number; running: number }>(
      `select count(*) filter (where status = 'pending') as queued, count(*) filter (where status <> 'pending') as running
       from workflow_runs where namespace_id = 'default' and status in ('pending', 'running', 'sleeping')`,
    );
    return rows[0] ?? { queued: 0, running: 0 };
  }

  /**
   * Fails what waits for a workflow that no host has had for a time: none of `known`, none of what a host had that was heard of within it. Those that
   * wait shorter are left: the host that has it may only be starting anew.
   *
   * @returns the runs that it failed
   */
  async failUnknown(known: readonly string[], absenceMs: number): Promise<readonly string[]> {
    const isUnknown = `namespace_id = 'default' and (status = 'pending' or (status = 'running' and available_at <= now())) and workflow_name <> all($1)
      and updated_at < now() - $2 * interval '1 millisecond' and not exists
      (select from hosts where workflow_name = any(workflows) and seen_at > now() - $2 * interval '1 millisecond')`;
    const { rows } = await this.#postgres.query<{ name: string }>(
      `select distinct workflow_name as name from workflow_runs where ${isUnknown}`,
      [known, absenceMs],
    );
    const failed: string[] = [];
    for (const { name } of rows) {
      const { name: kind, message } = new StepFailure(unknownWorkflow(name));
      const { rows: runs } = await this.#postgres.query<{ id: string }>(
        `update workflow_runs set status = 'failed', error = $4, worker_id = null, available_at = null, finished_at = now(), updated_at = now()
         where workflow_name = $3 and ${isUnknown} returning id`,
        [known, absenceMs, name, JSON.stringify({ name: kind, message })],
      );
      failed.push(...runs.map(({ id }) => id));
    }
    return failed;
  }
}

function config(followed: boolean): string {
  return JSON.stringify({ followed } satisfies z.infer<typeof runConfig>);
}
