import {
  type AnyWorkflow,
  type Logger,
  Problem,
  type RunEvent,
  runStep,
  type Step,
  type StepContext,
} from 'chronoscribe';
import { defineWorkflow, type RetryPolicy, type Workflow } from 'openworkflow';
import { z } from 'zod';
import { crashLoop, maxCrashesPerStep } from './crash-loop.ts';
import type { EngineDatabase } from './database.ts';
import type { Execution, Executions } from './executions.ts';
import { unknownWorkflow } from './problems.ts';
import { StepFailure } from './saved-problem.ts';

/** The input of a run in openworkflow. */
export const RunInput = z.object({
  /** Missing in runs of versions before 0.2. */
  runId: z.string().optional(),
  account: z.string(),
  input: z.unknown(),
  /** Whether somebody watched the run when it was submitted. */
  watched: z.boolean().optional(),
});

export interface WorkflowParts {
  readonly database: EngineDatabase;
  readonly executions: Executions;
  readonly log: Logger;
  /** Called for what watchers are told. */
  emit(execution: Execution, event: RunEvent): void;
  /** A run starts that somebody watched when it was submitted. */
  watched(runId: string): void;
}

/** `runStep` makes all attempts of a step. */
const noRetry = { maximumAttempts: 1 } as const satisfies Partial<RetryPolicy>;

/** How a run continues that was stopped, or whose state could not be saved. Failures of steps are final. */
const resume: RetryPolicy = {
  initialInterval: '10ms',
  backoffCoefficient: 2,
  maximumInterval: '1s',
  maximumAttempts: 0,
};

/** A workflow of ours as openworkflow runs it: each step is one of the library's. */
export function libraryWorkflow(workflow: AnyWorkflow, parts: WorkflowParts): Workflow<unknown, unknown, unknown> {
  const { database, executions } = parts;
  return defineWorkflow({ name: workflow.name, retryPolicy: resume }, async ({ input: saved, step: library, run }) => {
    const { runId = run.id, account, input, watched } = RunInput.parse(database.decode(saved));
    const execution = await executions.enter(run.id, runId);
    if (watched) parts.watched(runId);
    try {
      let state: Readonly<Record<string, unknown>> = deepFreeze({ input });
      let last: unknown = null;
      for (const [position, step] of workflow.nodes.filter((node) => node.kind === 'step').entries()) {
        const before = state;
        const place = { index: position + 1, of: workflow.nodes.length };
        const work = () =>
          execution.once(step.name, () =>
            runSavedStep(step, before, { ...place, account, workflow, execution, ...parts }),
          );
        await database.writable();
        last = deepFreeze(database.decode(await library.run({ name: step.name, retryPolicy: noRetry }, work)));
        state = Object.freeze({ ...before, [step.name]: last });
      }
      await database.writable();
      return database.encode(last);
    } catch (thrown) {
      const cause = causeOf(thrown);
      if (!isFinal(thrown, execution, database)) throw cause;
      if (cause !== thrown && !(cause instanceof StepFailure))
        parts.log.error({ run: runId, workflow: workflow.name, err: cause }, 'the result of a step could not be saved');
      throw thrown;
    } finally {
      execution.leave();
    }
  });
}

/** A workflow that this host does not have. Its runs fail once they were claimed `claims` times by hosts without it. */
export function missingWorkflow(
  name: string,
  claims: number,
  parts: WorkflowParts,
): Workflow<unknown, unknown, unknown> {
  const retryPolicy = {
    initialInterval: '1s',
    backoffCoefficient: 2,
    maximumInterval: '1m',
    maximumAttempts: claims,
  } as const;
  return defineWorkflow({ name, retryPolicy }, async ({ input, run }) => {
    const { runId = run.id } = RunInput.parse(parts.database.decode(input));
    const execution = await parts.executions.enter(run.id, runId);
    execution.leave();
    throw new StepFailure(unknownWorkflow(name));
  });
}

interface StepInRun extends WorkflowParts {
  readonly execution: Execution;
  readonly account: string;
  readonly workflow: AnyWorkflow;
  /** From 1. */
  readonly index: number;
  readonly of: number;
}

/** The result of a step as it is saved. Throws a `StepFailure`, or the reason if the execution is aborted. */
async function runSavedStep(step: Step, state: Readonly<Record<string, unknown>>, at: StepInRun): Promise<unknown> {
  const { execution, database } = at;
  const { signal } = execution;
  try {
    const crashes = execution.crashes.get(step.name) ?? 0;
    if (crashes >= maxCrashesPerStep) throw crashLoop(step.name, crashes);
    const context = stepContext(step, at);
    context.progress(0);
    const result = await Promise.race([runStep(step, state, context), execution.abandoned]);
    // What a step returns because it was aborted is no result.
    signal.throwIfAborted();
    return database.encode(result);
  } catch (thrown) {
    signal.throwIfAborted();
    throw stepFailure(Problem.of(thrown), step, at);
  } finally {
    await database.writable();
  }
}

function stepContext({ name: step }: Step, { execution, account, index, of, emit }: StepInRun): StepContext {
  const { runId, signal } = execution;
  const emitUntilAborted = (event: RunEvent) => {
    if (!signal.aborted) emit(execution, event);
  };
  return {
    runId,
    account,
    signal,
    progress(fraction) {
      emitUntilAborted({ type: 'progress', step, index, of, fraction: Math.min(Math.max(fraction, 0), 1) });
    },
    text: (text) => emitUntilAborted({ type: 'text', text }),
  };
}

/** The failure as it is saved. Its cause goes to the log alone. */
function stepFailure(problem: Problem, step: Step, { execution, workflow, log }: StepInRun): StepFailure {
  if (problem.cause !== undefined) {
    const fields = { run: execution.runId, workflow: workflow.name, step: step.name, err: problem.cause };
    // The operator can fix a provider that is away; it is no fault of ours.
    if (problem.code === 'internal') log.error(fields, 'a step failed unexpectedly');
    else log.warn({ ...fields, problem: problem.code }, 'a step failed');
  }
  return new StepFailure(problem);
}

/**
 * Whether the run fails. openworkflow wraps what a step throws, and applies the policy of the step to that; the bare
 * cause instead is subject to the policy of the workflow, which lets the run continue.
 */
function isFinal(thrown: unknown, { signal }: Execution, { explain }: EngineDatabase): boolean {
  const cause = causeOf(thrown);
  if (cause === thrown || cause instanceof StepFailure) return true;
  const problem = explain(cause);
  return !signal.aborted && !(problem instanceof Problem && problem.transient);
}

function causeOf(thrown: unknown): unknown {
  return (thrown instanceof Error ? thrown.cause : undefined) ?? thrown;
}

/** Freezes JSON in place, at any depth: what one step is given, the next one is given too. */
function deepFreeze<T>(json: T): T {
  if (typeof json !== 'object' || json === null || Object.isFrozen(json)) return json;
  for (const member of Object.values(json)) deepFreeze(member);
  return Object.freeze(json);
}
