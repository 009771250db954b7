import { type AnyWorkflow, type Logger, Problem, runStep, type Step, type StepContext } from 'chronoscribe';
import { defineWorkflow, type Workflow } from 'openworkflow';
import { StepFailure } from '../failure.ts';
import { frozen } from '../frozen.ts';
import type { Watchers } from '../watchers.ts';
import { once } from './backend.ts';
import type { Executions } from './executions.ts';
import { envelope } from './run-table.ts';

/** How long a step may take to leave once it is aborted, to kill a child or delete a file. One that stays longer is left behind. */
const leaveMs = 2000;

/** Puts a workflow of ours in the form that openworkflow runs: each of our steps is one of its steps, tried by `runStep`. */
export function forOpenWorkflow(
  workflow: AnyWorkflow,
  parts: { readonly executions: Executions; readonly watchers: Watchers; readonly log: Logger },
): Workflow<unknown, unknown, unknown> {
  const { executions, watchers, log } = parts;
  const of = workflow.steps.length;

  const contextOf = (runId: string, account: string, step: string, index: number): StepContext => {
    const signal = executions.signal(runId);
    const progress = (fraction: number) => {
      if (!signal.aborted)
        watchers.tell(runId, { type: 'progress', step, index, of, fraction: Math.min(Math.max(fraction, 0), 1) });
    };
    const text = (piece: string) => {
      if (!signal.aborted) watchers.tell(runId, { type: 'text', text: piece });
    };
    return { runId, account, signal, progress, text };
  };

  const run = async (step: Step, state: Readonly<Record<string, unknown>>, context: StepContext): Promise<unknown> => {
    try {
      context.progress(0);
      return await untilLeft(runStep(step, state, context), context.signal);
    } catch (thrown) {
      const problem = Problem.of(thrown);
      if (problem.cause !== undefined && !context.signal.aborted) {
        const fields = { run: context.runId, workflow: workflow.name, step: step.name, err: problem.cause };
        // A provider that is not there is for the operator to mend, and no fault of ours.
        if (problem.code === 'internal') log.error(fields, 'a step failed unforeseen');
        else log.warn({ ...fields, problem: problem.code }, 'a step failed');
      }
      throw new StepFailure(problem);
    }
  };

  return defineWorkflow({ name: workflow.name }, async ({ input: kept, step: saved, run: { id } }) => {
    const { account, input } = envelope.parse(kept);
    let state: Readonly<Record<string, unknown>> = frozen({ input });
    let last: unknown = null;
    for (const [position, step] of workflow.steps.entries()) {
      const context = contextOf(id, account, step.name, position + 1);
      const before = state;
      last = frozen(await saved.run({ name: step.name, retryPolicy: once }, () => run(step, before, context)));
      state = Object.freeze({ ...before, [step.name]: last });
    }
    return last;
  });
}

/** Waits for the work, but no longer than `leaveMs` once `signal` is aborted. */
async function untilLeft<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const left = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const leave = () => {
    timer = setTimeout(() => left.reject(signal.reason), leaveMs);
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([work, left.promise]);
  } finally {
    signal.removeEventListener('abort', leave);
    clearTimeout(timer);
  }
}
