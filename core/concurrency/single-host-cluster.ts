import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Logger } from '../api/logger.ts';
import type { Cluster } from '../kinds/cluster.ts';
import { createListeners } from './listeners.ts';
import { wallClock } from './wall-clock.ts';

/** One host alone: for a store that hosts cannot share. */
export function singleHostCluster(log: Logger): Cluster {
  const listeners = createListeners(log);
  const limiters = new Map<number, RateLimiterMemory>();
  return {
    now: wallClock,
    send: listeners.notify,
    listen: listeners.listen,
    async count(name, windowMs) {
      const limiter = limiters.get(windowMs) ?? new RateLimiterMemory({ points: 1, duration: windowMs / 1000 });
      limiters.set(windowMs, limiter);
      const { consumedPoints, msBeforeNext } = await limiter.penalty(name);
      // The library reckons by the system's clock: where that was set back, the end of a window would seem far away.
      return { count: consumedPoints, endsInMs: Math.min(msBeforeNext, windowMs) };
    },
  };
}
