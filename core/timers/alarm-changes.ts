import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Logger } from '../api/logger.ts';
import { Lease, type Leases, renewLeaseEveryMs } from '../concurrency/lease.ts';
import { defineCollection, findAll, type Store } from '../kinds/store.ts';

/** Changes that may have added alarms which no timer knows yet. */
const changes = defineCollection({
  name: 'alarm_changes',
  schema: z.object({
    id: z.string(),
    account: z.string(),
    /** What the account's clock showed before the change. */
    present: z.number(),
    /** The lease of the host that makes it. */
    hold: Lease,
  }),
  indexes: [],
});

/**
 * Changes that add alarms at instants that are not known before.
 *
 * @param parts.present what an account's clock shows
 * @param parts.lookAfter looks for an account's next alarm after an instant
 */
export async function openAlarmChanges(parts: {
  readonly store: Store;
  readonly leases: Leases;
  present(account: string): Promise<number>;
  lookAfter(account: string, present: number): Promise<void>;
  readonly log: Logger;
}) {
  const { store, leases, present, lookAfter, log } = parts;
  await store.prepare(changes);
  const underWay = new Set<string>();
  return {
    /** Makes a change, then looks for the alarms that it added. It is stored first, so that a crash forgets none. */
    async make<T>(account: string, change: () => Promise<T>) {
      const stored = { id: randomUUID(), account, present: await present(account) };
      underWay.add(stored.id);
      const hold = () => store.put(changes, { ...stored, hold: leases.acquire() });
      // A renewal that fails is followed by another; until then, another host may look too early and once more.
      const renewal = setInterval(() => void hold().catch(() => undefined), renewLeaseEveryMs);
      try {
        await hold();
        return await change();
      } finally {
        clearInterval(renewal);
        // The change stays made, or refused, whatever becomes of this: if it fails, `recover` does it.
        await lookAfter(account, stored.present)
          .then(() => store.delete(changes, stored.id))
          .catch((thrown: unknown) => log.error({ err: thrown }, 'could not look for added alarms; tries again'))
          .finally(() => underWay.delete(stored.id));
      }
    },

    /** Looks for the alarms of changes that nobody makes any more: their host has died, or could not look. */
    async recover() {
      for await (const { id, account, present: before, hold } of findAll(store, changes, {})) {
        if (underWay.has(id) || leases.isHeldByPeer(hold)) continue;
        await lookAfter(account, before);
        await store.delete(changes, id);
      }
    },
  };
}
