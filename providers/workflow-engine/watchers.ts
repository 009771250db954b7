import type { RunEvent } from 'chronoscribe';

interface Watcher {
  tell(event: RunEvent): void;
  close(): void;
}

/** Those who follow runs in this process. */
export class Watchers {
  readonly #byRun = new Map<string, Set<Watcher>>();
  #closed = false;

  /** Hears of the run from this call on, whether or not it is read yet; ends when the run does, when `signal` aborts and on `close`. */
  follow(id: string, signal: AbortSignal): AsyncIterable<RunEvent> {
    let leave = () => {};
    return new ReadableStream<RunEvent>({
      start: (stream) => {
        if (this.#closed || signal.aborted) return stream.close();
        const watcher: Watcher = {
          tell: (event) => stream.enqueue(event),
          close: () => {
            leave();
            stream.close();
          },
        };
        leave = () => {
          signal.removeEventListener('abort', watcher.close);
          this.#remove(id, watcher);
        };
        signal.addEventListener('abort', watcher.close);
        this.#add(id, watcher);
      },
      cancel: () => leave(),
    });
  }

  tell(id: string, event: RunEvent): void {
    for (const watcher of this.#byRun.get(id) ?? []) watcher.tell(event);
  }

  /** Says that the run is settled. */
  end(id: string): void {
    this.tell(id, { type: 'end' });
    for (const watcher of [...(this.#byRun.get(id) ?? [])]) watcher.close();
  }

  /** Lets go of all, and of whoever comes later, without a word. */
  close(): void {
    this.#closed = true;
    for (const watcher of [...this.#byRun.values()].flatMap((watchers) => [...watchers])) watcher.close();
  }

  #add(id: string, watcher: Watcher): void {
    const watchers = this.#byRun.get(id) ?? new Set();
    this.#byRun.set(id, watchers.add(watcher));
  }

  #remove(id: string, watcher: Watcher): void {
    const watchers = this.#byRun.get(id);
    watchers?.delete(watcher);
    if (watchers?.size === 0) this.#byRun.delete(id);
  }
}
