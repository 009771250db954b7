import { Problem } from 'chronoscribe';
import { type AccountSleep, fingerprintOf } from 'chronoscribe/host';
import type { defineWorkflow, RetryPolicy } from 'openworkflow';
import { z } from 'zod';
import type { EngineDatabase } from './database.ts';
import type { Execution } from './executions.ts';
import { deepFreeze, type NodeExecution, type Place } from './interpreter.ts';
import { isTimeout, signalAddress, sleepEnd, sleepKey, timeoutEnd } from './kept-signals.ts';
import { createLiveWaits } from './live-waits.ts';
import { attemptsAtOnce, ExecutionOver, leastBegun } from './long-runs.ts';
import { signalTimeout, tooManyRounds } from './problems.ts';
import type { RunInput, RunParent } from './run-input.ts';
import { SiblingFailed } from './saved/aborts.ts';
import { StepFailure } from './saved/saved-problem.ts';
import { decodeResult } from './saved/saved-result.ts';
import { failure, type StepParts, savedStep } from './saved-step.ts';

/** The steps of openworkflow, as its workflow functions get them. */
export type LibrarySteps = Parameters<Parameters<typeof defineWorkflow>[1]>[0]['step'];

export interface NodeExecutionParts extends StepParts {
  readonly library: LibrarySteps;
  readonly execution: Execution;
  /** Of a child: where it is in the run that was submitted. */
  readonly parent: RunParent | undefined;
  readonly database: EngineDatabase;
  armSleep(sleep: AccountSleep): Promise<void>;
  /** Forgets the sleeps of a node and those inside. @param path in the run that was submitted */
  disarm(execution: Execution, path: string): Promise<void>;
  /** Ends what is open under the path of a node. */
  abandon(execution: Execution, path: string): Promise<void>;
  /** The run begins to wait: gives it the signals that came before. */
  parked(execution: Execution): Promise<void>;
}

/** `runStep` makes all attempts of a step. */
const noRetry = { maximumAttempts: 1 } as const satisfies Partial<RetryPolicy>;

/** The end of a wait that ends by a signal alone: openworkflow would end it after a year. */
const never = new Date('9999-01-01T00:00:00.000Z');

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
    won: (at, first) => decide(at, () => first),
    exhausted: ({ name, most }, at) =>
      decide(at, () => {
        throw tooManyRounds(name, most);
      }),
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
          const given = typeof until === 'number' ? { ms: until } : sleepEnd(until(at.state));
          return 'ms' in given ? Date.now() + given.ms : given.instant;
        });
        await waitForSignal(at, key, new Date(Math.min(Math.max(end, 0), never.getTime())));
        return end;
      }
      const end = typeof until === 'number' ? { ms: until } : sleepEnd(await decide(at, () => until(at.state)));
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
