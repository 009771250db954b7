import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Logger } from '../api/logger.ts';
import type { Cluster } from '../kinds/cluster.ts';

const topic = 'hosts';
const everyMs = 60_000;

const Greeting = z.object({ host: z.string(), together: z.boolean() });

/**
 * Greets the other hosts on this store now and every minute, and warns where two of them work on it though one takes itself to be alone: it would take what the other is doing for
 * the remains of a dead process.
 *
 * @returns what ends it.
 */
export function detectPeerMismatch(cluster: Cluster, together: boolean, log: Logger): () => void {
  const host = randomUUID();
  const known = new Set<string>();
  const greet = (): void => cluster.send(topic, JSON.stringify({ host, together }));
  const unlisten = cluster.listen(topic, (text) => {
    const greeting = Greeting.parse(JSON.parse(text));
    if (greeting.host === host || known.has(greeting.host)) return;
    known.add(greeting.host);
    // So that a newcomer need not wait to be greeted.
    greet();
    if (together && greeting.together) return;
    log.warn(
      { clusterHere: together, clusterThere: greeting.together },
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
