import { addAbortListener } from 'node:events';
import { type TimeLimits, watchLimits } from './limits.ts';
import type { Ending, ScriptProcess } from './script-process.ts';

export interface Asking<T> {
  /** A message that asks for the answer; without one the process answers by itself. */
  readonly order?: unknown;
  readonly limits: TimeLimits;
  readonly signal: AbortSignal;
  /** Takes what the process says: returns the answer, undefined while that is still to come, or throws what is wrong with it. */
  hear(message: unknown): T | undefined;
}

export type Outcome<T> = { readonly status: 'answered'; readonly answer: T } | Ending;

/**
 * Waits for the next answer of a process, within limits. The process is dead where this throws or there is no answer; `status` then says why.
 *
 * @throws the reason of the signal; what `hear` throws.
 */
export async function answerOf<T>(child: ScriptProcess, { order, limits, signal, hear }: Asking<T>): Promise<Outcome<T>> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Outcome<T>>();
  using watch = watchLimits(undefined, limits, child.end);
  using _aborting = addAbortListener(signal, () => reject(signal.reason));
  using _hearing = child.hear((message) => {
    watch.alive();
    try {
      const answer = hear(message);
      if (answer !== undefined) resolve({ status: 'answered', answer });
    } catch (thrown) {
      reject(thrown);
    }
  });
  child.ending.then(resolve);
  if (order !== undefined) child.send(order);
  try {
    return await promise;
  } catch (thrown) {
    await child.end();
    throw thrown;
  }
}
