import { defineKind } from '../api/kind.ts';
import type { SerializedProblem } from '../api/problem.ts';
import type { AnyWorkflow } from '../api/workflow.ts';

/** A run of a workflow, as it is submitted. */
export interface RunSubmission {
  /** A UUID that the caller chooses. */
  readonly id: string;
  readonly account: string;
  /** The name of a workflow that was passed to `start`. */
  readonly workflow: string;
  /** Plain JSON. */
  readonly input: unknown;
}

export type RunStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** The progress of a run. */
export interface RunState {
  readonly status: RunStatus;
  /** The step that runs now or ran last; null before the first. */
  readonly step: string | null;
  /** The result of the last step, if `status` is `done`. */
  readonly output: unknown;
  /** Set if `status` is `failed`. */
  readonly problem: SerializedProblem | null;
}

/**
 * An event of a run. `index` counts steps from 1. `fraction`, from 0 to 1, is the progress of the step. Each step starts
 * with 0, and again if a crash makes it start again; its text is then repeated. `end` is the last event and comes once.
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
 * A durable execution engine: it runs workflows on one host, or on several hosts that share the runs. Each method may be
 * called at any host. The result of a step is on the disk before the next step starts. After a crash the host repeats
 * only the interrupted step, at once when it restarts; another host takes over when the lease of the dead one has
 * expired. No host's clock decides that. A host that was taken for dead by mistake leaves its steps as soon as it
 * notices, and their results do not count. An engine calls a step through `runStep`, which implements its attempts,
 * backoff and time limit.
 *
 * @example
 * await engine.start([greeting], (id) => log.info({ run: id }, 'settled'));
 * await engine.submit({ id, account, workflow: greeting.name, input: 'Ann' });
 * for await (const event of engine.watch(id, signal)) if (event.type === 'end') break;
 * const { status, output } = (await engine.state(id)) ?? {};
 */
export interface WorkflowEngine {
  /**
   * Starts to work, on interrupted runs first. A host runs only the workflows that it was given. A run whose workflow no
   * host has had for some time fails as `workflow-unknown` (503).
   *
   * @param settled is called with the id of each run that is done, failed or cancelled, at the one host that worked on it
   *   or cancelled it, after the end was saved and before watchers get `end`. It is not repeated after a crash.
   */
  start(workflows: readonly AnyWorkflow[], settled: (id: string) => void): Promise<void>;
  /**
   * Saves a run and returns. A repeated id changes nothing. Some host starts the run within milliseconds if it has
   * capacity.
   */
  submit(run: RunSubmission): Promise<void>;
  /** The state of a run; undefined if it was never submitted or was forgotten. */
  state(id: string): Promise<RunState | undefined>;
  /**
   * The events of a run from this call on, also of a run that is submitted later. They end with `end` when the run has
   * settled, at once if it already has, or without it when the engine stops or the signal aborts. Earlier progress and
   * text are not repeated. Events of another host arrive within milliseconds. They may be lost while hosts cannot reach
   * each other, except `end`, which may then be some seconds late.
   *
   * @param signal ends the events
   */
  watch(id: string, signal: AbortSignal): AsyncIterable<RunEvent>;
  /**
   * Cancels a run and aborts its running step. A step at another host is not waited for.
   *
   * @returns false if the run has settled or is unknown
   */
  cancel(id: string): Promise<boolean>;
  /** Queues a failed run again, from its failed step on. @returns false if it has not failed */
  retry(id: string): Promise<boolean>;
  /**
   * Erases everything about a settled run: input, results, errors. An unknown id is no error.
   *
   * @throws Problem `run-not-settled` (409)
   */
  forget(id: string): Promise<void>;
  /** Removes the residue of forgotten runs, and of the step results of settled runs, from all files. See `Store.scrub`. */
  scrub(): Promise<void>;
  /**
   * Takes no more work and aborts running steps, which does not count as a failure. Resolves when nothing is written any
   * more; another host continues the runs at once. `state` still works.
   */
  stop(): Promise<void>;
}

export const WorkflowEngine = defineKind<WorkflowEngine>('workflow-engine');
