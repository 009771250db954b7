import { z } from 'zod';
import { defineKind } from '../api/kind.ts';
import { SerializedProblem } from '../api/problem.ts';
import type { AnyWorkflow, NodeState } from '../api/workflow-graph.ts';

/** A run as it is submitted. */
export interface RunSubmission {
  /** Chosen by the caller, a UUID. */
  readonly id: string;
  readonly account: string;
  /** The name of a workflow that `start` was given, here or at another host. */
  readonly workflow: string;
  /** Plain JSON. */
  readonly input: unknown;
  /** The definition that it is begun with, as `fingerprintOf` gives it; undefined: that is not compared. */
  readonly definition?: readonly string[] | undefined;
  /** The span that the spans of its steps belong to, as a W3C `traceparent`. */
  readonly traceparent?: string | undefined;
  /** Milliseconds for which its steps, and those of its children, wait for a provider that is away; see `runStep`. */
  readonly patienceMs?: number | undefined;
  /** A whole number: among the queued runs of its account, those of a higher one begin first. Default 0. */
  readonly priority?: number | undefined;
}

/** Where a run stands. `queued`: nothing of it has begun; `done`, `failed` and `cancelled` are its ends. */
export const RunStatus = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);
export type RunStatus = z.output<typeof RunStatus>;

export interface RunState {
  readonly status: RunStatus;
  /** The step in progress, or the last one; null before the first. */
  readonly step: string | null;
  /** The result of the last step if `status` is `done`. */
  readonly output: unknown;
  /** Why the run failed, if `status` is `failed`. */
  readonly problem: SerializedProblem | null;
  /** Whether nothing of the run is being worked on, since all of its branches sleep or wait. */
  readonly isWaiting: boolean;
}

/** Where a node of a run stands; see `StepState.status`. */
export const StepStatus = z.enum(['waiting', 'running', 'done', 'failed', 'skipped', 'cancelled']);
export type StepStatus = z.output<typeof StepStatus>;

/**
 * What a node of a run is. `item` and `branch` are the parts of an `each` or a `repeat`, and of a `parallel` or a
 * `race`.
 */
export const StepKind = z.enum([
  ...(['step', 'parallel', 'race', 'branch', 'each', 'item', 'when', 'repeat', 'sleep', 'wait', 'child'] as const),
]);

/** The state of a node in a run. Times are in milliseconds since 1970. */
export const StepState = z.object({
  /** The path of the node: `pages/3/read`. */
  id: z.string(),
  name: z.string(),
  kind: StepKind,
  /** `waiting` until it starts, and while it sleeps or waits; `skipped` if its condition does not hold. */
  status: StepStatus,
  /** How often it was attempted; 0 before the first time. */
  attempt: z.int(),
  startedAt: z.number().nullable(),
  endedAt: z.number().nullable(),
  /** Why it failed; while it runs, why its last attempt failed, as far as the host knows. */
  error: SerializedProblem.nullable(),
  /** How many items an `each` has, once they are known. */
  items: z.int().exactOptional(),
  /** What is inside of it: branches, items, the nodes of a `when`, the nodes of a child. */
  get steps() {
    return z.array(StepState).readonly().exactOptional();
  },
});
export type StepState = Readonly<z.output<typeof StepState>>;

/** A signal that a run waits for. */
export interface AwaitedSignal {
  /** The name of the node, or its path if it is inside of an `each` or a branch. */
  readonly signal: string;
  /** When the wait times out, in milliseconds since 1970; null: never, or by the account's clock. */
  readonly until: number | null;
}

/** The state of each node of a run, in the order of the workflow. */
export interface RunSteps {
  readonly steps: readonly StepState[];
  readonly waitingFor: readonly AwaitedSignal[];
}

