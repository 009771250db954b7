import { defineKind } from '../api/kind.ts';

/** How often something has happened within a window of time. */
export interface Counter {
  /** This time included. */
  readonly count: number;
  /** Milliseconds until the window is over and counting begins anew. */
  readonly endsInMs: number;
}

/**
 * What hosts that share a store know of each other from one moment to the next; a store provides it, since that is where they meet. Nothing of it is kept: what is sent may be lost
 * while a connection is down, so whoever listens also looks for himself from time to time. Where one host is alone, `soloCluster` serves.
 */
export interface Cluster {
  /** Wall time in whole milliseconds since 1970, on which all hosts agree within some milliseconds. A step of this machine's clock does not move it. */
  now(): number;
  /** Tells every host, this one too: its own listeners before `send` returns, others within milliseconds. `text` has at most 4,000 bytes in UTF-8. */
  send(topic: string, text: string): void;
  /**
   * Calls back with each text that is sent under a topic. What a listener throws is logged and harms nobody.
   *
   * @returns what ends the listening.
   */
  listen(topic: string, listener: (text: string) => void): () => void;
  /** Adds one to what all hosts together count under a name. The window begins with the first and lasts `windowMs`; the next one after it begins a new window. */
  count(name: string, windowMs: number): Promise<Counter>;
}

export const Cluster = defineKind<Cluster>('cluster');
