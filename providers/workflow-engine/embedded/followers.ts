import type { RunEvent, RunState } from 'chronoscribe';
import type { Followers } from '../engine.ts';
import { Watchers } from '../watchers.ts';

/** Those who follow runs of an engine that all is done in. */
export class LocalFollowers implements Followers {
  readonly #state: (id: string) => RunState | undefined;
  readonly #watchers = new Watchers();
  #closed = false;

  constructor(state: (id: string) => RunState | undefined) {
    this.#state = state;
  }

  follow(id: string, signal: AbortSignal): AsyncIterable<RunEvent> {
    const watcher = this.#watchers.follow(id, signal);
    if (!this.#closed && isSettled(this.#state(id))) watcher.end();
    return watcher.events;
  }

  isFollowed(id: string): boolean {
    return this.#watchers.of(id).length > 0;
  }

  tell(id: string, event: RunEvent): void {
    this.#watchers.tell(id, event);
  }

  settled(id: string): void {
    this.#watchers.end(id);
  }

  /** Lets go of all, without a word. */
  close(): void {
    this.#closed = true;
    this.#watchers.close();
  }
}

function isSettled(state: RunState | undefined): boolean {
  return state !== undefined && state.status !== 'queued' && state.status !== 'running';
}
