import { addAbortListener } from 'node:events';
import { type Logger, Problem, type StepContext, trace } from 'chronoscribe';
import { abortable } from 'chronoscribe/concurrency';
import { type NodeState, type RunEvent, runStep, type Step } from 'chronoscribe/host';
import { crashLoop, maxCrashesPerStep } from '../problems.ts';
import { encodeResult, StepFailure, type StoredRun, type Values } from './documents.ts';
import type { Place } from './messages.ts';

/** The execution of a run. */
export interface StepExecution {
  /** The run itself, or the one of which it is a child, which can be watched. */
  readonly root: string;
  readonly runId: string;
  /** By this host. */
  readonly claim: number;
}

type StepPlace = Pick<Place, 'path' | 'position' | 'signal'>;

/** What a step needs of the engine that executes it. */
export interface StepParts {
  readonly execution: StepExecution;
  /** How often a host died in the step. */
  readonly crashes: number;
  readonly run: Pick<StoredRun, 'account' | 'traceparent' | 'patienceMs'>;
  readonly workflow: string;
  readonly encoding: Values;
  readonly log: Logger;
  /** Called for what watchers are told. */
  emit(execution: StepExecution, event: RunEvent): void;
  /** A step waits until it tries again, for this reason; undefined: no longer. */
  waiting(execution: StepExecution, step: string, problem: Problem | undefined): void;
}

/** Milliseconds that a step has to clean up after it is aborted, before it is abandoned. */
const cleanUpMs = 2000;

/** The result of a step as it is saved. Throws a `StepFailure`, or the reason if the step is aborted. */
export async function savedStep(step: Step, state: NodeState, at: StepPlace, parts: StepParts): Promise<unknown> {
  const { execution, crashes } = parts;
  const { signal, path } = at;
  let attempt = 1;
  try {
    if (crashes >= maxCrashesPerStep) throw crashLoop(path, crashes);
    const context = stepContext(at, parts);
    const patience = {
      patienceMs: parts.run.patienceMs ?? undefined,
      waiting: (problem: Problem) => parts.waiting(execution, path, problem),
      attempting(number: number) {
        attempt = number;
        parts.waiting(execution, path, undefined);
      },
    };
    context.progress(0);
    // Whatever span was active when the engine came to it.
    const result = await trace(
      `step ${parts.workflow}/${step.name}`,
      { attributes: { 'chronoscribe.run': execution.root, 'chronoscribe.step': path }, parent: parts.run.traceparent },
      () => abandonAfterAbort(runStep(step, state, { ...context, ...patience }), signal),
    );
    // What a step returns because it was aborted is no result.
    signal.throwIfAborted();
    return encodeResult(parts.encoding, result, attempt);
  } catch (thrown) {
    signal.throwIfAborted();
    throw failure(Problem.of(thrown), path, attempt, parts);
  } finally {
    parts.waiting(execution, path, undefined);
  }
}

function stepContext({ path, position, signal }: StepPlace, parts: StepParts): StepContext {
  const { execution, run, emit } = parts;
  const emitUntilAborted = (event: RunEvent) => {
    if (!signal.aborted) emit(execution, event);
  };
  return {
    runId: execution.runId,
    account: run.account,
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
  const abandoned = new AbortController();
  using _listener = addAbortListener(signal, () => {
    setTimeout(() => abandoned.abort(signal.reason), cleanUpMs).unref();
  });
  return await abortable(work, abandoned.signal);
}
