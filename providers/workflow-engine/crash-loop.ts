import { Problem } from 'chronoscribe';
import type { Backend, StepAttempt } from 'openworkflow/internal';
import { isOpen } from './long-runs.ts';
import { listAttempts } from './view/run-history.ts';

/**
 * Fails a run that keeps killing its host. openworkflow starts an interrupted step again without end.
 * No upstream issue yet.
 */
export const maxCrashesPerStep = 2;

/** What was in progress in a run that is claimed once more. */
export interface Interrupted {
  /** The attempts of steps that nobody ended. A step that was stopped has an end. */
  readonly unended: readonly StepAttempt[];
  /** The paths of the nodes that have begun to wait. */
  readonly waits: ReadonlySet<string>;
  /** What is saved of steps that are done, by their names in openworkflow. */
  readonly done: ReadonlyMap<string, unknown>;
  /** The names of what openworkflow continues. */
  readonly open: ReadonlySet<string>;
}

export const nothingInterrupted: Interrupted = { unended: [], waits: new Set(), done: new Map(), open: new Set() };

export async function interruptedSteps(backend: Backend, libraryId: string): Promise<Interrupted> {
  const data = await listAttempts(backend, libraryId);
  const done = data.filter(({ status }) => status === 'completed' || status === 'succeeded');
  return {
    done: new Map(done.map(({ stepName, output }) => [stepName, output])),
    open: new Set(data.filter(isOpen).map(({ stepName }) => stepName)),
    unended: data.filter(({ kind, status }) => kind === 'function' && status === 'running'),
    waits: new Set(data.filter(({ kind }) => kind === 'signal-wait').map(({ stepName }) => stepName)),
  };
}

/**
 * How often a host died in each step of a run.
 *
 * @param unended what there was before this host has begun a step of it
 */
export function countCrashes(unended: readonly StepAttempt[]): ReadonlyMap<string, number> {
  return new Map([...Map.groupBy(unended, ({ stepName }) => stepName)].map(([step, all]) => [step, all.length]));
}

/** Ends attempts of a host that lives, and has claimed their run once more: else they would count as crashes. */
export async function endAttempts(backend: Backend, attempts: readonly StepAttempt[], workerId: string): Promise<void> {
  const error = { message: 'The host had lost its lease of the run.' };
  for (const { workflowRunId, id: stepAttemptId } of attempts)
    await backend.failStepAttempt({ workflowRunId, stepAttemptId, workerId, error });
}

export function crashLoop(step: string, times: number): Problem {
  return new Problem('internal', {
    detail:
      `The server died ${times} times during the step "${step}", which may be the cause, so the step is not started again. ` +
      'Find the cause in the log of the server, then retry the run.',
  });
}
