import type { Ground } from '../concurrency/ground.ts';
import { createDueLoop } from '../concurrency/periodic.ts';
import { LeaseLost, type Progress } from './progress.ts';

/** How many clocks a host follows at the same time. */
const concurrency = 8;
/** How often it looks in any case, since another host may have died, in milliseconds. */
const pollMs = 30_000;
/** How soon it looks again after an error, and after a clock that another host follows, in milliseconds. */
const retryMs = 5_000;

/**
 * Follows each clock when it is due.
 *
 * @param parts.follow follows a clock until the signal aborts; false if it has nothing to follow, or another host does
 */
export function createDispatcher(parts: {
  readonly cluster: Ground['cluster'];
  readonly progress: Progress;
  readonly log: Ground['log'];
  follow(clock: string, signal: AbortSignal): Promise<boolean>;
}) {
  const { cluster, progress, log } = parts;
  const stopping = new AbortController();
  const followed = new Map<string, Promise<void>>();
  let isStarted = false;

  const follow = async (clock: string): Promise<void> => {
    const running = followed.get(clock);
    if (running !== undefined || !isStarted || stopping.signal.aborted) return running;
    const ended = parts
      .follow(clock, stopping.signal)
      .catch((thrown: unknown) => {
        if (thrown instanceof LeaseLost || stopping.signal.aborted) return false;
        log.error({ err: thrown }, 'the timers of a clock could not be fired; trying again soon');
        loop.lookIn(retryMs);
        return false;
      })
      .then((isFollowed) => {
        followed.delete(clock);
        if (isFollowed) void loop.look();
      });
    followed.set(clock, ended);
    return ended;
  };

  const loop = createDueLoop(
    async () => {
      const now = cluster.now();
      let delayMs = pollMs;
      for await (const { id } of progress.due(now)) {
        if (followed.size >= concurrency) break;
        // It stays due while another host follows it, or after an error.
        delayMs = retryMs;
        void follow(id);
      }
      const next = await progress.nextDue(now);
      return Math.max(0, Math.min(delayMs, next === undefined ? pollMs : next - cluster.now()));
    },
    retryMs,
    (thrown) => log.error({ err: thrown }, 'could not look for timers that are due; trying again soon'),
  );

  return {
    start() {
      isStarted = true;
      void loop.look();
    },
    /** Looks which clocks are due, also for the next timer. */
    look() {
      if (isStarted) void loop.look();
    },
    /** Follows a clock now, whether it is due or not. Resolves when that has ended here; never rejects. */
    follow,
    /** Starts nothing more. Resolves when no clock is followed here any more. */
    async stop() {
      stopping.abort();
      await loop.stop();
      await Promise.all(followed.values());
    },
  };
}
