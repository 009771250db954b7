import { z } from 'zod';
import type { PluginAuth, Scope } from '../api/access.ts';
import { defineKind } from '../api/kind.ts';
import type { SerializedProblem } from '../api/problem.ts';
import type { Workflow } from '../api/workflow-draft.ts';
import type { WorkflowGraph } from '../api/workflow-graph.ts';
import type { Page } from './store.ts';
import type { RunStatus, RunSteps } from './workflow-engine.ts';

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
  /** The run whose input it was started with again. */
  readonly repeats?: string;
}

/** A run with the state of each of its nodes. These are empty if only the end of the run is known, after a move. */
export interface RunDetails extends RunView, RunSteps {}

/** Which runs are listed, and how many. */
export interface RunQuery {
  /** The name of a workflow. */
  readonly workflow?: string | undefined;
  /** `open`: queued or running. A run that is being finalized is found under its last status for a moment. */
  readonly status?: RunStatus | 'open' | undefined;
  /** Created at this instant or later, in milliseconds since 1970. */
  readonly from?: number | undefined;
  /** Created before this instant, in milliseconds since 1970. */
  readonly to?: number | undefined;
  /** Default 50. */
  readonly limit?: number | undefined;
  /** `next` of the previous page of the same query. */
  readonly cursor?: string | undefined;
}

/** What was done to the runs of a page. */
export interface BulkOutcome {
  /** How many it was done to. */
  readonly done: number;
  /** Those that it could not be done to, and why. */
  readonly skipped: readonly { readonly id: string; readonly problem: SerializedProblem }[];
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** A run that sleeps on a clock of its account. */
export const RunSleep = z.object({
  run: z.string().describe('The id of the run'),
  workflow: z.string().describe('What kind of work it is'),
  name: z.string().describe('What the client called its file'),
  step: z.string().describe('The step that sleeps'),
  until: z.int().describe('When it wakes, on that clock; milliseconds since 1970'),
});

export type RunSleep = Readonly<z.output<typeof RunSleep>>;

/** A workflow that a plugin declares. */
export interface DeclaredWorkflow {
  readonly name: string;
  readonly plugin: string;
  readonly graph: WorkflowGraph;
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
 * which its key may call, or launched for such a key. Every other id is `not-found`.
 *
 * @example
 * const reader: RunReader = { account, scopes: ['clinical'] };
 * const { items } = await runs.list(reader, { limit: 20 });
 * const failed = items.filter(({ status }) => status === 'failed');
 * for (const { id } of failed) await runs.retry(reader, id);
 */
export interface Runs {
  /** @throws Problem `not-found` */
  get(reader: RunReader, id: string): Promise<RunDetails>;
  /**
   * A page of runs, newest first, without their `result`. A page may have fewer runs than `limit`. Only the last one
   * may be empty.
   */
  list(reader: RunReader, query: RunQuery): Promise<Page<RunView>>;
  /**
   * The runs that sleep on a clock, in the order of waking, at most `limit`.
   *
   * @param clockId default: the account's own clock
   * @throws Problem `clock-not-found`
   */
  sleeps(
    reader: RunReader,
    options: { readonly clockId?: string | undefined; readonly limit: number },
  ): Promise<readonly RunSleep[]>;
  /** The workflows of all plugins, in the order of the configuration. */
  workflows(): readonly DeclaredWorkflow[];
  /** Cancels a run. A settled run is left as it is. @throws Problem `not-found` */
  cancel(reader: RunReader, id: string): Promise<RunDetails>;
  /** Cancels the runs of a page of the list; default: queued and running ones. One that has ended is skipped. */
  cancelAll(reader: RunReader, query: RunQuery): Promise<BulkOutcome>;
  /**
   * Deletes a run. A queued or running run is cancelled. A failed or cancelled run is erased with its upload, its input
   * and its name. A run that is done stays, and is deleted with the record that it made.
   *
   * @returns the last state of the run
   * @throws Problem `not-found`
   */
  delete(reader: RunReader, id: string): Promise<RunDetails>;
  /**
   * Retries a failed run from its failed steps on.
   *
   * @param options.from the path of a node, or its name: that node and all that come after it are done anew
   * @param options.input begins anew with this input, which a key with the scope `admin` may give to a `repeatable` run
   * @param options.operationId makes a repeated call retry once; without it each call is another retry
   * @throws Problem `run-not-retryable` if the run has not failed, or if its files are gone, or if it takes no other
   *   input; `invalid-request` if no node has the name `from`; `forbidden`; `not-found`
   */
  retry(
    reader: RunReader,
    id: string,
    options?: {
      readonly from?: string | undefined;
      readonly input?: unknown;
      readonly operationId?: string | undefined;
    },
  ): Promise<RunDetails>;
  /** Retries the runs of a page of the list; default: failed ones. One that cannot be retried is skipped. */
  retryAll(reader: RunReader, query: RunQuery, operationId: string): Promise<BulkOutcome>;
  /**
   * Starts another run with the input of one that has ended and is `repeatable`.
   *
   * @param operationId a repeated call with the same one starts one run
   * @throws Problem `run-not-repeatable`; `not-found`
   */
  repeat(reader: RunReader, id: string, operationId: string): Promise<RunDetails>;
  /**
   * Delivers a signal to a node of a run that waits for it, or will wait for it.
   *
   * @param name the name of the node, or its path
   * @param payload is validated by the schema of the node
   * @param operationId makes a call that is repeated after a crash deliver once
   * @throws Problem `not-waiting` if no node of that name waits or may wait later; `invalid-request` for a wrong
   *   payload; `not-found`
   */
  signal(reader: RunReader, id: string, name: string, payload: unknown, operationId?: string): Promise<void>;
  /**
   * The state of an open or failed run, as its workflow answers a query.
   *
   * @throws Problem `not-found`, also if the workflow has no such query; `run-settled` once the results are erased
   */
  query(reader: RunReader, id: string, name: string): Promise<unknown>;
  /**
   * Starts a run that no request asked for. Without `visible` it is internal: no client sees it, `onSettled` does not
   * report it, and it is erased when it has settled.
   *
   * @param run.id a UUID; a repeated id changes nothing
   * @param run.clockId the clock of the account that its sleeps with `clock: 'account'` follow; default: its own
   * @param run.priority a whole number from -100 to 100, see `RunOptions`; default 0
   * @param run.visible shows the run to its account under a name, for keys with this scope; a `repeatable` one keeps its
   *   input as long as the run is kept, so its input says nothing of a patient
   * @throws Problem `clock-not-found`
   */
  launch<Input>(run: {
    readonly id: string;
    readonly account: string;
    readonly workflow: Workflow<Input, unknown>;
    readonly input: Input;
    readonly clockId?: string | undefined;
    readonly priority?: number | undefined;
    readonly visible?: { readonly auth: PluginAuth; readonly name: string; readonly repeatable?: boolean };
  }): Promise<void>;
  /**
   * Calls `listener` with each run that is not internal, once it has settled. Call it in a plugin's `start`. The end
   * of a run is recorded after the listeners have resolved. If one fails or the host crashes, it is called again for
   * the same end.
   */
  onSettled(listener: (run: SettledRun) => Promise<void>): void;
  /**
   * Erases a settled run with its uploads and results, and scrubs them from all files. The owner of the record that the
   * run made calls it when the record is deleted. The id of a `child` erases the run that it is part of. An unknown id is
   * no error.
   */
  forget(account: string, id: string): Promise<void>;
}

export const Runs = defineKind<Runs>('runs');
