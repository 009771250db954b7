import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Cluster } from '../kinds/cluster.ts';

/** Who is at work on something that hosts share, and until when (milliseconds since 1970, `Cluster.now()`) the others leave it to him. */
export const Hold = z.object({ host: z.string(), until: z.number() });
export type Hold = Readonly<z.output<typeof Hold>>;

/** How long a host that has died keeps the others waiting. Work that takes longer renews its hold. */
const lastsMs = 30_000;

export const renewHoldEveryMs = 10_000;

/** What this host holds among others. */
export interface Holds {
  /** Whether hosts share the store; a host alone needs no hold. */
  readonly together: boolean;
  /** A hold of this host that begins now, or lasts longer. */
  take(): Hold;
  isMine(hold: Hold | null): boolean;
  /** Whether another host is at work on it, as far as can be known. Never where a host is alone: what another one held was held by its own former self. */
  isAnothers(hold: Hold | null): boolean;
}

/** @param host names this process and nothing else, ever. */
export function createHolds(cluster: Cluster, together: boolean, host: string = randomUUID()): Holds {
  return {
    together,
    take: () => ({ host, until: cluster.now() + lastsMs }),
    isMine: (hold) => hold?.host === host,
    isAnothers: (hold) => together && hold !== null && hold.host !== host && hold.until > cluster.now(),
  };
}
