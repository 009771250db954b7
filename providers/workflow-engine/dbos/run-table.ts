import type { RunState, RunSubmission } from 'chronoscribe';
import type { Postgres } from 'chronoscribe/postgres';
import { z } from 'zod';
import type { envelope } from '../envelope.ts';
import { keptProblem, type StepFailure } from '../failure.ts';
import { applicationName, applicationVersion, keptStatus, nowMs, queuedAgain, queueName, settled, statuses } from './words.ts';

const stateRow = z.object({
  status: keptStatus,
  output: z.string().nullable(),
  error: z.string().nullable(),
  step: z.string().nullable(),
});
const storedError = z.object({ message: z.string() });

/**
 * The runs in DBOS's own tables. Its calls for these changes do not say whether anything was changed, change more than is meant, or try again for ever while the
 * database is gone; so they are written here, each as one statement, which several hosts can send at once.
 */
export class RunTable {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  /** @param followed whether somebody already follows the run, at whichever host */
  async insert({ id, account, workflow, input }: RunSubmission, followed: boolean): Promise<void> {
    const kept = JSON.stringify({ account, input } satisfies z.input<typeof envelope>);
    await this.#postgres.query(
      `with noted as (insert into run_notes (run_id, followed) values ($4, $7) on conflict do nothing)
       select enqueue_workflow(workflow_name => $1, queue_name => $2, positional_args => array[$3::json], workflow_id => $4,
         app_version => $5, application_name => $6)`,
      [workflow, queueName, kept, id, applicationVersion, applicationName, followed],
    );
  }

  async state(id: string): Promise<RunState | undefined> {
    const { rows } = await this.#postgres.query(
      `select status, workflow_output.output, workflow_output.error, step
       from workflow_status
       left join workflow_output using (workflow_uuid)
       left join run_notes on run_id = workflow_uuid
       where workflow_uuid = $1`,
      [id],
    );
    if (rows[0] === undefined) return undefined;
    const row = stateRow.parse(rows[0]);
    const status = statuses[row.status];
    return {
      status,
      step: row.step,
      output: status === 'done' && row.output !== null ? JSON.parse(row.output) : null,
      problem: status === 'failed' ? keptProblem(messageOf(row.error)) : null,
    };
  }

  async lookUp(ids: readonly string[]): Promise<ReadonlyMap<string, 'open' | 'settled'>> {
    const { rows } = await this.#postgres.query<{ id: string; over: boolean }>(
      `select workflow_uuid as id, status in ${settled} as over from workflow_status where workflow_uuid = any ($1::text[])`,
      [ids],
    );
    return new Map(rows.map(({ id, over }) => [id, over ? 'settled' : 'open']));
  }

  /** False where the run is settled or unknown. Once it is cancelled, nobody can write anything of it. */
  async cancel(id: string): Promise<boolean> {
    const { rowCount } = await this.#postgres.query(
      `update workflow_status
       set status = 'CANCELLED', owner_xid = null, started_at_epoch_ms = null, updated_at = ${nowMs}, completed_at = ${nowMs}
       where workflow_uuid = $1 and status not in ${settled}`,
      [id],
    );
    return rowCount === 1;
  }

  /** False where the run has not failed. */
  async retry(id: string, followed: boolean): Promise<boolean> {
    const { rowCount } = await this.#postgres.query(
      `with retried as (
         update workflow_status set ${queuedAgain}, completed_at = null
         where workflow_uuid = $1 and status in ('ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED') returning workflow_uuid),
       failures as (delete from operation_outputs using retried
         where operation_outputs.workflow_uuid = retried.workflow_uuid and operation_outputs.error is not null),
       outcome as (delete from workflow_output using retried where workflow_output.workflow_uuid = retried.workflow_uuid),
       noted as (update run_notes set begun = 0, followed = $2 from retried where run_id = retried.workflow_uuid)
       select from retried`,
      [id, followed],
    );
    return rowCount === 1;
  }

  /** False where there is no such run, or where it is not settled. */
  async erase(id: string): Promise<boolean> {
    const { rowCount } = await this.#postgres.query(
      `with gone as (delete from workflow_status where workflow_uuid = $1 and status in ${settled} returning workflow_uuid),
       input as (delete from workflow_input using gone where workflow_input.workflow_uuid = gone.workflow_uuid),
       output as (delete from workflow_output using gone where workflow_output.workflow_uuid = gone.workflow_uuid),
       results as (delete from operation_outputs using gone where operation_outputs.workflow_uuid = gone.workflow_uuid),
       notes as (delete from run_notes using gone where run_id = gone.workflow_uuid)
       select from gone`,
      [id],
    );
    return rowCount === 1;
  }

  /** The queued runs that no living host has had the workflow of for so long, and their workflows. */
  async orphans(forMs: number): Promise<readonly { readonly id: string; readonly workflow: string }[]> {
    const { rows } = await this.#postgres.query<{ id: string; workflow: string }>(
      `select workflow_uuid as id, name as workflow from workflow_status
       where status = 'ENQUEUED' and queue_name = $2 and application_name = $3 and updated_at < ${nowMs} - $1
         and not exists (select from hosts where name = any (workflows))
       limit 100`,
      [forMs, queueName, applicationName],
    );
    return rows;
  }

  /** Fails a run that nobody works on. False where somebody does meanwhile. */
  async fail(id: string, { name, message }: StepFailure): Promise<boolean> {
    const { rowCount } = await this.#postgres.query(
      `with failed as (
         update workflow_status set status = 'ERROR', updated_at = ${nowMs}, completed_at = ${nowMs}
         where workflow_uuid = $1 and status = 'ENQUEUED' returning workflow_uuid)
       insert into workflow_output (workflow_uuid, error) select workflow_uuid, $2 from failed
       on conflict (workflow_uuid) do update set output = null, error = excluded.error`,
      [id, JSON.stringify({ name, message })],
    );
    return rowCount === 1;
  }

  async count(): Promise<{ readonly queued: number; readonly running: number }> {
    const { rows } = await this.#postgres.query<{ queued: number; running: number }>(
      `select count(*) filter (where status = 'ENQUEUED') as queued, count(*) filter (where status = 'PENDING') as running
       from workflow_status where status in ('ENQUEUED', 'PENDING')`,
    );
    return rows[0] ?? { queued: 0, running: 0 };
  }
}

function messageOf(error: string | null): string {
  const read = error === null ? undefined : storedError.safeParse(JSON.parse(error));
  return read?.success === true ? read.data.message : '';
}
