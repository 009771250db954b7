import type { RunEvent } from 'chronoscribe/host';
import { PeerChannel, type PeerChannelOptions, type PeerMessage } from './peer-channel.ts';

export interface RunEventRelayOptions extends Omit<PeerChannelOptions, 'onMessage'> {
  /**
   * Whether a run is settled, as the database says; undefined if there is no such run. Messages may be late or lost.
   */
  isSettled(runId: string): Promise<boolean | undefined>;
  /** Another host has a run to start, or something for this one. */
  onQueued(runId?: string): void;
  /** Another host has cancelled a run. */
  onCancelled(runId: string): void;
}

/** Milliseconds between two looks at the runs that are watched here. */
const lookMs = 2000;

/** A host that has said that it watches a run is taken to do so for this long; it says so again at each look. */
const watchedMs = 4 * lookMs;

interface Watcher {
  readonly runId: string;
  readonly events: ReadableStream<RunEvent>;
  emit(event: RunEvent): void;
  /** Closes the stream. Events after that are ignored. */
  close(): void;
}

/** The run in which something happens. */
interface EventSource {
  /** The run that can be watched: itself, or the one of which it is a child. */
  readonly root: string;
  readonly runId: string;
  /** By this host. */
  readonly claim: number;
}

/** What is known of a run that is watched here. */
interface WatchedRun {
  /** The latest claims that were heard of, by child; that of the run itself under its own id. */
  readonly claims: Map<string, number>;
  /** If a run that existed is gone, it was settled and deleted. */
  exists: boolean;
  /** It was found to be settled at the last look: events of it may still be on their way. */
  settled: boolean;
}

/**
 * Tells watchers at every host what happens in runs at any host.
 *
 * An event leaves this host only if another one has said that it watches the run. Events may be lost; ends are not: a
 * message of an end is confirmed in the database, and ends are looked for every two seconds.
 */
