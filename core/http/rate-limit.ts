import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../problem.ts';

/** Counts a request against a key. */
export type RateLimit = (keyId: string) => Promise<void>;

/**
 * Allows each key `perMinute` requests in any minute that begins with its first one; 0 allows all.
 *
 * @throws Problem `rate-limited` with the seconds until the minute is over.
 */
export function createRateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return async () => undefined;
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 });
  return async (keyId) => {
    try {
      await limiter.consume(keyId);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new Problem('rate-limited', {
        detail: `This key has made more than ${perMinute} requests in a minute. Wait and send the request again.`,
        retryAfter: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)),
      });
    }
  };
}
