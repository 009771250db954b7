import { addAbortListener } from 'node:events';
import { type DurationText, durationMs, type Logger, Problem, type StepContext, trace } from 'chronoscribe';
import { type AccountSleep, fingerprintOf, type RunEvent, runStep, type Step } from 'chronoscribe/host';
import type { defineWorkflow, RetryPolicy } from 'openworkflow';
import { z } from 'zod';
import { crashLoop, maxCrashesPerStep } from './crash-loop.ts';
import type { EngineDatabase } from './database.ts';
import type { Execution } from './executions.ts';
import { deepFreeze, type NodeExecution, type Place } from './interpreter.ts';
import { isTimeout, signalAddress, sleepKey, timeoutEnd } from './kept-signals.ts';
import { createLiveWaits } from './live-waits.ts';
import { attemptsAtOnce, ExecutionOver, leastBegun } from './long-runs.ts';
import { signalTimeout } from './problems.ts';
import type { RunInput, RunParent } from './run-input.ts';
import { SiblingFailed, StepFailure } from './saved/saved-problem.ts';
import { decodeResult, encodeResult } from './saved/saved-result.ts';

/** The steps of openworkflow, as its workflow functions get them. */
export type LibrarySteps = Parameters<Parameters<typeof defineWorkflow>[1]>[0]['step'];

export interface NodeExecutionParts {
  readonly library: LibrarySteps;
  readonly execution: Execution;
  readonly account: string;
  readonly workflow: string;
  /** Of a child: where it is in the run that was submitted. */
  readonly parent: RunParent | undefined;
  /** The span that its steps belong to. */
  readonly traceparent: string | undefined;
  readonly patienceMs: number | undefined;
  readonly database: EngineDatabase;
  readonly log: Logger;
  armSleep(sleep: AccountSleep): Promise<void>;
  /** Forgets the sleeps of a node and those inside. @param path in the run that was submitted */
  disarm(execution: Execution, path: string): Promise<void>;
  /** Ends what is open under the path of a node. */
  abandon(execution: Execution, path: string): Promise<void>;
  /** The run begins to wait: gives it the signals that came before. */
  parked(execution: Execution): Promise<void>;
  /** Called for what watchers are told. */
  emit(execution: Execution, event: RunEvent): void;
  /** A step waits until it tries again, for this reason; undefined: no longer. */
  waiting(execution: Execution, step: string, problem: Problem | undefined): void;
}

/** `runStep` makes all attempts of a step. */
const noRetry = { maximumAttempts: 1 } as const satisfies Partial<RetryPolicy>;

/** The end of a wait that ends by a signal alone: openworkflow would end it after a year. */
const never = new Date('9999-01-01T00:00:00.000Z');

/** Milliseconds that a step has to clean up after it is aborted, before it is abandoned. */
const cleanUpMs = 2000;

/** What a wait brought; null: it has timed out. */
const Signalled = z.object({ data: z.unknown() }).nullable();

/**
 * Executes the nodes of a run through the steps of openworkflow, whose names are the paths of the nodes.
 *
 * Each wait is one for a signal. During a sleep of openworkflow no signal would be handled, and no crashed step of a
 * parallel branch be repeated. No upstream issue yet.
 */
