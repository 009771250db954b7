import { AsyncLocalStorage } from 'node:async_hooks';
import { Problem } from './problem.ts';
import type { Step, StepContext } from './workflow-graph.ts';

/** The attempts of a step that does not say how many. */
const usualAttempts = 3;

/**
 * The longest `Retry-After` that a step waits for while a request waits for it, in milliseconds; with a longer one the
 * step fails.
 */
const maxRetryAfterMs = 60_000;

/** The longest pause between two attempts while a provider is away, unless it asks for a longer one. */
const maxPauseMs = 30_000;

/** What `runStep` needs of an engine beside what the step gets. */
interface StepPatience {
  /** See `RunSubmission.patienceMs`. Default 0. */
  readonly patienceMs?: number | undefined;
  /** Is told of each attempt, from 1, before it. */
  attempting?(attempt: number): void;
  /** Is told why an attempt failed, before the pause until the next one. */
  waiting?(problem: Problem): void;
}

/**
 * Runs one step with the attempts, backoff and time limit that it declares. Every workflow engine calls its steps
 * through this function. While a provider is unavailable, a step whose attempts are not declared goes on for
 * `patienceMs` since it last came further, with pauses that grow to half a minute. A step that ignores its signal is
 * abandoned at its time limit. When `context.signal` is aborted, the engine decides how long to wait for the step.
 *
 * @returns the result of the first attempt that succeeds
 * @throws Problem if the last attempt failed, or one that is not transient; the reason of `context.signal` if that is
 *   aborted
 */
export async function runStep(
  step: Step,
  state: Readonly<Record<string, unknown>>,
  { patienceMs = 0, attempting, waiting, ...context }: StepContext & StepPatience,
): Promise<unknown> {
  const { attempts, backoffMs } = step.options;
  let furthest = 0;
  let awaySince: number | undefined;
  const watched: StepContext = {
    ...context,
    progress(fraction) {
      if (fraction > furthest) {
        furthest = fraction;
        awaySince = undefined;
      }
      context.progress(fraction);
    },
  };
  for (let attempt = 1; ; attempt += 1) {
    context.signal.throwIfAborted();
    attempting?.(attempt);
    try {
      return await workFor(context.account, () => runOnce(step, state, watched));
    } catch (thrown) {
      context.signal.throwIfAborted();
      const problem = Problem.of(thrown);
      awaySince ??= performance.now();
      const retryAfterMs = (problem.retryAfter ?? 0) * 1000;
      const backoff = backoffMs * 2 ** (attempt - 1);
      const pauseMs = Math.max(
        attempts === undefined ? Math.min(backoff, Math.max(backoffMs, maxPauseMs)) : backoff,
        retryAfterMs,
      );
      const isAway = attempts === undefined && problem.code === 'provider-unavailable';
      const goesOn =
        (attempt < (attempts ?? usualAttempts) && retryAfterMs <= maxRetryAfterMs) ||
        (isAway && performance.now() + pauseMs <= awaySince + patienceMs);
      if (!problem.transient || !goesOn) throw problem;
      waiting?.(problem);
      await pause(pauseMs, context.signal);
    }
  }
}

async function runOnce(step: Step, state: Readonly<Record<string, unknown>>, context: StepContext): Promise<unknown> {
  const { timeoutMs } = step.options;
  if (timeoutMs === undefined) return step.run(state, context);

  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(timedOut(step.name, timeoutMs)), timeoutMs);
  try {
    return await Promise.race([step.run(state, within(limit.signal, context)), rejectedBy(limit.signal)]);
  } catch (thrown) {
    throw limit.signal.aborted ? limit.signal.reason : thrown;
  } finally {
    clearTimeout(timer);
  }
}

/** The context of an attempt that ends at `limit`: later progress and text of an abandoned attempt are ignored. */
function within(limit: AbortSignal, context: StepContext): StepContext {
  return {
    ...context,
    signal: AbortSignal.any([context.signal, limit]),
    progress: (fraction) => {
      if (!limit.aborted) context.progress(fraction);
    },
    text: (piece) => {
      if (!limit.aborted) context.text(piece);
    },
  };
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** @throws the reason of the signal if it is aborted */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    }, ms);
    signal.addEventListener('abort', abort, { once: true });
  });
}

function timedOut(step: string, timeoutMs: number): Problem {
  return new Problem('provider-unavailable', {
    detail: `The step "${step}" was stopped after its limit of ${timeoutMs / 1000} s.`,
    transient: true,
  });
}

const minIncrement = 0.01;

/**
 * A progress function that calls `report` with rising fractions only, within 0 and 1 and at least 0.01 apart;
 * recognisers and uploads report more often, and not always in order.
 *
 * @example
 * const report = monotonicProgress(progress);
 * report(0.5);
 * report(0.4); // says nothing
 */
export function monotonicProgress(report: (fraction: number) => void): (fraction: number) => void {
  let highest = -1;
  return (fraction) => {
    const bounded = Math.min(1, Math.max(0, fraction));
    const isHigher = bounded >= highest + minIncrement || (bounded === 1 && highest < 1);
    if (!isHigher) return;
    highest = bounded;
    report(bounded);
  };
}

const current = new AsyncLocalStorage<string>();

/** Does work for an account: whatever it waits for that is shared, it waits for in the turn of that account. */
export function workFor<T>(account: string, work: () => T): T {
  return current.run(account, work);
}

/** The account for which work is done here; undefined if for none. */
export function accountAtWork(): string | undefined {
  return current.getStore();
}
