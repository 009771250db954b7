import type { RunEvent } from 'chronoscribe';

/** Follows the events of one run. Events after its end are ignored. */
export interface RunWatcher {
  readonly events: AsyncIterable<RunEvent>;
  emit(event: RunEvent): void;
  /** Emits `end`, then closes. */
  end(): void;
  /** Closes the stream without an `end`. */
  close(): void;
}

/** The watchers of runs in this process. */
export class RunWatchers {
  readonly #byRun = new Map<string, Set<RunWatcher>>();
  #closed = false;

  /** The runs that are watched. */
  get runs(): readonly string[] {
    return [...this.#byRun.keys()];
  }

  of(runId: string): readonly RunWatcher[] {
    return [...(this.#byRun.get(runId) ?? [])];
  }

  /** Buffers the events of a run from this call on, until it ends, `signal` aborts or `close` is called. */
  watch(runId: string, signal: AbortSignal): RunWatcher {
    const watcher = createWatcher(() => {
      signal.removeEventListener('abort', watcher.close);
      this.#remove(runId, watcher);
    });
    if (this.#closed || signal.aborted) {
      watcher.close();
    } else {
      signal.addEventListener('abort', watcher.close);
      this.#byRun.set(runId, (this.#byRun.get(runId) ?? new Set()).add(watcher));
    }
    return watcher;
  }

  /** Closes all watchers, and those that are created later. */
  close(): void {
    this.#closed = true;
    for (const watcher of this.runs.flatMap((runId) => this.of(runId))) watcher.close();
  }

  #remove(runId: string, watcher: RunWatcher): void {
    const watchers = this.#byRun.get(runId);
    watchers?.delete(watcher);
    if (watchers?.size === 0) this.#byRun.delete(runId);
  }
}

/** @param closed called once, when the reader leaves or the stream is closed */
function createWatcher(closed: () => void): RunWatcher {
  let stream: ReadableStreamDefaultController<RunEvent> | undefined;
  const leave = () => {
    stream = undefined;
    closed();
  };
  const close = () => {
    const open = stream;
    if (open === undefined) return;
    leave();
    open.close();
  };
  return {
    events: new ReadableStream<RunEvent>({
      start(controller) {
        stream = controller;
      },
      cancel: leave,
    }),
    emit: (event) => stream?.enqueue(event),
    end() {
      stream?.enqueue({ type: 'end' });
      close();
    },
    close,
  };
}
