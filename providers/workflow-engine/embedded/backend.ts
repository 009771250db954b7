import { Problem } from 'chronoscribe';
import type { Backend, WorkflowRun } from 'openworkflow/internal';
import type { BackendSqlite } from 'openworkflow/sqlite';
import { StepFailure } from '../failure.ts';

/** What the engine wants to know, and to have a say in, while openworkflow works. */
export interface Hooks {
  /** Why a run is failed instead of being worked on. */
  refusal(run: WorkflowRun): Problem | undefined;
  claimed(id: string): void;
  /** The run is done or failed, and that is saved. */
  settled(id: string): void;
  /** openworkflow has nothing more to write of the run, whether or not it is settled. */
  ended(id: string): void;
  /** The end of a run was not saved: it has been cancelled or released meanwhile, or the database cannot be written. */
  unsaved(id: string, error: unknown): void;
}

/** `runStep` has made all tries there are. */
export const once = { initialInterval: '1s', backoffCoefficient: 1, maximumInterval: '1s', maximumAttempts: 1 } as const;

/** A claim ends with its process: nobody else works on the file, and what a dead process had claimed is queued again at the next start. */
const leaseDurationMs = 10 * 365 * 86_400_000;

/** Puts the hooks into openworkflow's backend. */
export function withHooks(backend: BackendSqlite, hooks: Hooks): Backend {
  const claim = backend.claimWorkflowRun.bind(backend);
  const completeStep = backend.completeStepAttempt.bind(backend);
  const complete = backend.completeWorkflowRun.bind(backend);
  const fail = backend.failWorkflowRun.bind(backend);

  return Object.assign(backend, {
    async claimWorkflowRun({ workerId }) {
      for (;;) {
        const run = await claim({ workerId, leaseDurationMs });
        if (run === null) return null;
        const refusal = hooks.refusal(run);
        if (refusal === undefined) {
          hooks.claimed(run.id);
          return run;
        }
        const { name, message } = new StepFailure(refusal);
        await fail({ workflowRunId: run.id, workerId, error: { name, message }, retryPolicy: once });
        hooks.settled(run.id);
      }
    },

    /** Never answers: a claim that does not run out needs no heartbeat. */
    extendWorkflowRunLease: () => new Promise<never>(() => {}),

    async completeStepAttempt(params) {
      try {
        return await completeStep(params);
      } catch (error) {
        throw new StepFailure(Problem.of(error));
      }
    },

    async completeWorkflowRun(params) {
      try {
        const run = await complete(params);
        hooks.settled(run.id);
        hooks.ended(run.id);
        return run;
      } catch (error) {
        throw new StepFailure(Problem.of(error));
      }
    },

    async failWorkflowRun(params) {
      try {
        const run = await fail({ ...params, retryPolicy: once });
        hooks.settled(run.id);
        return run;
      } catch (error) {
        hooks.unsaved(params.workflowRunId, error);
        // openworkflow would print the error. It looks at nothing of a run that it is given here.
        const run = await backend.getWorkflowRun({ workflowRunId: params.workflowRunId });
        if (run === null) throw error;
        return run;
      } finally {
        hooks.ended(params.workflowRunId);
      }
    },
  } satisfies Partial<Backend>);
}
