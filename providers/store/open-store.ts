import type { Archive, Health, Store } from 'chronoscribe';
import type { Journal } from './journal/kind.ts';

/** An open store, with what it provides beside documents. */
export interface OpenStore extends Store {
  readonly journal: Journal;
  readonly archive: Archive;
  health(): Promise<Health>;
  /** Waits for running requests, then closes the file or the connections. */
  stop(): Promise<void>;
}