export function createNodeExecution(parts: NodeExecutionParts): NodeExecution & {
  /** What the run is to leave its execution with, of all parks: the latest one knows all the waits. */
  latestPark(): unknown;
} {
  const { library, execution, account, parent, database } = parts;
  const { done, open } = execution.interrupted;
  const waits = createLiveWaits(database, execution, () => parts.parked(execution));
  let latestPark: unknown;
  let begun = 0;

  /** What is saved under a name, or what `begin` lets openworkflow save there. */
  const once = async (name: string, begin: () => Promise<unknown>): Promise<unknown> => {
    if (done.has(name)) return done.get(name);
    if (!open.has(name)) {
      if (begun >= leastBegun && begun + open.size >= attemptsAtOnce) throw new ExecutionOver();
      begun += 1;
    }
    return waits.working(async () => {
      await database.writable();
      return begin();
    });
  };

  /** Saves what `work` makes under a name, once. */
  const save = (name: string, work: () => unknown): Promise<unknown> =>
    once(name, () => library.run({ name, retryPolicy: noRetry }, work));

  /** As `once`, for what openworkflow waits for: it throws how it parks the run. */
  const waited = async ({ path, signal }: Place, timeout: Date, begin: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await once(path, begin);
    } catch (thrown) {
      if (!isPark(thrown)) throw thrown;
      latestPark = thrown;
      return waits.hold(path, timeout, signal, thrown);
    }
  };

  const waitForSignal = async (at: Place, key: string, timeout: Date): Promise<z.output<typeof Signalled>> => {
    const given = { name: at.path, signal: signalAddress(execution.root, key), timeout };
    return Signalled.parse(await waited(at, timeout, () => library.waitForSignal(given)));
  };

  const decide = async <T>(at: Pick<Place, 'path'>, evaluate: () => T): Promise<T> => {
    const saved = await save(`${at.path}//`, () => {
      try {
        return database.encode(evaluate());
      } catch (thrown) {
        throw failure(Problem.of(thrown), at.path, 1, parts);
      }
    });
    // The boundary where its type is given back: what was saved is what `evaluate` has returned.
    return deepFreeze(database.decode(saved)) as T;
  };

  /** Whether an earlier execution has begun something under a path that has no end. */
  const isOpenWithin = (path: string): boolean =>
    [...open, ...execution.interrupted.crashes.keys()].some((name) => name.startsWith(`${path}/`));

  const fullPath = (path: string) => (parent?.prefix ?? '') + path;

  /** Arms a sleep on an account's clock. A problem that another attempt would meet again fails the run. */
  const arm = async (at: Place, { until, from }: Pick<AccountSleep, 'until' | 'from'>, end = ''): Promise<void> => {
    if (execution.interrupted.waits.has(at.path)) return;
    try {
      const armed = { run: execution.root, account, node: fullPath(at.path) + end, until, from };
      await waits.working(() => parts.armSleep(armed));
    } catch (thrown) {
      if (!(thrown instanceof Problem) || thrown.transient) throw thrown;
      await save(`${at.path}//arm`, () => {
        throw failure(thrown, at.path, 1, parts);
      });
    }
  };

  const isFailure = (thrown: unknown): boolean => {
    const cause = causeOf(thrown);
    if (cause === thrown || cause instanceof SiblingFailed) return false;
    if (cause instanceof StepFailure) return true;
    const problem = database.explain(cause);
    return !execution.signal.aborted && !(problem instanceof Problem && problem.transient);
  };

  return {
    isFailure,
    isPark,
    latestPark: () => latestPark,
    decide,
    // The boundary as in `decide`.
    decided: ({ path }) =>
      done.has(`${path}//`) ? Promise.resolve(deepFreeze(database.decode(done.get(`${path}//`)))) : undefined,

    async abandon({ path }) {
      if (done.has(`${path}//`) && !isOpenWithin(path)) return;
      await waits.working(async () => {
        await parts.disarm(execution, fullPath(path));
        await parts.abandon(execution, path);
      });
    },

    async step(step, at) {
      const work = () => execution.once(at.path, () => savedStep(step, at, parts));
      const saved = await save(at.path, work);
      execution.saved(at.path);
      return decodeResult(database, saved).result;
    },

    async sleep({ until, clock }, at, from) {
      const key = sleepKey(fullPath(at.path));
      if (clock === 'wall') {
        const end = await decide(at, () => {
          const given = typeof until === 'number' ? { ms: until } : endOf(until(at.state));
          return 'ms' in given ? Date.now() + given.ms : given.instant;
        });
        await waitForSignal(at, key, new Date(Math.min(Math.max(end, 0), never.getTime())));
        return end;
      }
      const end = typeof until === 'number' ? { ms: until } : endOf(await decide(at, () => until(at.state)));
      await arm(at, { until: end, from });
      const woken = await waitForSignal(at, key, never);
      return z.number().parse(database.decode(woken?.data));
    },

    async wait({ timeoutMs, clock, otherwise }, at) {
      const isTimer = clock === 'account' && timeoutMs !== undefined;
      if (isTimer) await arm(at, { until: { ms: timeoutMs }, from: undefined }, timeoutEnd);
      const timeout = timeoutMs === undefined || isTimer ? never : new Date(Date.now() + timeoutMs);
      const signal = await waitForSignal(at, fullPath(at.path), timeout);
      if (signal !== null && !isTimeout(signal.data)) {
        if (isTimer && !done.has(at.path)) await waits.working(() => parts.disarm(execution, fullPath(at.path)));
        return database.decode(signal.data);
      }
      if (otherwise !== undefined) return decide(at, () => otherwise.value);
      return save(`${at.path}//timeout`, () => {
        throw new StepFailure(signalTimeout(at.path, timeoutMs ?? 0));
      });
    },

    async child({ workflow, input }, at) {
      const saved: z.input<typeof RunInput> = {
        account,
        input: await decide(at, () => input(at.state)),
        definition: fingerprintOf(workflow),
        parent: { run: execution.root, prefix: `${fullPath(at.path)}/`, position: at.position },
        ...(parts.traceparent !== undefined && { traceparent: parts.traceparent }),
        ...(parts.patienceMs !== undefined && { patienceMs: parts.patienceMs }),
      };
      const { name } = workflow;
      const run = () => library.runWorkflow({ name }, database.encode(saved), { name: at.path, timeout: never });
      return database.decode(await waited(at, never, run));
    },
  };
}

