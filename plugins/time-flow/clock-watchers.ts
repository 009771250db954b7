import type { Logger } from 'chronoscribe';
import type { Clock, ClockMove } from './kind.ts';

type Listener = Parameters<Clock['watch']>[1];

/** Those who watch clocks in this process. */
export interface ClockWatchers extends Pick<Clock, 'watch'> {
  tell(account: string, move: ClockMove): void;
}

export function clockWatchers(log: Logger): ClockWatchers {
  const watching = new Map<string, Set<{ readonly listener: Listener }>>();
  return {
    watch(account, listener) {
      const watcher = { listener };
      const all = watching.get(account) ?? new Set();
      watching.set(account, all.add(watcher));
      return () => {
        all.delete(watcher);
        if (all.size === 0 && watching.get(account) === all) watching.delete(account);
      };
    },
    tell(account, move) {
      for (const { listener } of [...(watching.get(account) ?? [])]) {
        try {
          listener(move);
        } catch (cause) {
          log.error({ err: cause }, 'whoever watched a clock failed');
        }
      }
    },
  };
}
