import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Cluster } from '../kinds/cluster.ts';

/** Who is at work on something that hosts share, and until when (milliseconds since 1970, `Cluster.now()`) the others leave it to him. */
export const Lease = z.object({ host: z.string(), until: z.number() });
export type Lease = Readonly<z.output<typeof Lease>>;

/** How long a host that has died keeps the others waiting. Work that takes longer renews its hold. */
const lastsMs = 30_000;

export const renewLeaseEveryMs = 10_000;

/** What this host holds among others. */
export interface Leases {
  /** Whether hosts share the store; a host alone needs no hold. */
  readonly together: boolean;
  /** A hold of this host that begins now, or lasts longer. */
  acquire(): Lease;
  isOwn(hold: Lease | null): boolean;
  /** Whether another host is at work on it, as far as can be known. Never where a host is alone: what another one held was held by its own former self. */
  isHeldByPeer(hold: Lease | null): boolean;
}

/** @param host names this process and nothing else, ever. */
export function createLeases(cluster: Cluster, together: boolean, host: string = randomUUID()): Leases {
  return {
    together,
    acquire: () => ({ host, until: cluster.now() + lastsMs }),
    isOwn: (hold) => hold?.host === host,
    isHeldByPeer: (hold) => together && hold !== null && hold.host !== host && hold.until > cluster.now(),
  };
}
