import { SiblingFailed } from './saved/aborts.ts';

/** How what a task throws is judged. */
export interface Judgement {
  /** Whether it is final: the other tasks are aborted then. */
  isFailure(thrown: unknown): boolean;
  /** Whether the task waits for something, and will be done in a later execution of the run. */
  isPark(thrown: unknown): boolean;
}

/**
 * Runs tasks at the same time, and waits for all of them: what is left in progress could not be saved any more.
 *
 * @param limit how many run at the same time; a task that waits for something counts
 * @returns the results, in the order of the tasks
 * @throws the first failure; else what interrupted a task; else the park of one that waits
 */
export async function together<T>(
  tasks: readonly ((signal: AbortSignal) => Promise<T>)[],
  limit: number,
  outer: AbortSignal,
  { isFailure, isPark }: Judgement,
): Promise<readonly T[]> {
  const failed = new AbortController();
  const signal = AbortSignal.any([outer, failed.signal]);
  const results = Array<T>(tasks.length);
  const thrown: unknown[] = [];
  const waiting = [...tasks.entries()];

  const runInTurn = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, task] = next;
      signal.throwIfAborted();
      results[index] = await task(signal);
    }
  };
  const runUntilThrown = () =>
    runInTurn().catch((error: unknown) => {
      thrown.push(error);
      if (isFailure(error)) failed.abort(new SiblingFailed());
    });
  await Promise.all(Array.from({ length: Math.min(limit, tasks.length) }, runUntilThrown));

  if (thrown.length > 0) throw thrown.find(isFailure) ?? thrown.find((error) => !isPark(error)) ?? thrown[0];
  return results;
}
