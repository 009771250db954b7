import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Cluster } from '../kinds/cluster.ts';

/**
 * A lease on something that hosts share: which host works on it, and until when (`Cluster.now()`) the other hosts leave
 * it alone.
 */
export const Lease = z.object({ host: z.string(), until: z.number() });
export type Lease = Readonly<z.output<typeof Lease>>;

/** How long the other hosts wait for a host that has died. Work that takes longer renews its lease. */
const leaseMs = 30_000;

/** How often a lease is renewed, in milliseconds. */
export const renewLeaseEveryMs = 10_000;

/**
 * The leases of this host.
 *
 * @param isClustered whether hosts share the store
 * @param host an id that no other process ever has
 */
export function createLeases(cluster: Cluster, isClustered: boolean, host: string = randomUUID()) {
  return {
    /** Whether hosts share the store. A single host needs no lease. */
    isClustered,
    /** A lease of this host that starts now. It also renews one. */
    acquire: () => ({ host, until: cluster.now() + leaseMs }),
    isOwn: (lease: Lease | null) => lease?.host === host,
    /**
     * Whether another host has the lease, as far as is known. False for a single host: a lease of another host is then
     * one of its own previous process.
     */
    isHeldByPeer: (lease: Lease | null) =>
      isClustered && lease !== null && lease.host !== host && lease.until > cluster.now(),
  };
}

export type Leases = ReturnType<typeof createLeases>;
