import { z } from 'zod';
import { scopes } from '../api/route.ts';
import { Lease } from '../concurrency/lease.ts';
import { defineCollection, type Query, type Store } from '../kinds/store.ts';

/** How a run ended, as the engine said it. */
const RunEnd = z.object({
  status: z.enum(['done', 'failed', 'cancelled']),
  step: z.string().nullable(),
  /** The result of the last step, which is kept as long as the run is. */
  output: z.unknown(),
  problem: z
    .object({
      code: z.string(),
      status: z.number(),
      detail: z.string(),
      errors: z
        .array(
          z.object({
            in: z.enum(['body', 'query', 'path', 'header']),
            path: z.array(z.union([z.string(), z.number()])).readonly(),
            detail: z.string(),
            type: z.string(),
          }),
        )
        .readonly()
        .exactOptional(),
      retryAfter: z.number().exactOptional(),
      members: z.record(z.string(), z.unknown()).readonly().exactOptional(),
    })
    .nullable(),
});

export type RunEnd = Readonly<z.output<typeof RunEnd>>;

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
    /** The request that opened it again last; null where none did. */
    retriedBy: z.string().nullable().default(null),
    status: z.enum(['open', 'done', 'failed', 'cancelled']),
    /**
     * Kept here too, since an engine stays behind where the rest is moved to another installation. Null before the end, and of runs that ended before it was kept. A run that is open
     * and has an end is being booked.
     */
    end: RunEnd.nullable().default(null),
    /** The host that books its end or opens it again; null where none does. */
    hold: Lease.nullable().default(null),
    /** Milliseconds since 1970; 0 while open. */
    settledAt: z.number(),
  }),
  indexes: [['account', 'createdAt'], ['status', 'settledAt'], ['settledAt']],
});

export type StoredRun = z.output<typeof runs.schema>;

/** The prefix of what comes with requests. */
export const uploads = 'uploads/';

/** The prefix of what steps write, of whichever run. */
export const runFiles = 'runs/';

/** The prefix of the blobs that a run's steps write. */
export function runBlobs(id: string): string {
  return `${runFiles}${id}/`;
}

/** All runs with one status. */
export function runsThatAre(store: Store, status: StoredRun['status']): AsyncGenerator<StoredRun> {
  return everyRun(store, { equals: { status }, orderBy: 'settledAt' });
}

/** The runs that were settled before an instant (milliseconds since 1970). */
export function settledBefore(store: Store, before: number): AsyncGenerator<StoredRun> {
  return everyRun(store, { orderBy: 'settledAt', range: { above: 0, below: before } });
}

/** All runs that a query finds, however many pages they fill. */
export async function* everyRun(store: Store, query: Query<StoredRun>): AsyncGenerator<StoredRun> {
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
