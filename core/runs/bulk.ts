import { Problem } from '../api/problem.ts';
import type { BulkOutcome, RunView } from '../kinds/runs.ts';
import type { Page } from '../kinds/store.ts';

/**
 * Does the same to each run of one page of a list, at the same time.
 *
 * @param act throws a Problem that says why a run is skipped
 * @throws what else `act` throws
 */
export async function doToAll(
  { items, next }: Page<RunView>,
  act: (id: string) => Promise<unknown>,
): Promise<BulkOutcome> {
  const outcomes = await Promise.all(
    items.map(({ id }) =>
      act(id).then(
        () => undefined,
        (thrown: unknown) => {
          if (!(thrown instanceof Problem)) throw thrown;
          return { id, problem: thrown.toJSON() };
        },
      ),
    ),
  );
  const skipped = outcomes.filter((skip) => skip !== undefined);
  return { done: outcomes.length - skipped.length, skipped, next };
}
