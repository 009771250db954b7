import type { Logger } from '../api/logger.ts';
import type { Cluster } from '../kinds/cluster.ts';

/** Those on this host who listen to what hosts tell each other. */
export interface Listeners extends Pick<Cluster, 'listen'> {
  /** Calls back everybody here who listens to the topic. */
  notify(topic: string, text: string): void;
}

export function createListeners(log: Logger): Listeners {
  const listening = new Map<string, Set<{ readonly listener: (text: string) => void }>>();
  return {
    listen(topic, listener) {
      const entry = { listener };
      const all = listening.get(topic) ?? new Set();
      listening.set(topic, all.add(entry));
      return () => {
        all.delete(entry);
        if (all.size === 0 && listening.get(topic) === all) listening.delete(topic);
      };
    },
    notify(topic, text) {
      for (const { listener } of [...(listening.get(topic) ?? [])]) {
        try {
          listener(text);
        } catch (cause) {
          log.error({ err: cause }, 'whoever listened to what hosts tell each other failed');
        }
      }
    },
  };
}
