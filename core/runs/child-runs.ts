import { z } from 'zod';
import { defineCollection, findAll, type Store } from '../kinds/store.ts';

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
export function childrenOf(store: Store, run?: string): AsyncGenerator<ChildRun> {
  return findAll(store, childRuns, run === undefined ? {} : { equals: { run } });
}
