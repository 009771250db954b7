import { defineKind } from '../api/kind.ts';
import type { SerializedProblem } from '../api/problem.ts';
import type { AnyWorkflow } from '../api/workflow.ts';

/** A run to be worked on. */
export interface RunSubmission {
  /** Chosen by the caller, a UUID. */
  readonly id: string;
  readonly account: string;
  /** The name of a workflow that `start` was given. */
  readonly workflow: string;
  /** Plain JSON. */
  readonly input: unknown;
}

export type RunStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export interface RunState {
  readonly status: RunStatus;
  /** The step that runs now or ran last; null before the first. */
  readonly step: string | null;
  /** Result of the last step, where `status` is `done`. */
  readonly output: unknown;
  /** Where `status` is `failed`. */
  readonly problem: SerializedProblem | null;
}

/** What a watcher is told. `index` counts steps from 1; `fraction` (0 to 1) is of the step; each step begins
 * with 0, once more where it is begun again because its host died: its text is told again then. `end` comes once, last. */
export type RunEvent =
  | { readonly type: 'progress'; readonly step: string; readonly index: number; readonly of: number; readonly fraction: number }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'end' };

/**
 * Works on runs, on one host or on several that share them: each call may be made at any host. A step's result is on
 * the disk before the next step starts. A killed process redoes, after its restart, only the step that it was in, and
 * at once; another host goes on with that when the dead one's lease is over. No clock of a host decides that. A host
 * that was taken for dead and is not leaves its steps as soon as it notices, and what they make does not count. An
 * engine calls a step through `runStep`, which keeps its attempts, backoff and time limit.
 */
export interface WorkflowEngine {
  /**
   * Begins to work, on what was interrupted first; a host takes only runs whose workflow it has. `settled` is called
   * with a run's id each time it has become done, failed or cancelled, at the one host that saw to it (worked on it, or
   * was told to cancel it), after that is saved and before watchers are told `end`; a run that settles in a process
   * that dies just then is not announced again. A run whose workflow no host has had for some time fails as
   * `workflow-unknown` (503).
   */
  start(workflows: readonly AnyWorkflow[], settled: (id: string) => void): Promise<void>;
  /**
   * Saves the run and returns; the same id again changes nothing. Work on it begins within milliseconds if there is
   * room, at whichever host.
   */
  submit(run: RunSubmission): Promise<void>;
  /** Undefined for an id that was never submitted or was forgotten. */
  state(id: string): Promise<RunState | undefined>;
  /**
   * Follows a run from this call on, also one that is submitted later. Ends with `end` as soon as the run is settled,
   * at once if it already is, or without it when the engine stops or `signal` aborts. Progress and text of the past are
   * not repeated. What happens at another host is told within milliseconds; it may be lost while hosts cannot hear each
   * other, but `end` is not, though it may be some seconds late.
   */
  watch(id: string, signal: AbortSignal): AsyncIterable<RunEvent>;
  /**
   * Settles the run as cancelled and aborts the running step; one at another host is not waited for. False where the
   * run is settled or unknown.
   */
  cancel(id: string): Promise<boolean>;
  /** Queues a failed run again, to go on with the step that failed. False where it is not failed. */
  retry(id: string): Promise<boolean>;
  /**
   * Erases all that is kept of a settled run: input, results, errors. An unknown id is no error. One that is not
   * settled is a `run-not-settled` problem (409).
   */
  forget(id: string): Promise<void>;
  /**
   * Sees to it that nothing is left in any file of what was forgotten, and of what steps made in runs that are settled;
   * as `Store.scrub`.
   */
  scrub(): Promise<void>;
  /**
   * Takes no more work, aborts running steps without counting that as a failure, and returns when nothing writes any
   * more: another host goes on with them at once. `state` can still be read.
   */
  stop(): Promise<void>;
}

export const WorkflowEngine = defineKind<WorkflowEngine>('workflow-engine');