/** A sleep on an account's clock, or the timeout of a wait. The host wakes the run when the clock passes its end, see `WorkflowEngine.wake`. */
export interface AccountSleep {
  readonly run: string;
  readonly account: string;
  /**
   * The path of the node, with `//timeout` at its end for the timeout of a wait. With `run` it identifies the sleep;
   * arming it again changes nothing.
   */
  readonly node: string;
  /** Milliseconds that it lasts, or the instant at which it is over. */
  readonly until: { readonly ms: number } | { readonly instant: number };
  /** The instant from which `ms` counts: the end of the sleep right before. Undefined: from the clock's present. */
  readonly from: number | undefined;
}

/** What an engine asks of its host. */
export interface EngineListener {
  /** The most runs of one account that are worked on at the same time, on all hosts together. */
  readonly runsAtOnce: number;
  /**
   * Called with the id of each run that is done, failed or cancelled, at the one host that executed or cancelled it,
   * after that is saved and before watchers are told `end`. Not called for the runs of `child` nodes, nor if the process
   * dies just then.
   */
  settled(id: string): void;
  /** Resolves once the sleep is stored, so that a crash does not lose it. */
  armSleep(sleep: AccountSleep): Promise<void>;
  /**
   * Called with the run of a `child` node before its steps, so that what they make is kept and deleted with the
   * submitted run. Calling it again changes nothing.
   *
   * @param child.id what the child's steps get as `runId`
   * @param child.run the id of the run that was submitted
   */
  adopt(child: { readonly id: string; readonly run: string }): Promise<void>;
  /**
   * Forgets sleeps of a run, which will not be awaited any more. Calling it again changes nothing.
   *
   * @param within the path of a node: what is forgotten is its own, and that of the nodes inside
   */
  disarmSleeps(run: string, within: string): Promise<void>;
}

/**
 * What a watcher is told.
 *
 * - `progress`: `index` counts steps from 1, `fraction` (0 to 1) is of the step. Each step starts with 0, again if it
 *   is repeated after a crash: then its text is repeated too.
 * - `text`: a piece of what the step writes.
 * - `waiting`: an attempt of the step has failed for the reason `detail`, and another one follows.
 * - `end`: the run is settled. Comes once, last.
 */
export const RunEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), step: z.string(), index: z.int(), of: z.int(), fraction: z.number() }),
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('waiting'), step: z.string(), detail: z.string() }),
  z.object({ type: z.literal('end') }),
]);
export type RunEvent = Readonly<z.output<typeof RunEvent>>;

/**
 * Executes runs, on one host or on several that share them: each method may be called at any host.
 *
 * The result of a step is on disk before the next step starts. After a crash only the step in progress is repeated: at
 * once when the host is restarted, or by another host when the lease of the dead one is over (30 s). A host that has
 * lost a run, for example because it was suspended, aborts the step as soon as it notices; its result is ignored. A run
 * that crashes its host twice in one step fails. An engine calls a step through `runStep`, which applies attempts,
 * backoff and time limit.
 *
 * A run goes on by the definition that it was begun with: the workflow, or one of its `versions`. If there is none of
 * these nodes any more, it goes on by the workflow, unless that differs in what the run has been through: then it fails
 * as `workflow-changed` (409), which says what differs. A retry lets it go on by the workflow as it is. Both hold for
 * the runs of `child` nodes, too.
 *
 * @example
 * const digest = workflow<{ pages: number }>('digest')
 *   .step('read', ({ input }) => `${input.pages} pages`)
 *   .answer((body) => ({ body, location: '' }));
 *
 * async function runOnce(engine: WorkflowEngine): Promise<void> {
 *   await engine.start([digest], {
 *     runsAtOnce: 2,
 *     settled: (id) => log.info({ run: id }, 'settled'),
 *     armSleep: timers.arm,
 *     disarmSleeps: timers.disarm,
 *     adopt: async ({ id, run }) => log.info({ child: id, run }, 'a child starts'),
 *   });
 *   await engine.submit({ id: crypto.randomUUID(), account, workflow: digest.name, input: { pages: 3 } });
 * }
 */
