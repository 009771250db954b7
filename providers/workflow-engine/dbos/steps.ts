import { setTimeout as pause } from 'node:timers/promises';
import { type AnyWorkflow, type Logger, Problem, type RunEvent, runStep, type Step } from 'chronoscribe';
import { envelope } from '../envelope.ts';
import { frozen } from '../frozen.ts';
import { diedTooOften, mostDeathsInOneStep } from '../problems.ts';
import { type StepAtWork, stepContext, stepFailure, untilLeft } from '../step-work.ts';
import type { Claim, Claims } from './claims.ts';
import type { Executions } from './executions.ts';
import type { Dbos } from './library.ts';

/** Milliseconds between tries to reach a database that is gone. */
const againMs = 1000;

export interface StepParts {
  readonly dbos: Dbos;
  readonly executions: Executions;
  readonly claims: Claims;
  readonly tell: (claim: Claim, event: RunEvent) => void;
  /** A run is queued again. */
  readonly released: () => void;
  readonly log: Logger;
}

/** One of our steps as DBOS runs it. */
interface Attempt extends StepAtWork {
  readonly claim: Claim;
  readonly run: Step;
  readonly state: Readonly<Record<string, unknown>>;
  /** Rejected when the step has left, because it was aborted. */
  readonly left: PromiseWithResolvers<never>;
}

/** Puts a workflow of ours in the form that DBOS runs: each of our steps is one of its steps, tried by `runStep`. */
export function forDbos(workflow: AnyWorkflow, parts: StepParts): (kept: unknown) => Promise<unknown> {
  const { dbos, executions, claims, tell, log } = parts;
  const of = workflow.steps.length;

  const work = async (attempt: Attempt): Promise<unknown> => {
    const { claim, run, state, signal, left } = attempt;
    const context = stepContext(attempt);
    try {
      await begin(claim, run.name, { claims, executions, signal });
      context.progress(0);
      return plain(await runStep(run, state, context));
    } catch (thrown) {
      if (!signal.aborted) throw stepFailure(thrown, { ...attempt, workflow: workflow.name, log });
      // What was stopped has not failed, so DBOS is not to hear of it.
      left.reject(signal.reason);
      return new Promise(() => {});
    }
  };

  const workThrough = async (claim: Claim, kept: unknown): Promise<unknown> => {
    const { account, input } = envelope.parse(kept);
    const signal = executions.signal(claim);
    let state: Readonly<Record<string, unknown>> = frozen({ input });
    let last: unknown = null;
    for (const [position, run] of workflow.steps.entries()) {
      signal.throwIfAborted();
      const left = Promise.withResolvers<never>();
      const atWork = { runId: claim.id, account, step: run.name, index: position + 1, of, signal };
      const attempt = { ...atWork, tell: (event: RunEvent) => tell(claim, event), claim, run, state, left };
      const saved = dbos.DBOS.runStep(() => work(attempt), { name: run.name });
      last = frozen(await untilLeft(Promise.race([saved, left.promise]), signal));
      state = Object.freeze({ ...state, [run.name]: last });
    }
    return last;
  };

  return async (kept) => {
    const claim = executions.of(dbos.currentOwnerXid(dbos.DBOS.workflowID ?? '') ?? '');
    if (claim === undefined) throw new Error('DBOS has begun a run that this host has not claimed.');
    try {
      return await workThrough(claim, kept);
    } catch (thrown) {
      if (executions.signal(claim).aborted || isLost(thrown, dbos)) await letGo(claim, parts);
      throw thrown;
    }
  };
}

/** Notes that a step begins, as soon as the database can be reached; refuses one that hosts have died in too often. */
async function begin(
  claim: Claim,
  step: string,
  { claims, executions, signal }: Pick<StepParts, 'claims' | 'executions'> & { readonly signal: AbortSignal },
): Promise<void> {
  for (;;) {
    try {
      const times = await claims.begin(claim, step);
      if (times === undefined) executions.lose(claim);
      else if (times > mostDeathsInOneStep) throw diedTooOften({ step, times: times - 1 });
      return signal.throwIfAborted();
    } catch (thrown) {
      signal.throwIfAborted();
      if (!Problem.of(thrown).transient) throw thrown;
      await pause(againMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

/**
 * Queues a run again that is stopped here, so that DBOS can save no end of it; one that was cancelled or taken over stays as it is. While the database cannot be told, DBOS does not
 * hear of an end.
 */
async function letGo(claim: Claim, { claims, executions, released }: StepParts): Promise<void> {
  const isSaid = await claims.release(claim).then(
    () => true,
    () => false,
  );
  executions.end(claim);
  if (!isSaid) await new Promise(() => {});
  released();
}

/** How DBOS says that a run was cancelled, or claimed anew. */
function isLost(thrown: unknown, { errors }: Dbos): boolean {
  return thrown instanceof errors.DBOSWorkflowConflictError || thrown instanceof errors.DBOSWorkflowCancelledError;
}

/** As it will be read again. Throws where JSON cannot hold it. */
function plain(result: unknown): unknown {
  return JSON.parse(JSON.stringify(result) ?? 'null');
}
