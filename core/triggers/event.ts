import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';
import { defineCollection } from '../kinds/store.ts';

/** An event from the transaction that it tells of until it was dispatched. */
export const events = defineCollection({
  name: 'trigger_events',
  schema: z.object({
    id: z.string(),
    trigger: z.string(),
    account: z.string(),
    payload: z.record(z.string(), z.unknown()),
    /** Wall time, in milliseconds since 1970, with fractions. */
    at: z.number(),
    /** How many runs of automations led to it, one after the other. */
    links: z.int(),
    /** The automation that it is for, of a schedule or a folder; null: all that listen to the trigger. */
    automation: z.string().nullable(),
    /** Blobs that belong to the run of the automation which gets the event. */
    files: z.array(z.string()),
  }),
  indexes: [['at']],
});

export type StoredEvent = Readonly<z.output<typeof events.schema>>;

const current = new AsyncLocalStorage<number>();

/** Calls `work` as part of a chain of automations: events that it emits count `links` runs of automations before them. */
export const inChain = <T>(links: number, work: () => T): T => current.run(links, work);

/** How many runs of automations led here; 0 outside of them. */
export const linksSoFar = (): number => current.getStore() ?? 0;
