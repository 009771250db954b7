import type { DatabaseSync } from 'node:sqlite';
import type { RunState, RunSubmission } from 'chronoscribe';
import { z } from 'zod';
import type { envelope } from '../envelope.ts';
import { keptError, keptStatus, runState, turns } from '../openworkflow/run-words.ts';

const stateRow = z.object({
  status: keptStatus,
  output: z.string().nullable(),
  error: z.string().nullable(),
  step: z.string().nullable(),
});

const countRow = z.object({ queued: z.int(), running: z.int() });
const timesRow = z.object({ step: z.string(), times: z.int() });

/**
 * The runs in openworkflow's own tables. What it has no call for is written here: a run under an id of ours, which makes
 * a submission idempotent for good, and the ways back from failed, interrupted and settled.
 */
export class RunTable {
  readonly #connection: DatabaseSync;

  constructor(connection: DatabaseSync) {
    this.#connection = connection;
  }

  insert({ id, account, workflow, input }: RunSubmission): void {
    const now = new Date().toISOString();
    this.#connection
      .prepare(
        `INSERT OR IGNORE INTO workflow_runs
           (namespace_id, id, workflow_name, status, config, input, attempts, available_at, created_at, updated_at)
         VALUES ('default', ?, ?, 'pending', '{}', ?, 0, ?, ?, ?)`,
      )
      .run(id, workflow, JSON.stringify({ account, input } satisfies z.input<typeof envelope>), turns.usual, now, now);
  }

  state(id: string): RunState | undefined {
    const found = this.#connection
      .prepare(
        `SELECT status, output, error,
           (SELECT step_name FROM step_attempts
            WHERE namespace_id = run.namespace_id AND workflow_run_id = run.id ORDER BY rowid DESC LIMIT 1) AS step
         FROM workflow_runs AS run WHERE namespace_id = 'default' AND id = ?`,
      )
      .get(id);
    if (found === undefined) return undefined;
    const { status, output, error, step } = stateRow.parse(found);
    return runState({
      status,
      step,
      output: output === null ? null : JSON.parse(output),
      error: error === null ? null : keptError.parse(JSON.parse(error)),
    });
  }

  /** False where the run is settled or unknown. Once it is cancelled, its worker can write nothing of it. */
  cancel(id: string): boolean {
    const now = new Date().toISOString();
    const { changes } = this.#connection
      .prepare(
        `UPDATE workflow_runs SET status = 'canceled', worker_id = NULL, available_at = NULL, finished_at = ?, updated_at = ?
         WHERE namespace_id = 'default' AND id = ? AND status IN ('pending', 'running', 'sleeping')`,
      )
      .run(now, now, id);
    return changes > 0;
  }

  /** False where the run has not failed. */
  retry(id: string): boolean {
    return this.#atOnce(() => {
      const now = new Date().toISOString();
      const { changes } = this.#connection
        .prepare(
          `UPDATE workflow_runs SET status = 'pending', error = NULL, available_at = ?, finished_at = NULL, updated_at = ?
           WHERE namespace_id = 'default' AND id = ? AND status = 'failed'`,
        )
        .run(turns.usual, now, id);
      if (changes > 0) {
        this.#connection
          .prepare(`DELETE FROM step_attempts WHERE namespace_id = 'default' AND workflow_run_id = ? AND status <> 'completed'`)
          .run(id);
      }
      return changes > 0;
    });
  }

  /** Erases the run from the file and from its log. False where there is no such run, or where it is not settled. */
  erase(id: string): boolean {
    const { changes } = this.#connection
      .prepare(
        `DELETE FROM workflow_runs
         WHERE namespace_id = 'default' AND id = ? AND status IN ('completed', 'succeeded', 'failed', 'canceled')`,
      )
      .run(id);
    if (changes > 0) this.#connection.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return changes > 0;
  }

  /** Takes all runs that count as running, but for `except`, back into the queue, as its first. */
  requeue(except: readonly string[]): void {
    this.#connection
      .prepare(
        `UPDATE workflow_runs SET status = 'pending', worker_id = NULL, available_at = ?
         WHERE namespace_id = 'default' AND status IN ('running', 'sleeping') AND id NOT IN (SELECT value FROM json_each(?))`,
      )
      .run(turns.first, JSON.stringify(except));
  }

  /** As `requeue`, for steps that are stopped and did not crash: they do not count as cut off. */
  release(): void {
    this.#atOnce(() => {
      this.#connection.exec(
        `DELETE FROM step_attempts WHERE namespace_id = 'default' AND status = 'running' AND workflow_run_id IN
           (SELECT id FROM workflow_runs WHERE namespace_id = 'default' AND status = 'running')`,
      );
      this.requeue([]);
    });
  }

  /** The step that the process died in most often without ever finishing it. */
  mostCutOff(id: string): { readonly step: string; readonly times: number } | undefined {
    const found = this.#connection
      .prepare(
        `SELECT step_name AS step, count(*) AS times FROM step_attempts AS cut
         WHERE namespace_id = 'default' AND workflow_run_id = ? AND status = 'running' AND NOT EXISTS
           (SELECT 1 FROM step_attempts AS finished
            WHERE finished.namespace_id = 'default' AND finished.workflow_run_id = cut.workflow_run_id
              AND finished.step_name = cut.step_name AND finished.status = 'completed')
         GROUP BY step_name ORDER BY times DESC LIMIT 1`,
      )
      .get(id);
    return found === undefined ? undefined : timesRow.parse(found);
  }

  count(): { readonly queued: number; readonly running: number } {
    const found = this.#connection
      .prepare(
        `SELECT count(*) FILTER (WHERE status = 'pending') AS queued, count(*) FILTER (WHERE status <> 'pending') AS running
         FROM workflow_runs WHERE namespace_id = 'default' AND status IN ('pending', 'running', 'sleeping')`,
      )
      .get();
    return countRow.parse(found);
  }

  #atOnce<T>(work: () => T): T {
    this.#connection.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#connection.exec('COMMIT');
      return result;
    } catch (error) {
      // A full disk makes SQLite roll back by itself; to ask for it again would hide why.
      if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    }
  }
}
