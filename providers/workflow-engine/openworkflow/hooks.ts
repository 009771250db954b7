import { Problem } from 'chronoscribe';
import type { Backend, WorkflowRun } from 'openworkflow/internal';
import { StepFailure } from '../failure.ts';
import type { Executions } from './executions.ts';

/** What an engine wants to know, and to have a say in, while openworkflow works. */
export interface Hooks {
  /** Claims a run for a worker. */
  claim(workerId: string): Promise<WorkflowRun | null>;
  /** Why a run that was claimed is failed instead of being worked on. */
  refusal(run: WorkflowRun): Problem | undefined | Promise<Problem | undefined>;
  /** It is worked on from now on. */
  claimed(run: WorkflowRun): void;
  /** The run is done or failed, and that is saved. */
  settled(id: string): void;
  /** openworkflow has nothing more to write of the run, whether or not it is settled. */
  ended(id: string): void;
  /** The end of a run was not saved: the database cannot be written. */
  unsaved(id: string, error: unknown): void;
}

/** `runStep` has made all tries there are. */
export const once = { initialInterval: '1s', backoffCoefficient: 1, maximumInterval: '1s', maximumAttempts: 1 } as const;

/** Puts the hooks into openworkflow's backend. Of a run that is aborted nothing is written any more: that is for whoever has aborted it. */
export function withHooks<B extends Backend>(backend: B, executions: Executions, hooks: Hooks): B & Backend {
  const completeStep = backend.completeStepAttempt.bind(backend);
  const failStep = backend.failStepAttempt.bind(backend);
  const complete = backend.completeWorkflowRun.bind(backend);
  const fail = backend.failWorkflowRun.bind(backend);

  return Object.assign(backend, {
    async claimWorkflowRun({ workerId }) {
      for (;;) {
        const run = await hooks.claim(workerId);
        if (run === null) return null;
        const refusal = await hooks.refusal(run);
        if (refusal === undefined) {
          executions.begin(run);
          hooks.claimed(run);
          return run;
        }
        const { name, message } = new StepFailure(refusal);
        await fail({ workflowRunId: run.id, workerId, error: { name, message }, retryPolicy: once });
        hooks.settled(run.id);
      }
    },

    /** Never answers: a lease is none of openworkflow's business. */
    extendWorkflowRunLease: () => new Promise<never>(() => {}),

    async completeStepAttempt(params) {
      try {
        return await completeStep(params);
      } catch (error) {
        throw new StepFailure(Problem.of(error));
      }
    },

    async failStepAttempt(params) {
      executions.signal(params.workflowRunId).throwIfAborted();
      return failStep(params);
    },

    async completeWorkflowRun(params) {
      const { workflowRunId: id } = params;
      const execution = executions.of(id);
      try {
        const run = await complete(params);
        hooks.settled(id);
        hooks.ended(id);
        return run;
      } catch (error) {
        if (!execution?.signal.aborted) throw new StepFailure(Problem.of(error));
        hooks.ended(id);
        return execution.run;
      }
    },

    async failWorkflowRun(params) {
      const { workflowRunId: id } = params;
      const execution = executions.of(id);
      try {
        if (execution?.signal.aborted) return execution.run;
        const run = await fail({ ...params, retryPolicy: once });
        hooks.settled(run.id);
        return run;
      } catch (error) {
        if (execution === undefined) throw error;
        if (!execution.signal.aborted) hooks.unsaved(id, error);
        // openworkflow would print the error. It looks at nothing of a run that it is given here.
        return execution.run;
      } finally {
        hooks.ended(id);
      }
    },
  } satisfies Partial<Backend>);
}
