import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Logger } from '../api/logger.ts';
import type { Cluster } from '../kinds/cluster.ts';

const topic = 'hosts';
const everyMs = 60_000;

const Greeting = z.object({ host: z.string(), together: z.boolean() });

/**
 * Announces this host to its peers on the same store, now and every minute, and warns if two hosts use the store
 * although one is not configured for a cluster: that one would treat the work of the other as remains of a dead
 * process.
 *
 * @param isClustered whether this host is configured for a cluster
 * @returns the function that stops the announcements
 */
export function detectPeerMismatch(cluster: Cluster, isClustered: boolean, log: Logger): () => void {
  const host = randomUUID();
  const known = new Set<string>();
  const greet = (): void => cluster.send(topic, JSON.stringify({ host, together: isClustered }));
  const unlisten = cluster.listen(topic, (text) => {
    const greeting = Greeting.parse(JSON.parse(text));
    if (greeting.host === host || known.has(greeting.host)) return;
    known.add(greeting.host);
    // A new host learns of this one at once.
    greet();
    if (isClustered && greeting.together) return;
    log.warn(
      { clusterHere: isClustered, clusterThere: greeting.together },
      'another host works on this store, and not every host has `cluster: true`: work may be done twice. Set it in the configuration of each of them, or stop one of them',
    );
  });
  greet();
  const timer = setInterval(greet, everyMs);
  return () => {
    clearInterval(timer);
    unlisten();
  };
}
