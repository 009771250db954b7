import { type Documents, defineCollection, type Store } from 'chronoscribe';
import { z } from 'zod';
import type { ClockReading } from './kind.ts';

/** What the clock showed once it had been operated, so that a request that is tried again after a crash finds it and moves nothing. */
const operations = defineCollection({
  name: 'clock_operations',
  schema: z.strictObject({
    /** The id of the operation. */
    id: z.string(),
    /** Milliseconds since 1970, of the real time. */
    wall: z.int(),
    now: z.int(),
    state: z.enum(['running', 'paused']),
    location: z.string().nullable(),
  }),
  indexes: [['wall']],
});

/** As long as a request may be tried again. */
const keepMs = 24 * 3_600_000;

export async function prepareOperations(store: Store): Promise<void> {
  await store.prepare(operations);
}

/** What an operation gave that was made before; undefined where it was not. */
export async function operated(documents: Documents, id: string): Promise<ClockReading | undefined> {
  const kept = await documents.get(operations, id);
  return kept && { now: kept.now, state: kept.state, location: kept.location };
}

/** Keeps what an operation gave, and forgets a few that nobody tries again. */
export async function keepOperation(documents: Documents, id: string, wall: number, reading: ClockReading): Promise<void> {
  await documents.put(operations, { id, wall, ...reading });
  // More than are added, so that they come to an end.
  const { items } = await documents.find(operations, { orderBy: 'wall', range: { below: wall - keepMs }, limit: 3 });
  for (const old of items) await documents.delete(operations, old.id);
}
