import { defineKind } from '../api/kind.ts';
import type { SerializedProblem } from '../api/problem.ts';
import type { AnyWorkflow } from '../api/workflow.ts';

/** A run as it is submitted. */
export interface RunSubmission {
  /** Chosen by the caller, a UUID. */
  readonly id: string;
  readonly account: string;
  /** The name of a workflow that `start` was given, here or at another host. */
  readonly workflow: string;
  /** Plain JSON. */
  readonly input: unknown;
}

export type RunStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export interface RunState {
  readonly status: RunStatus;
  /** The step in progress, or the last one; null before the first. */
  readonly step: string | null;
  /** The result of the last step if `status` is `done`. */
  readonly output: unknown;
  /** Why the run failed, if `status` is `failed`. */
  readonly problem: SerializedProblem | null;
}

/**
 * What a watcher is told.
 *
 * - `progress`: `index` counts steps from 1, `fraction` (0 to 1) is of the step. Each step starts with 0, again if it
 *   is repeated after a crash: then its text is repeated too.
 * - `text`: a piece of what the step writes.
 * - `end`: the run is settled. Comes once, last.
 */
export type RunEvent =
  | {
      readonly type: 'progress';
      readonly step: string;
      readonly index: number;
      readonly of: number;
      readonly fraction: number;
    }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'end' };

/**
 * Executes runs, on one host or on several that share them: each method may be called at any host.
 *
 * The result of a step is on disk before the next step starts. After a crash only the step in progress is repeated: at
 * once when the host is restarted, or by another host when the lease of the dead one is over (30 s). A host that has
 * lost a run, for example because it was suspended, aborts the step as soon as it notices; its result is ignored. A run
 * that crashes its host twice in one step fails. An engine calls a step through `runStep`, which applies attempts,
 * backoff and time limit.
 *
 * @example
 * const digest = workflow<{ pages: number }>('digest')
 *   .step('read', ({ input }) => `${input.pages} pages`)
 *   .answer((body) => ({ body, location: '' }));
 *
 * async function runOnce(engine: WorkflowEngine): Promise<void> {
 *   await engine.start([digest], (id) => log.info({ run: id }, 'settled'));
 *   await engine.submit({ id: crypto.randomUUID(), account, workflow: digest.name, input: { pages: 3 } });
 * }
 */
export interface WorkflowEngine {
  /**
   * Starts to work, on interrupted runs first. A run whose workflow no host has fails as `workflow-unknown` (503): at
   * once on a single host, after some minutes on several, since the host that has it may just be starting.
   *
   * @param settled called with the id of each run that is done, failed or cancelled, at the one host that executed or
   * cancelled it, after that is saved and before watchers are told `end`. Not called if the process dies just then.
   */
  start(workflows: readonly AnyWorkflow[], settled: (id: string) => void): Promise<void>;
  /**
   * Saves the run and returns; the same id again changes nothing. A host that has room starts it within milliseconds.
   */
  submit(run: RunSubmission): Promise<void>;
  /** @returns undefined for an id that was never submitted or was forgotten. */
  state(id: string): Promise<RunState | undefined>;
  /**
   * Follows a run from this call on, even if it is submitted later. Ends with `end` once the run is settled, at once if
   * it already is; ends without it when the engine stops or `signal` aborts. Past events are not repeated. Events of
   * another host arrive within milliseconds; they may be lost while hosts cannot reach each other, but `end` is only
   * late.
   */
  watch(id: string, signal: AbortSignal): AsyncIterable<RunEvent>;
  /**
   * Settles the run as cancelled and aborts its step. Waits for the step if it is at this host.
   *
   * @returns false if the run is settled or unknown.
   */
  cancel(id: string): Promise<boolean>;
  /**
   * Queues a failed run again. It continues with the step that failed.
   *
   * @returns false if the run has not failed.
   */
  retry(id: string): Promise<boolean>;
  /**
   * Deletes everything about a settled run: input, results, errors. Does nothing for an unknown id.
   *
   * @throws Problem `run-not-settled` (409) if the run is queued or running.
   */
  forget(id: string): Promise<void>;
  /**
   * Removes what was forgotten, and the results of steps of settled runs, from the database files; as `Store.scrub`.
   */
  scrub(): Promise<void>;
  /**
   * Stops working and resolves once nothing is written any more. Steps in progress are aborted, which is no failure:
   * another host continues their runs at once, or this one after its next start. `state` still works.
   */
  stop(): Promise<void>;
}

export const WorkflowEngine = defineKind<WorkflowEngine>('workflow-engine');
