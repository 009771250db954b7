import type { Backend, StepAttempt } from 'openworkflow/internal';
import { raceLost } from './saved/aborts.ts';
import { savedMessage } from './saved/saved-problem.ts';
import { listAttempts } from './view/run-history.ts';

/** The most attempts of steps that openworkflow continues and begins in one execution of a run. */
export const attemptsAtOnce = 1000;

/** How many steps an execution begins at least: with fewer left, openworkflow fails the run, as it has too many waits. */
export const leastBegun = 100;

/** Whether openworkflow has to know an attempt to continue it: a wait, or a child. */
export function isOpen({ kind, status, error }: StepAttempt): boolean {
  return kind !== 'function' && status !== 'completed' && status !== 'succeeded' && savedMessage(error) !== raceLost;
}

/**
 * A backend whose workers execute runs of any length: openworkflow fails a run that has more than 1,000 attempts. It is
 * told of the open ones alone; what is done is known by `Execution.interrupted`. No upstream issue yet.
 */
export function withLongRuns(backend: Backend): Backend {
  const ofOpen: Pick<Backend, 'listStepAttempts'> = {
    async listStepAttempts({ workflowRunId }) {
      const attempts = await listAttempts(backend, workflowRunId);
      return { data: attempts.filter(isOpen), pagination: { next: null, prev: null } };
    },
  };
  return Object.assign(Object.create(backend) as Backend, ofOpen);
}

/** Leaves an execution that has begun as many steps as it may. The next one goes on at once. */
export class ExecutionOver extends Error {
  override readonly name = 'ExecutionOver';
}
