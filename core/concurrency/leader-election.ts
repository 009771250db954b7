import type { Cluster } from '../kinds/cluster.ts';

/**
 * Whether this host is to do now what each of them could do, and one of them does. All ask every `everyMs`, each by its own timer; the one that asks first after the last time was
 * long enough ago does it. So it is done as often as by a host alone, and the death of a host is made up for by the next that asks.
 */
export async function electLeader(cluster: Cluster, what: string, everyMs: number): Promise<boolean> {
  // Shorter than the time between two questions of one host, so that its own last time never counts.
  const { count } = await cluster.count(`turn/${what}`, Math.round(everyMs * 0.8));
  return count === 1;
}
