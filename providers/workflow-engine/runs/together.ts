/** The saved message of a step, or of a child, that was aborted since a parallel branch has failed. */
export const siblingFailed = 'A parallel branch has failed.';

/** The saved message of what was begun in a race that another branch has won. */
export const raceLost = 'Another branch has won the race.';

/** Aborts what is in progress in a branch whose end nobody awaits any more, with one of these messages. */
export class BranchAborted extends Error {
  override readonly name = 'BranchAborted';
}

/** How a run is left before it is over. */
export class Ended extends Error {
  /**
   * `failed`: a node has, for good; `parked`: all branches wait; `lost`: the host has lost the run; `long`: the history
   * is as long as it may be.
   */
  readonly how: 'failed' | 'parked' | 'lost' | 'long';
  /** What has failed. */
  readonly path: string;
  /** When the first of the branches goes on that wait, in milliseconds since 1970; null: not by itself. */
  readonly until: number | null;

  constructor(how: Ended['how'], { path = '', until = null }: { path?: string; until?: number | null } = {}) {
    super(how);
    this.how = how;
    this.path = path;
    this.until = until;
  }
}

/**
 * Runs tasks at the same time, and waits for all of them: what is left in progress could not be saved any more.
 *
 * @param limit how many run at the same time; a task that waits for something counts
 * @returns the results, in the order of the tasks
 * @throws the first failure, which aborts the other tasks; else what interrupted a task; else the park of one that waits
 */
export async function together<T>(
  tasks: readonly ((signal: AbortSignal) => Promise<T>)[],
  limit: number,
  outer: AbortSignal,
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
      if (isEnd('failed', error)) failed.abort(new BranchAborted(siblingFailed));
    });
  await Promise.all(Array.from({ length: Math.min(limit, tasks.length) }, runUntilThrown));

  if (thrown.length === 0) return results;
  const isFailure = (error: unknown) => isEnd('failed', error);
  throw thrown.find(isFailure) ?? thrown.find((error) => !isEnd('parked', error)) ?? thrown[0];
}

function isEnd(how: Ended['how'], thrown: unknown): boolean {
  return thrown instanceof Ended && thrown.how === how;
}
