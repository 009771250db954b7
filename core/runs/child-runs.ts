import { z } from 'zod';
import { defineCollection, type Query, type Store } from '../kinds/store.ts';

/**
 * Which submitted run the run of a `child` node is part of. The engine makes such runs by itself; their files are kept
 * and deleted with the submitted run.
 */
export const childRuns = defineCollection({
  name: 'child_runs',
  schema: z.object({ id: z.string(), run: z.string() }),
  indexes: [['run']],
});

export type ChildRun = z.output<typeof childRuns.schema>;

/** The children of a submitted run, at any depth; without `run` those of all runs. */
export async function* childrenOf(store: Store, run?: string): AsyncGenerator<ChildRun> {
  const query: Query<ChildRun> = run === undefined ? {} : { equals: { run } };
  let cursor: string | null = null;
  do {
    const page: { readonly items: readonly ChildRun[]; readonly next: string | null } = await store.find(childRuns, {
      ...query,
      ...(cursor !== null && { cursor }),
    });
    yield* page.items;
    cursor = page.next;
  } while (cursor !== null);
}
