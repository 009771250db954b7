import { type AnyWorkflow, type Logger, type RunEvent, runStep } from 'chronoscribe';
import { defineWorkflow, type Workflow } from 'openworkflow';
import { envelope } from '../envelope.ts';
import { frozen } from '../frozen.ts';
import { stepContext, stepFailure, untilLeft } from '../step-work.ts';
import type { Executions } from './executions.ts';
import { once } from './hooks.ts';

/** Puts a workflow of ours in the form that openworkflow runs: each of our steps is one of its steps, tried by `runStep`. */
export function forOpenWorkflow(
  workflow: AnyWorkflow,
  parts: { readonly executions: Executions; readonly log: Logger; tell(id: string, event: RunEvent): void },
): Workflow<unknown, unknown, unknown> {
  const { executions, log, tell } = parts;
  const of = workflow.steps.length;

  return defineWorkflow({ name: workflow.name }, async ({ input: kept, step: saved, run: { id } }) => {
    const { account, input } = envelope.parse(kept);
    let state: Readonly<Record<string, unknown>> = frozen({ input });
    let last: unknown = null;
    for (const [position, step] of workflow.steps.entries()) {
      const before = state;
      const work = async () => {
        const signal = executions.signal(id);
        const atWork = { runId: id, account, step: step.name, index: position + 1, of, signal };
        const context = stepContext({ ...atWork, tell: (event) => tell(id, event) });
        try {
          context.progress(0);
          return await untilLeft(runStep(step, before, context), signal);
        } catch (thrown) {
          throw stepFailure(thrown, { ...atWork, workflow: workflow.name, log });
        }
      };
      last = frozen(await saved.run({ name: step.name, retryPolicy: once }, work));
      state = Object.freeze({ ...before, [step.name]: last });
    }
    return last;
  });
}
