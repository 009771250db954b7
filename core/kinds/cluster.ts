import { defineKind } from '../api/kind.ts';

/** The value of a counter in its current window of time. */
export interface Counter {
  /** How often it was counted in the window, including this call. */
  readonly count: number;
  /** Milliseconds until the window ends. */
  readonly endsInMs: number;
}

/**
 * Communication between hosts that share a store. A store provides it, since the hosts meet there. Nothing is stored:
 * messages may be lost while a connection is down, so listeners also poll from time to time. For a single host there is
 * `singleHostCluster`.
 *
 * @example
 * const unlisten = cluster.listen('letters', (id) => log.info({ letter: id }, 'a letter was added'));
 * cluster.send('letters', '3f0c2a9e');
 * unlisten();
 */
export interface Cluster {
  /** Whether other hosts may change what the store holds, so that what this one remembers of it may be out of date. */
  readonly isShared: boolean;
  /**
   * The wall time in whole milliseconds since 1970. Hosts agree on it within some milliseconds, and a step of a local
   * clock does not change it.
   */
  now(): number;
  /**
   * Sends a message to every host, including this one: its own listeners are called before `send` returns, those of
   * other hosts within milliseconds.
   *
   * @param text at most 4,000 bytes in UTF-8
   */
  send(topic: string, text: string): void;
  /**
   * Calls `listener` with each message of a topic. An error in a listener is logged and affects nothing else.
   *
   * @returns the function that removes the listener
   */
  listen(topic: string, listener: (text: string) => void): () => void;
  /**
   * Increments a counter that all hosts share.
   *
   * @param windowMs the length of the window in milliseconds; it starts with the first call, and the next call after
   *   its end starts another window
   */
  count(name: string, windowMs: number): Promise<Counter>;
}

export const Cluster = defineKind<Cluster>('cluster', {
  ...({ isShared: 'boolean', now: 'function', send: 'function', listen: 'function', count: 'function' } as const),
});
