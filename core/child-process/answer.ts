import { addAbortListener } from 'node:events';
import { type TimeLimits, watchLimits } from './limits.ts';
import type { ProcessExit, ScriptProcess } from './script-process.ts';

export interface AwaitAnswerOptions<T> {
  /** A message that asks for the answer; without one the process answers by itself. */
  readonly order?: unknown;
  readonly limits: TimeLimits;
  readonly signal: AbortSignal;
  /** Takes what the process says: returns the answer, undefined while that is still to come, or throws what is wrong with it. */
  onMessage(message: unknown): T | undefined;
}

export type Outcome<T> = { readonly status: 'answered'; readonly answer: T } | ProcessExit;

/**
 * Waits for the next answer of a process, within limits. The process is dead where this throws or there is no answer; `status` then says why.
 *
 * @throws the reason of the signal; what `hear` throws.
 */
export async function awaitAnswer<T>(
  child: ScriptProcess,
  { order, limits, signal, onMessage }: AwaitAnswerOptions<T>,
): Promise<Outcome<T>> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Outcome<T>>();
  using watch = watchLimits(undefined, limits, child.end);
  using _aborting = addAbortListener(signal, () => reject(signal.reason));
  using _hearing = child.onMessage((message) => {
    watch.alive();
    try {
      const answer = onMessage(message);
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
