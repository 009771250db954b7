import { z } from 'zod';
import { defineCollection, type Query, type Store } from '../kinds/store.ts';
import { scopes } from '../scope.ts';

/**
 * Who a run belongs to and what it holds. The engine knows how far it is; this knows whose it is, also when the engine never heard of it because the
 * process died between the two.
 */
export const runs = defineCollection({
  name: 'runs',
  schema: z.object({
    id: z.string(),
    account: z.string(),
    workflow: z.string(),
    name: z.string(),
    endpoint: z.string(),
    /** What a key needs to call that endpoint, and so to see the run. It was not kept at first: then all runs were of clinical endpoints. */
    auth: z.enum([...scopes, 'any', 'public']).default('clinical'),
    /** What was submitted; null once the run is settled and may hold nothing of it any more. */
    input: z.unknown(),
    /** Names of the blobs that came with it; null once they are deleted. */
    uploads: z.array(z.string()).nullable(),
    createdAt: z.number(),
    /** Nobody asked for it: it is shown to nobody and forgotten once it is settled. */
    internal: z.boolean().default(false),
    /** From 1; one more with each retry. */
    attempt: z.number().int().default(1),
    status: z.enum(['open', 'done', 'failed', 'cancelled']),
    /** Milliseconds since 1970; 0 while open. */
    settledAt: z.number(),
  }),
  indexes: [['account', 'createdAt'], ['status', 'settledAt'], ['settledAt']],
});

export type StoredRun = z.output<typeof runs.schema>;

/** The prefix of the blobs that a run's steps write. */
export function runBlobs(id: string): string {
  return `runs/${id}/`;
}

/** All runs with one status. */
export function runsThatAre(store: Store, status: StoredRun['status']): AsyncGenerator<StoredRun> {
  return everyRun(store, { equals: { status }, orderBy: 'settledAt' });
}

/** The runs that were settled before an instant (milliseconds since 1970). */
export function settledBefore(store: Store, before: number): AsyncGenerator<StoredRun> {
  return everyRun(store, { orderBy: 'settledAt', range: { above: 0, below: before } });
}

async function* everyRun(store: Store, query: Query<StoredRun>): AsyncGenerator<StoredRun> {
  let cursor: string | null = null;
  do {
    const page: { readonly items: readonly StoredRun[]; readonly next: string | null } = await store.find(runs, {
      ...query,
      ...(cursor !== null && { cursor }),
    });
    yield* page.items;
    cursor = page.next;
  } while (cursor !== null);
}