/** When a sleep is over, from what its function gives. */
function endOf(end: number | DurationText): AccountSleep['until'] {
  return typeof end === 'number' ? { instant: end } : { ms: durationMs(end) };
}

/** The result of a step as it is saved. Throws a `StepFailure`, or the reason if the step is aborted. */
async function savedStep(step: Step, at: Place, parts: NodeExecutionParts): Promise<unknown> {
  const { execution, database } = parts;
  const { signal, path } = at;
  const name = (parts.parent?.prefix ?? '') + path;
  let attempt = 0;
  const counted: Step = {
    ...step,
    run(state, context) {
      attempt += 1;
      parts.waiting(execution, name, undefined);
      return step.run(state, context);
    },
  };
  try {
    const crashes = execution.interrupted.crashes.get(path) ?? 0;
    if (crashes >= maxCrashesPerStep) throw crashLoop(path, crashes);
    const context = stepContext(at, parts);
    const patience = {
      patienceMs: parts.patienceMs,
      waiting: (problem: Problem) => parts.waiting(execution, name, problem),
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
    return encodeResult(database, result, attempt);
  } catch (thrown) {
    signal.throwIfAborted();
    throw failure(Problem.of(thrown), path, Math.max(attempt, 1), parts);
  } finally {
    parts.waiting(execution, name, undefined);
    await database.writable();
  }
}

function stepContext({ path, position, signal }: Place, parts: NodeExecutionParts): StepContext {
  const { execution, account, parent, emit } = parts;
  const step = (parent?.prefix ?? '') + path;
  const emitUntilAborted = (event: RunEvent) => {
    if (!signal.aborted) emit(execution, event);
  };
  return {
    runId: execution.runId,
    account,
    signal,
    progress(fraction) {
      emitUntilAborted({ type: 'progress', step, ...position, fraction: Math.min(Math.max(fraction, 0), 1) });
    },
    text: (text) => emitUntilAborted({ type: 'text', text }),
  };
}

/** The failure as it is saved. Its cause goes to the log alone. */
function failure(
  problem: Problem,
  step: string,
  attempt: number,
  { execution, workflow, log }: NodeExecutionParts,
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

/**
 * openworkflow parks a run by throwing an error that says when it continues. If another version did it otherwise, a park
 * would still leave the run, but might not be the latest.
 */
function isPark(thrown: unknown): boolean {
  return thrown instanceof Error && 'resumeAt' in thrown;
}

/** openworkflow wraps what a step throws, and applies the policy of the step to that. */
export function causeOf(thrown: unknown): unknown {
  return (thrown instanceof Error ? thrown.cause : undefined) ?? thrown;
}
