import { defineKind } from '../api/kind.ts';
import type { SerializedProblem } from '../api/problem.ts';
import type { Scope } from '../api/route.ts';
import type { Workflow } from '../api/workflow.ts';
import type { Page } from './store.ts';
import type { RunStatus } from './workflow-engine.ts';

/** A run of a workflow as the account that started it sees it. */
export interface RunView {
  readonly id: string;
  readonly workflow: string;
  /** The client's name for the work: the name of its first file. */
  readonly name: string;
  readonly status: RunStatus;
  /** The step that runs now or ran last; null before the first. */
  readonly step: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** What the plain call would have answered. Null until `status` is `done`, and again after its record was deleted. */
  readonly result: unknown;
  readonly problem: SerializedProblem | null;
}

/** A run that has settled. */
export interface SettledRun {
  readonly id: string;
  readonly account: string;
  readonly workflow: string;
  readonly status: 'done' | 'failed' | 'cancelled';
  /** From 1; each retry adds one. Together with `id` it identifies this end of the run. */
  readonly attempt: number;
}

/** Who asks for runs: an account, and the scopes of its API key. */
export interface RunReader {
  readonly account: string;
  readonly scopes: readonly Scope[];
}

/**
 * The runs of workflows. Provided by the host. A reader sees the runs of its account that were started by an endpoint
 * which its key may call. Every other id is `not-found`.
 *
 * @example
 * const reader: RunReader = { account, scopes: ['clinical'] };
 * const { items } = await runs.list(reader, { limit: 20 });
 * const failed = items.filter(({ status }) => status === 'failed');
 * for (const { id } of failed) await runs.retry(reader, id);
 */
export interface Runs {
  /** @throws Problem `not-found` */
  get(reader: RunReader, id: string): Promise<RunView>;
  /**
   * A page of runs, newest first, without their `result`. A page may have fewer runs than `limit`. Only the last one
   * may be empty.
   *
   * @param options.limit default 50
   * @param options.cursor `next` of the previous page
   */
  list(
    reader: RunReader,
    options: { readonly limit?: number | undefined; readonly cursor?: string | undefined },
  ): Promise<Page<RunView>>;
  /** Cancels a run. A settled run is left as it is. @throws Problem `not-found` */
  cancel(reader: RunReader, id: string): Promise<RunView>;
  /**
   * Deletes a run. A queued or running run is cancelled. A failed or cancelled run is erased with its upload, its input
   * and its name. A run that is done stays, and is deleted with the record that it made.
   *
   * @returns the last state of the run
   * @throws Problem `not-found`
   */
  delete(reader: RunReader, id: string): Promise<RunView>;
  /**
   * Retries a failed run from its failed step on.
   *
   * @param operationId makes a repeated call retry once; without it each call is another retry
   * @throws Problem `run-not-retryable` if the run has not failed or its upload is gone; `not-found`
   */
  retry(reader: RunReader, id: string, operationId?: string): Promise<RunView>;
  /**
   * Starts an internal run: no client sees it, `onSettled` does not report it, and it is erased when it has settled.
   *
   * @param run.id a UUID; a repeated id changes nothing
   */
  launch<Input>(run: {
    readonly id: string;
    readonly account: string;
    readonly workflow: Workflow<Input, unknown>;
    readonly input: Input;
  }): Promise<void>;
  /**
   * Calls `listener` with each run that a request started, once it has settled. Call it in a plugin's `start`. The end
   * of a run is recorded after the listeners have resolved. If one fails or the host crashes, it is called again for
   * the same end.
   */
  onSettled(listener: (run: SettledRun) => Promise<void>): void;
  /**
   * Erases a settled run with its uploads and results, and scrubs them from all files. The owner of the record that the
   * run made calls it when the record is deleted. An unknown id is no error.
   */
  forget(account: string, id: string): Promise<void>;
}

export const Runs = defineKind<Runs>('runs');
