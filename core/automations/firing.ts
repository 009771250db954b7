import { z } from 'zod';
import { derivedUuid } from '../api/text.ts';
import { defineCollection } from '../kinds/store.ts';
import type { StoredEvent } from '../triggers/event.ts';

/**
 * - `waiting`: for an earlier run of the automation for the same account
 * - `started`: its run was started, or is about to be
 * - `done`, `failed`, `cancelled`: how the run ended; `skipped`: it is done, and the condition did not hold
 * - `replaced`: a newer event came before it was started (mode `latest`)
 * - `loop`: not started, since the automation had set itself off too often
 */
export const FiringState = z.enum(['waiting', 'started', 'done', 'skipped', 'failed', 'cancelled', 'replaced', 'loop']);
export type FiringState = z.output<typeof FiringState>;

/** An automation that fires for an event: first a place in its queue, then a run with the same id, then a count. */
export const firings = defineCollection({
  name: 'automation_firings',
  schema: z.object({
    id: z.string(),
    automation: z.string(),
    account: z.string(),
    state: FiringState,
    /** Null once it is over. */
    event: z
      .object({ id: z.string(), trigger: z.string(), at: z.number(), payload: z.record(z.string(), z.unknown()) })
      .nullable(),
    /** How many runs of automations led to the event. */
    links: z.int(),
    /** Blobs that belong to the run. */
    files: z.array(z.string()),
    /** When the event happened; wall time in milliseconds since 1970, as below. */
    at: z.number(),
    /** When its run was started; 0 before that. */
    startedAt: z.number(),
    /** 0 before it is over. */
    endedAt: z.number(),
  }),
  indexes: [
    ['automation', 'state', 'at'],
    ['automation', 'account', 'state', 'at'],
    ['automation', 'at'],
    ['state', 'at'],
    ['endedAt'],
  ],
});

/** The id of an automation that fires for an event, and of its run. */
export function firingId(automation: string, event: Pick<StoredEvent, 'id' | 'automation'>): string {
  // The event of a schedule or a folder is a UUID that nothing else has.
  return event.automation === null ? derivedUuid(`automation ${automation} ${event.id}`) : event.id;
}

export type Firing = Readonly<z.output<typeof firings.schema>>;