export class RunEventRelay {
  readonly #options: RunEventRelayOptions;
  readonly #channel: PeerChannel;
  readonly #watchers = new Set<Watcher>();
  readonly #watched = new Map<string, WatchedRun>();
  /** Runs that other hosts watch, and until when, by `performance.now()`. */
  readonly #watchedElsewhere = new Map<string, number>();
  #looking: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: RunEventRelayOptions) {
    this.#options = options;
    this.#channel = new PeerChannel({ ...options, onMessage: (message) => this.#receive(message) });
  }

  open(): void {
    this.#channel.open();
    this.#channel.send({ type: 'list-watched' });
    this.#looking = setInterval(() => void this.#look(), lookMs).unref();
  }

  /** As `WorkflowEngine.watch`. */
  watch(runId: string, signal: AbortSignal): AsyncIterable<RunEvent> {
    const watcher = createWatcher(runId, () => {
      signal.removeEventListener('abort', watcher.close);
      this.#watchers.delete(watcher);
      if (this.#watchersOf(runId).length === 0) this.#watched.delete(runId);
    });
    if (this.#closed || signal.aborted) {
      watcher.close();
    } else {
      signal.addEventListener('abort', watcher.close);
      this.#watchers.add(watcher);
      if (!this.#watched.has(runId)) this.#watched.set(runId, { claims: new Map(), exists: false, settled: false });
      this.#channel.send({ type: 'watched', run: runId });
      void this.#endIfSettled(runId);
    }
    return watcher.events;
  }

  /** Whether anybody watches the run, at any host. */
  isWatched(runId: string): boolean {
    return this.#watched.has(runId) || this.#isWatchedElsewhere(runId);
  }

  /** Another host watches the run; its message that says so may still be on its way. */
  expectWatcher(runId: string): void {
    this.#watchedElsewhere.set(runId, performance.now() + watchedMs);
  }

  emit({ root, runId, claim }: EventSource, event: RunEvent): void {
    for (const watcher of this.#watchersOf(root)) watcher.emit(event);
    if (!this.#isWatchedElsewhere(root)) return;
    const child = runId === root ? {} : { child: runId };
    this.#channel.send({ type: 'event', run: root, ...child, claim, event });
  }

  /** This host has settled the run, and that is saved. */
  settled(runId: string, { cancelled }: { readonly cancelled: boolean }): void {
    end(this.#watchersOf(runId));
    if (cancelled || this.#isWatchedElsewhere(runId)) this.#channel.send({ type: 'settled', run: runId, cancelled });
    this.#watchedElsewhere.delete(runId);
  }

  /** There may be a run that another host has room for, or something for a run that it works on. */
  queued(run?: string): void {
    this.#channel.send({ type: 'queued', ...(run !== undefined && { run }) });
  }

  /** Closes all watchers. Messages can still be sent. */
  closeWatchers(): void {
    this.#closed = true;
    clearInterval(this.#looking);
    for (const watcher of [...this.#watchers]) watcher.close();
  }

  close(): void {
    this.#channel.close();
  }

  #watchersOf(runId: string): readonly Watcher[] {
    return [...this.#watchers].filter((watcher) => watcher.runId === runId);
  }

  #isWatchedElsewhere(runId: string): boolean {
    return (this.#watchedElsewhere.get(runId) ?? 0) > performance.now();
  }

  #receive(message: PeerMessage): void {
    switch (message.type) {
      case 'queued':
        this.#options.onQueued(message.run);
        break;
      case 'watched':
        this.expectWatcher(message.run);
        break;
      case 'list-watched':
        this.#sendWatched();
        break;
      case 'event': {
        const run = this.#watched.get(message.run);
        const source = message.child ?? message.run;
        if (run === undefined || message.claim < (run.claims.get(source) ?? 0)) break;
        run.claims.set(source, message.claim);
        for (const watcher of this.#watchersOf(message.run)) watcher.emit(message.event);
        break;
      }
      case 'settled': {
        if (message.cancelled) this.#options.onCancelled(message.run);
        const run = this.#watched.get(message.run);
        if (run === undefined) break;
        run.exists = true;
        void this.#endIfSettled(message.run);
        break;
      }
      default:
        message satisfies never;
    }
  }

  async #look(): Promise<void> {
    const now = performance.now();
    for (const [run, until] of this.#watchedElsewhere) if (until <= now) this.#watchedElsewhere.delete(run);
    this.#sendWatched();
    for (const [runId, run] of [...this.#watched]) {
      const watchers = this.#watchersOf(runId);
      const settled = await this.#isSettled(runId);
      if (settled && run.settled) end(watchers);
      run.settled = settled;
    }
  }

  #sendWatched(): void {
    for (const run of this.#watched.keys()) this.#channel.send({ type: 'watched', run });
  }

  /** Ends present watchers only: one that comes while the database is asked may follow a retry of the run. */
  async #endIfSettled(runId: string): Promise<void> {
    const watchers = this.#watchersOf(runId);
    if (await this.#isSettled(runId)) end(watchers);
  }

  /** False if the database cannot be read: the next look asks again. */
  async #isSettled(runId: string): Promise<boolean> {
    try {
      const settled = await this.#options.isSettled(runId);
      const run = this.#watched.get(runId);
      if (settled === undefined) return run?.exists === true;
      if (run !== undefined) run.exists = true;
      return settled;
    } catch {
      return false;
    }
  }
}

function end(watchers: readonly Watcher[]): void {
  for (const watcher of watchers) {
    watcher.emit({ type: 'end' });
    watcher.close();
  }
}

/** @param closed called once, when the reader leaves or the stream is closed */
function createWatcher(runId: string, closed: () => void): Watcher {
  let stream: ReadableStreamDefaultController<RunEvent> | undefined;
  const leave = () => {
    stream = undefined;
    closed();
  };
  return {
    runId,
    events: new ReadableStream<RunEvent>({
      start(controller) {
        stream = controller;
      },
      cancel: leave,
    }),
    emit: (event) => stream?.enqueue(event),
    close() {
      const open = stream;
      if (open === undefined) return;
      leave();
      open.close();
    },
  };
}
