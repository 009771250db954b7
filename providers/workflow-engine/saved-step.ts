import { addAbortListener } from 'node:events';
import { type Logger, Problem, type StepContext, trace } from 'chronoscribe';
import { type NodeState, type RunEvent, runStep, type Step } from 'chronoscribe/host';
import type { Place } from './interpreter.ts';
import { crashLoop, maxCrashesPerStep } from './problems.ts';
import { StepFailure } from './saved/saved-problem.ts';
import { type Encoding, encodeResult } from './saved/saved-result.ts';

/** The execution of a run, by this host. */
export interface StepExecution {
  readonly runId: string;
  readonly root: string;
  readonly claim: number;
}

/** What a step needs of the engine that executes it. */
export interface StepParts {
  readonly execution: StepExecution;
  /** How often a host died in the step. */
  readonly crashes: number;
  readonly account: string;
  readonly workflow: string;
  /** The span that its steps belong to. */
  readonly traceparent: string | undefined;
  readonly patienceMs: number | undefined;
  readonly encoding: Encoding;
  readonly log: Logger;
  /** Called for what watchers are told. */
  emit(execution: StepExecution, event: RunEvent): void;
  /** A step waits until it tries again, for this reason; undefined: no longer. */
  waiting(execution: StepExecution, step: string, problem: Problem | undefined): void;
}

/** Milliseconds that a step has to clean up after it is aborted, before it is abandoned. */
const cleanUpMs = 2000;

/** The result of a step as it is saved. Throws a `StepFailure`, or the reason if the step is aborted. */
export async function savedStep(
  step: Step,
  at: Place & { readonly state: NodeState },
  parts: StepParts,
): Promise<unknown> {
  const { execution, crashes } = parts;
  const { signal, path } = at;
  let attempt = 0;
  const counted: Step = {
    ...step,
    run(state, context) {
      attempt += 1;
      parts.waiting(execution, path, undefined);
      return step.run(state, context);
    },
  };
  try {
    if (crashes >= maxCrashesPerStep) throw crashLoop(path, crashes);
    const context = stepContext(at, parts);
    const patience = {
      patienceMs: parts.patienceMs,
      waiting: (problem: Problem) => parts.waiting(execution, path, problem),
    };
    context.progress(0);
    // Whatever span was active when the engine came to it.
    const result = await trace(
      `step ${parts.workflow}/${step.name}`,
      {
        attributes: { 'chronoscribe.run': execution.root, 'chronoscribe.step': path },
        parent: parts.traceparent ?? null,
      },
      () => abandonAfterAbort(runStep(counted, at.state, { ...context, ...patience }), signal),
    );
    // What a step returns because it was aborted is no result.
    signal.throwIfAborted();
    return encodeResult(parts.encoding, result, attempt);
  } catch (thrown) {
    signal.throwIfAborted();
    throw failure(Problem.of(thrown), path, Math.max(attempt, 1), parts);
  } finally {
    parts.waiting(execution, path, undefined);
  }
}

function stepContext({ path, position, signal }: Place, parts: StepParts): StepContext {
  const { execution, account, emit } = parts;
  const emitUntilAborted = (event: RunEvent) => {
    if (!signal.aborted) emit(execution, event);
  };
  return {
    runId: execution.runId,
    account,
    signal,
    progress(fraction) {
      emitUntilAborted({ type: 'progress', step: path, ...position, fraction: Math.min(Math.max(fraction, 0), 1) });
    },
    text: (text) => emitUntilAborted({ type: 'text', text }),
  };
}

/** The failure as it is saved. Its cause goes to the log alone. */
export function failure(
  problem: Problem,
  step: string,
  attempt: number,
  { execution, workflow, log }: StepParts,
): StepFailure {
  if (problem.cause !== undefined) {
    const fields = { run: execution.runId, workflow, step, err: problem.cause };
    // The operator can fix a provider that is away; it is no fault of ours.
    if (problem.code === 'internal') log.error(fields, 'a step failed unexpectedly');
    else log.warn({ ...fields, problem: problem.code }, 'a step failed');
  }
  return new StepFailure(problem, attempt);
}

async function abandonAfterAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: abandoned, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  using _listener = addAbortListener(signal, () => {
    timer = setTimeout(() => reject(signal.reason), cleanUpMs).unref();
  });
  try {
    return await Promise.race([work, abandoned]);
  } finally {
    clearTimeout(timer);
  }
}
