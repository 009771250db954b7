import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import type { Cluster } from '../kinds/cluster.ts';

/** How often something may be tried, on all hosts together, in each window that begins with a first attempt. */
export interface AttemptLimit {
  readonly attempts: number;
  readonly windowMs: number;
}

/**
 * Counts an attempt.
 *
 * @param name what is counted, such as `sign-in/address/192.0.2.7`
 * @param what in words, for the answer: `attempts to sign in`
 * @throws Problem `rate-limited` with the seconds until the window ends; what `cluster.count` throws
 */
export async function countAttempt(
  cluster: Cluster,
  name: string,
  { attempts, windowMs }: AttemptLimit,
  what: string,
): Promise<void> {
  const { count, endsInMs } = await cluster.count(name, windowMs);
  if (count <= attempts) return;
  const minutes = windowMs / 60_000;
  throw new Problem('rate-limited', {
    detail: `There were more than ${attempts} ${what} within ${minutes === 1 ? 'a minute' : `${minutes} minutes`}. Wait and try again.`,
    retryAfter: Math.max(1, Math.ceil(endsInMs / 1000)),
  });
}

/** Counts one more of a key or an address. @throws Problem `rate-limited` */
export type RateLimit = (of: string) => Promise<void>;

const windowMs = 60_000;

/**
 * A limit for each minute; 0 allows any number. If nothing can be counted, everything is allowed: the limit must not
 * make the service unavailable.
 *
 * @param name of the counters
 * @param what is counted, in words: `requests with this key`
 */
export function createRateLimit(
  cluster: Cluster,
  { name, perMinute, what }: { readonly name: string; readonly perMinute: number; readonly what: string },
  log: Logger,
): RateLimit {
  if (perMinute === 0) return async () => undefined;
  let lastWarning = Number.NEGATIVE_INFINITY;
  return async (of) => {
    try {
      await countAttempt(cluster, `${name}/${of}`, { attempts: perMinute, windowMs }, what);
    } catch (thrown) {
      if (thrown instanceof Problem && thrown.code === 'rate-limited') throw thrown;
      if (performance.now() - lastWarning < windowMs) return;
      lastWarning = performance.now();
      log.warn({ err: thrown }, `${name} cannot be counted at the moment, and are allowed without a limit`);
    }
  };
}
