import type { RunEvent } from 'chronoscribe';

/** One who follows a run. What is said after it has gone is not heard. */
export interface Watcher {
  readonly events: AsyncIterable<RunEvent>;
  tell(event: RunEvent): void;
  /** Says that the run is settled, and lets go. */
  end(): void;
  /** Lets go without a word. */
  close(): void;
}

/** Those who follow runs in this process. */
export class Watchers {
  readonly #byRun = new Map<string, Set<Watcher>>();
  #closed = false;

  /** The runs that are followed. */
  get runs(): readonly string[] {
    return [...this.#byRun.keys()];
  }

  /** Those who follow a run now. */
  of(id: string): readonly Watcher[] {
    return [...(this.#byRun.get(id) ?? [])];
  }

  /** Hears of the run from this call on, whether or not it is read yet; ends when the run does, when `signal` aborts and on `close`. */
  follow(id: string, signal: AbortSignal): Watcher {
    const queue = new EventQueue(() => {
      signal.removeEventListener('abort', queue.close);
      this.#remove(id, queue);
    });
    if (this.#closed || signal.aborted) {
      queue.close();
    } else {
      signal.addEventListener('abort', queue.close);
      this.#add(id, queue);
    }
    return queue;
  }

  tell(id: string, event: RunEvent): void {
    for (const watcher of this.of(id)) watcher.tell(event);
  }

  /** Says that the run is settled. */
  end(id: string): void {
    for (const watcher of this.of(id)) watcher.end();
  }

  /** Lets go of all, and of whoever comes later, without a word. */
  close(): void {
    this.#closed = true;
    for (const watcher of this.runs.flatMap((id) => this.of(id))) watcher.close();
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

/** Keeps what it is told until it is read. */
class EventQueue implements Watcher {
  readonly events: AsyncIterable<RunEvent>;
  readonly close: () => void;
  #stream: ReadableStreamDefaultController<RunEvent> | undefined;

  /** @param left called once, when nobody reads any more or nothing more will come */
  constructor(left: () => void) {
    const leave = () => {
      this.#stream = undefined;
      left();
    };
    this.events = new ReadableStream<RunEvent>({
      start: (stream) => {
        this.#stream = stream;
      },
      cancel: leave,
    });
    this.close = () => {
      const stream = this.#stream;
      if (stream === undefined) return;
      leave();
      stream.close();
    };
  }

  tell(event: RunEvent): void {
    this.#stream?.enqueue(event);
  }

  end(): void {
    this.tell({ type: 'end' });
    this.close();
  }
}
