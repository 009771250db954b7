import type { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Logger } from '../api/logger.ts';
import type { Cluster } from '../kinds/cluster.ts';

/** The cluster of a single host, for stores that hosts cannot share. @param log is told of errors of listeners */
export function singleHostCluster(log: Logger): Cluster {
  const listeners = createListeners(log);
  const limiters = new Map<number, RateLimiterMemory>();
  // Imported by the first request.
  const limiterOf = async (windowMs: number) => {
    const { RateLimiterMemory } = await import('rate-limiter-flexible');
    const limiter = limiters.get(windowMs) ?? new RateLimiterMemory({ points: 1, duration: windowMs / 1000 });
    limiters.set(windowMs, limiter);
    return limiter;
  };
  return {
    isShared: false,
    now: wallClock,
    send: listeners.notify,
    listen: listeners.listen,
    async count(name, windowMs) {
      const limiter = limiters.get(windowMs) ?? (await limiterOf(windowMs));
      const { consumedPoints, msBeforeNext } = await limiter.penalty(name);
      // The library uses the system clock. If that is set back, the end of the window would be too far away.
      return { count: consumedPoints, endsInMs: Math.min(msBeforeNext, windowMs) };
    },
  };
}

/** The listeners on this host, by topic. */
export function createListeners(log: Logger) {
  const topics = new Map<string, Set<{ readonly listener: (text: string) => void }>>();
  return {
    listen(topic: string, listener: (text: string) => void) {
      const entry = { listener };
      const entries = topics.get(topic) ?? new Set();
      topics.set(topic, entries.add(entry));
      return () => {
        entries.delete(entry);
        if (entries.size === 0 && topics.get(topic) === entries) topics.delete(topic);
      };
    },
    /** Calls all listeners of a topic. An error in one is logged and does not affect the others. */
    notify(topic: string, text: string) {
      for (const { listener } of [...(topics.get(topic) ?? [])]) {
        try {
          listener(text);
        } catch (cause) {
          log.error({ err: cause, topic }, 'a listener to messages between hosts failed');
        }
      }
    },
  };
}

export type Listeners = ReturnType<typeof createListeners>;

/**
 * The wall time in whole milliseconds since 1970: the time when this process started, plus the monotonic time since
 * then. A step of the system clock does not change it, and it excludes the time for which the machine sleeps. A new
 * process agrees with the system clock again.
 */
export const wallClock = (): number => Math.floor(performance.timeOrigin + performance.now());
