import type { RunEvent } from 'chronoscribe';
import { PeerChannel, type PeerChannelOptions } from './peer-channel.ts';
import type { PeerMessage } from './peer-messages.ts';
import { type RunWatcher, RunWatchers } from './run-watchers.ts';

export interface RunEventRelayOptions extends Omit<PeerChannelOptions, 'onMessage'> {
  /**
   * Whether a run is settled, as the database says; undefined if there is no such run. Messages may be late or lost.
   */
  isSettled(runId: string): Promise<boolean | undefined>;
  /** Another host has a run to start. */
  onQueued(): void;
  /** Another host has cancelled a run. */
  onCancelled(runId: string): void;
}

/** Milliseconds between two looks at the runs that are watched here. */
const lookMs = 2000;

/** A host that has said that it watches a run is taken to do so for this long; it says so again at each look. */
const watchedMs = 4 * lookMs;

/**
 * Tells watchers at every host what happens in runs at any host: openworkflow has no events. No upstream issue yet.
 *
 * An event leaves this host only if another one has said that it watches the run. Events may be lost; ends are not: a
 * message of an end is confirmed in the database, and ends are looked for every two seconds.
 */
export class RunEventRelay {
  readonly #options: RunEventRelayOptions;
  readonly #watchers = new RunWatchers();
  readonly #channel: PeerChannel;
  /** Runs that other hosts watch, and until when, by `performance.now()`. */
  readonly #watchedElsewhere = new Map<string, number>();
  /** The latest claim that was heard of, for each run that is watched here. */
  readonly #claims = new Map<string, number>();
  /** Runs that are watched here and known to exist. If one of them is gone, it was settled and deleted. */
  readonly #known = new Set<string>();
  /** Runs that were found to be settled at the last look: events of theirs may still be on their way. */
  #settled: readonly string[] = [];
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
    const watcher = this.#watchers.watch(runId, signal);
    if (!this.#closed && !signal.aborted) {
      this.#channel.send({ type: 'watched', runs: [runId] });
      void this.#endIfSettled(runId, [watcher]);
    }
    return watcher.events;
  }

  /** Whether anybody watches the run, at any host. */
  isWatched(runId: string): boolean {
    return this.#watchers.of(runId).length > 0 || this.#isWatchedElsewhere(runId);
  }

  /** Another host watches the run; its message that says so may still be on its way. */
  expectWatcher(runId: string): void {
    this.#watchedElsewhere.set(runId, performance.now() + watchedMs);
  }

  /** @param claim of the run, by this host */
  emit(runId: string, claim: number, event: RunEvent): void {
    for (const watcher of this.#watchers.of(runId)) watcher.emit(event);
    if (this.#isWatchedElsewhere(runId)) this.#channel.send({ type: 'event', run: runId, claim, event });
  }

  /** This host has settled the run, and that is saved. */
  settled(runId: string, { cancelled }: { readonly cancelled: boolean }): void {
    for (const watcher of this.#watchers.of(runId)) watcher.end();
    if (cancelled || this.#isWatchedElsewhere(runId)) this.#channel.send({ type: 'settled', run: runId, cancelled });
    this.#watchedElsewhere.delete(runId);
  }

  /** There may be a run that another host has room for. */
  queued(): void {
    this.#channel.send({ type: 'queued' });
  }

  /** Closes all watchers. Messages can still be sent. */
  closeWatchers(): void {
    this.#closed = true;
    clearInterval(this.#looking);
    this.#watchers.close();
  }

  close(): void {
    this.#channel.close();
  }

  #isWatchedElsewhere(runId: string): boolean {
    return (this.#watchedElsewhere.get(runId) ?? 0) > performance.now();
  }

  #receive(message: PeerMessage): void {
    switch (message.type) {
      case 'queued':
        this.#options.onQueued();
        break;
      case 'watched':
        for (const runId of message.runs) this.expectWatcher(runId);
        break;
      case 'list-watched':
        this.#sendWatched();
        break;
      case 'event': {
        const { run, claim, event } = message;
        const watchers = this.#watchers.of(run);
        if (watchers.length === 0 || claim < (this.#claims.get(run) ?? 0)) break;
        this.#claims.set(run, claim);
        for (const watcher of watchers) watcher.emit(event);
        break;
      }
      case 'settled': {
        const { run, cancelled } = message;
        if (cancelled) this.#options.onCancelled(run);
        const watchers = this.#watchers.of(run);
        if (watchers.length === 0) break;
        this.#known.add(run);
        void this.#endIfSettled(run, watchers);
        break;
      }
      default:
        message satisfies never;
    }
  }

  async #look(): Promise<void> {
    const now = performance.now();
    for (const [run, until] of this.#watchedElsewhere) if (until <= now) this.#watchedElsewhere.delete(run);
    const watched = new Set(this.#watchers.runs);
    for (const run of this.#claims.keys()) if (!watched.has(run)) this.#claims.delete(run);
    for (const run of this.#known) if (!watched.has(run)) this.#known.delete(run);
    this.#sendWatched();
    const before = new Set(this.#settled);
    const watchers = new Map([...watched].map((run) => [run, this.#watchers.of(run)]));
    const settled = await Promise.all([...watched].map(async (run) => ((await this.#isSettled(run)) ? [run] : [])));
    this.#settled = settled.flat();
    for (const run of this.#settled.filter((each) => before.has(each))) {
      for (const watcher of watchers.get(run) ?? []) watcher.end();
    }
  }

  #sendWatched(): void {
    const { runs } = this.#watchers;
    if (runs.length > 0) this.#channel.send({ type: 'watched', runs });
  }

  /** Ends these watchers only: one that comes while the database is asked may follow a retry of the run. */
  async #endIfSettled(runId: string, watchers: readonly RunWatcher[]): Promise<void> {
    if (await this.#isSettled(runId)) for (const watcher of watchers) watcher.end();
  }

  /** False if the database cannot be read: the next look asks again. */
  async #isSettled(runId: string): Promise<boolean> {
    try {
      const settled = await this.#options.isSettled(runId);
      if (settled === undefined) return this.#known.has(runId);
      this.#known.add(runId);
      return settled;
    } catch {
      return false;
    }
  }
}
