import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import type { Cluster, Counter } from '../kinds/cluster.ts';

/** Counts a request against a key. */
export type RateLimit = (keyId: string) => Promise<void>;

const windowMs = 60_000;

/**
 * Allows each key `perMinute` requests, at all hosts together, in any minute that begins with its first one; 0 allows all. Requests that cannot be counted are let in: the limit protects
 * the service, and must not be what takes it away.
 *
 * @throws Problem `rate-limited` with the seconds until the minute is over.
 */
export function createRateLimit(cluster: Cluster, perMinute: number, log: Logger): RateLimit {
  if (perMinute === 0) return async () => undefined;
  const uncounted = uncountedRequests(log);
  return async (keyId) => {
    const tally = await cluster.count(`requests/${keyId}`, windowMs).catch(uncounted);
    if (tally === undefined || tally.count <= perMinute) return;
    throw new Problem('rate-limited', {
      detail: `This key has made more than ${perMinute} requests in a minute. Wait and send the request again.`,
      retryAfter: Math.max(1, Math.ceil(tally.endsInMs / 1000)),
    });
  };
}

/** Says so once a minute, not with each of many requests. */
function uncountedRequests(log: Logger): (cause: unknown) => Counter | undefined {
  let lastSaid = Number.NEGATIVE_INFINITY;
  return (cause) => {
    if (performance.now() - lastSaid >= windowMs) {
      lastSaid = performance.now();
      log.warn({ err: cause }, 'requests cannot be counted just now, and are let in without a limit');
    }
    return undefined;
  };
}