export interface WorkflowEngine {
  /**
   * Starts to work, on interrupted runs first. A run whose workflow no host has fails as `workflow-unknown` (503): at
   * once on a single host, after some minutes on several, since the host that has it may just be starting.
   */
  start(workflows: readonly AnyWorkflow[], listener: EngineListener): Promise<void>;
  /**
   * Saves the run and returns; the same id again changes nothing. A host that has room starts it within milliseconds, if
   * it is its turn: accounts take turns, however many runs each has submitted, and whatever their priority. Of those with
   * one key of their workflow, only as many are open at once as that says: from their beginning to their end.
   */
  submit(run: RunSubmission): Promise<void>;
  /** How many runs of an account were submitted, or are to be retried, and have not begun. */
  queued(account: string): Promise<number>;
  /** @returns undefined for an id that was never submitted or was forgotten. */
  state(id: string): Promise<RunState | undefined>;
  /** @returns undefined for an id that was never submitted or was forgotten, or whose workflow no longer exists. */
  steps(id: string): Promise<RunSteps | undefined>;
  /**
   * What the nodes of a run have given, by their names, beside its `input`; of an `each` the results of the items that
   * are done, of a `repeat` that of its latest round.
   *
   * @returns undefined if the run is unknown, or its results were erased
   */
  results(id: string): Promise<NodeState | undefined>;
  /**
   * Delivers a signal to a `waitFor` node. It is kept if the run does not wait yet.
   *
   * @param name the name of the node, or its path
   * @param payload parsed by the schema of the node; plain JSON
   * @param operationId makes a repeated call deliver once, if no other has come between
   * @returns false if the run is settled or unknown, or if no node of that name waits now or may wait later
   */
  signal(id: string, name: string, payload: unknown, operationId?: string): Promise<boolean>;
  /**
   * Ends a sleep on an account's clock, or a wait that has got no signal. It may be called before the run sleeps, and again.
   *
   * @param node as it was armed
   * @param at the instant at which it was over on the clock, in milliseconds since 1970
   */
  wake(id: string, node: string, at: number): Promise<void>;
  /**
   * Follows a run from this call on, even if it is submitted later. Ends with `end` once the run is settled, at once if
   * it already is; ends without it when the engine stops or `signal` aborts. Past events are not repeated. Events of
   * another host arrive within milliseconds; they may be lost while hosts cannot reach each other, but `end` is only
   * late.
   */
  watch(id: string, signal: AbortSignal): AsyncIterable<RunEvent>;
  /**
   * Settles the run and its children as cancelled and aborts their steps. Waits for those that are at this host.
   *
   * @returns false if the run is settled or unknown.
   */
  cancel(id: string): Promise<boolean>;
  /**
   * Queues a failed run again. It continues with what is not done.
   *
   * @param from the path of a node: that node and all that come after it are done anew
   * @returns false if the run has not failed, if its results were erased, or if it has no node `from`
   */
  retry(id: string, from?: string): Promise<boolean>;
  /**
   * Deletes everything about a settled run: input, results, errors. Does nothing for an unknown id.
   *
   * @throws Problem `run-not-settled` (409) if the run is queued or running.
   */
  forget(id: string): Promise<void>;
  /**
   * Erases the input, the signals and the results of the steps of a settled run, which can no longer be retried. Its
   * state stays, with its own result. Does nothing for another run. Still works after `stop`.
   */
  eraseResults(id: string): Promise<void>;
  /** Removes what was forgotten or erased from the database files; as `Store.scrub`. */
  scrub(): Promise<void>;
  /**
   * Stops working and resolves once nothing is written any more. Steps in progress are aborted, which is no failure:
   * another host continues their runs at once, or this one after its next start. `state` still works.
   */
  stop(): Promise<void>;
}

export const WorkflowEngine = defineKind<WorkflowEngine>('workflow-engine', {
  ...({ start: 'function', submit: 'function', queued: 'function', state: 'function', steps: 'function' } as const),
  ...({ results: 'function', signal: 'function', wake: 'function', watch: 'function', cancel: 'function' } as const),
  ...({ retry: 'function', forget: 'function', eraseResults: 'function', scrub: 'function' } as const),
  ...({ stop: 'function' } as const),
});
