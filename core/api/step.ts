import { Problem } from './problem.ts';
import type { Step, StepContext } from './workflow.ts';

/** A problem's `Retry-After` is waited for inside a step up to this many milliseconds; beyond it the step fails and says so. */
const longestRetryAfterMs = 60_000;

/**
 * Runs one step with the attempts, backoff and time limit that it declares. Every workflow engine calls its steps through this, so
 * that a step behaves the same on each. A step that ignores its signal is left behind at its time limit, but not when
 * `context.signal` aborts: for how long it is waited for then is up to the engine.
 *
 * @throws Problem when the step has failed for good; the reason of `context.signal` when that is aborted.
 */
export async function runStep(step: Step, state: Readonly<Record<string, unknown>>, context: StepContext): Promise<unknown> {
  const { attempts, backoffMs } = step.options;
  for (let attempt = 1; ; attempt += 1) {
    context.signal.throwIfAborted();
    try {
      return await runOnce(step, state, context);
    } catch (thrown) {
      context.signal.throwIfAborted();
      const problem = Problem.of(thrown);
      const retryAfterMs = (problem.retryAfter ?? 0) * 1000;
      if (!problem.transient || attempt >= attempts || retryAfterMs > longestRetryAfterMs) throw problem;
      await pause(Math.max(backoffMs * 2 ** (attempt - 1), retryAfterMs), context.signal);
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

/** The context of a try that ends at `limit`. A try that goes on after it is not heard any more: the next one has begun to speak. */
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

/** Rejects with the reason of the signal. */
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

const smallestStep = 0.01;

/**
 * Reports a fraction only when it has grown by a hundredth or is done, and within 0 and 1. Recognisers and uploads report far more
 * often, and not always in order.
 */
export function monotonicProgress(report: (fraction: number) => void): (fraction: number) => void {
  let highest = -1;
  return (fraction) => {
    const bounded = Math.min(1, Math.max(0, fraction));
    const isNews = bounded >= highest + smallestStep || (bounded === 1 && highest < 1);
    if (!isNews) return;
    highest = bounded;
    report(bounded);
  };
}
