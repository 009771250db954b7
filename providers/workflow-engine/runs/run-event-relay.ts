import type { Cluster } from 'chronoscribe';
import { parseJson, RunEvent } from 'chronoscribe/host';
import { z } from 'zod';
import type { StepExecution } from './saved-step.ts';

const Message = z.discriminatedUnion('type', [
  /** There is a run to start, or something has come for this one. */
  z.object({ type: z.literal('queued'), run: z.string().optional() }),
  /** The run is watched here, for the next seconds. */
  z.object({ type: z.literal('watched'), run: z.string() }),
  /** This host has just started to listen: whoever watches runs answers with `watched`. */
  z.object({ type: z.literal('list-watched') }),
  /**
   * `claim` counts the claims of the run by any host, or those of `child`: a host that has lost the run is ignored.
   */
  z.object({
    ...{ type: z.literal('event'), run: z.string(), child: z.string().optional(), claim: z.int(), event: RunEvent },
  }),
  /** The run is settled. If it was `cancelled`, the host that executes it aborts its step. */
  z.object({ type: z.literal('settled'), run: z.string(), cancelled: z.boolean() }),
]);

/** What one host tells the others. */
export type PeerMessage = z.output<typeof Message>;

const Envelope = z.tuple([z.string(), Message]);

export interface PeerChannelOptions {
  readonly cluster: Cluster;
  /** The same for all hosts that share the runs, and for no others. */
  readonly topic: string;
  /** Unique for this process: its own messages are ignored. */
  readonly sender: string;
  onMessage(message: PeerMessage): void;
}

/** Sends messages to the other hosts in their order. */
export function createPeerChannel({ cluster, topic, sender, onMessage }: PeerChannelOptions) {
  let stopListening = () => {};
  return {
    /** Starts to listen. */
    open() {
      stopListening = cluster.listen(topic, (text) => {
        // What a version of another format has sent is ignored.
        const [from, message] = Envelope.safeParse(parseJson(text)).data ?? [];
        if (message !== undefined && from !== sender) onMessage(message);
      });
    },
    /** A host that shares nothing has nobody to tell. */
    send(message: PeerMessage) {
      if (cluster.isShared) for (const piece of split(message)) cluster.send(topic, JSON.stringify([sender, piece]));
    },
    close: () => stopListening(),
  };
}

/**
 * Splits a long text, never inside a surrogate pair. A cluster carries 4,000 bytes, and a character takes at most twelve, as
 * two escape sequences.
 */
function split(message: PeerMessage): readonly PeerMessage[] {
  if (message.type !== 'event' || message.event.type !== 'text') return [message];
  const pieces = message.event.text.match(/.{1,250}/gsu) ?? [];
  return pieces.map((text) => ({ ...message, event: { type: 'text', text } }));
}

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

/** What is known of a run that is watched here. */
interface WatchedRun {
  readonly watchers: Set<Watcher>;
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
export function createRunEventRelay(options: RunEventRelayOptions) {
  const watched = new Map<string, WatchedRun>();
  /** Runs that other hosts watch, and until when, by `performance.now()`. */
  const watchedElsewhere = new Map<string, number>();
  const channel = createPeerChannel({ ...options, onMessage: receive });
  let looking: NodeJS.Timeout | undefined;
  let isClosed = false;

  const watchersOf = (runId: string): readonly Watcher[] => [...(watched.get(runId)?.watchers ?? [])];
  const isWatchedElsewhere = (runId: string): boolean => (watchedElsewhere.get(runId) ?? 0) > performance.now();
  const sendWatched = (): void => {
    for (const run of watched.keys()) channel.send({ type: 'watched', run });
  };
  /** Another host watches the run; its message that says so may still be on its way. */
  const expectWatcher = (runId: string): void => void watchedElsewhere.set(runId, performance.now() + watchedMs);

  /** False if the database cannot be read: the next look asks again. */
  const isSettled = async (runId: string): Promise<boolean> => {
    try {
      const settled = await options.isSettled(runId);
      const run = watched.get(runId);
      if (settled !== undefined && run !== undefined) run.exists = true;
      return settled ?? run?.exists === true;
    } catch {
      return false;
    }
  };

  /** Ends present watchers only: one that comes while the database is asked may follow a retry of the run. */
  const endIfSettled = async (runId: string): Promise<void> => {
    const watchers = watchersOf(runId);
    if (await isSettled(runId)) end(watchers);
  };

  const look = async (): Promise<void> => {
    for (const [run, until] of watchedElsewhere) if (until <= performance.now()) watchedElsewhere.delete(run);
    sendWatched();
    for (const [runId, run] of [...watched]) {
      const watchers = watchersOf(runId);
      const settled = await isSettled(runId);
      if (settled && run.settled) end(watchers);
      run.settled = settled;
    }
  };

  function receive(message: PeerMessage): void {
    const run = 'run' in message && message.run !== undefined ? watched.get(message.run) : undefined;
    switch (message.type) {
      case 'queued':
        options.onQueued(message.run);
        break;
      case 'watched':
        expectWatcher(message.run);
        break;
      case 'list-watched':
        sendWatched();
        break;
      case 'event': {
        const source = message.child ?? message.run;
        if (run === undefined || message.claim < (run.claims.get(source) ?? 0)) break;
        run.claims.set(source, message.claim);
        for (const watcher of run.watchers) watcher.emit(message.event);
        break;
      }
      case 'settled':
        if (message.cancelled) options.onCancelled(message.run);
        if (run === undefined) break;
        run.exists = true;
        void endIfSettled(message.run);
        break;
      default:
        message satisfies never;
    }
  }

  return {
    open() {
      channel.open();
      channel.send({ type: 'list-watched' });
      looking = setInterval(() => void look(), lookMs).unref();
    },

    /** As `WorkflowEngine.watch`. */
    watch(runId: string, signal: AbortSignal): AsyncIterable<RunEvent> {
      const unknown = { watchers: new Set<Watcher>(), claims: new Map(), exists: false, settled: false };
      const run: WatchedRun = watched.get(runId) ?? unknown;
      const watcher = createWatcher(() => {
        signal.removeEventListener('abort', watcher.close);
        run.watchers.delete(watcher);
        if (run.watchers.size === 0 && watched.get(runId) === run) watched.delete(runId);
      });
      if (isClosed || signal.aborted) {
        watcher.close();
        return watcher.events;
      }
      signal.addEventListener('abort', watcher.close);
      run.watchers.add(watcher);
      watched.set(runId, run);
      channel.send({ type: 'watched', run: runId });
      void endIfSettled(runId);
      return watcher.events;
    },

    /** Whether anybody watches the run, at any host. */
    isWatched: (runId: string) => watched.has(runId) || isWatchedElsewhere(runId),

    expectWatcher,

    emit({ root, runId, claim }: StepExecution, event: RunEvent) {
      for (const watcher of watchersOf(root)) watcher.emit(event);
      if (!isWatchedElsewhere(root)) return;
      channel.send({ type: 'event', run: root, ...(runId !== root && { child: runId }), claim, event });
    },

    /** This host has settled the run, and that is saved. */
    settled(runId: string, { cancelled }: { readonly cancelled: boolean }) {
      end(watchersOf(runId));
      if (cancelled || isWatchedElsewhere(runId)) channel.send({ type: 'settled', run: runId, cancelled });
      watchedElsewhere.delete(runId);
    },

    /** There may be a run that another host has room for, or something for a run that it works on. */
    queued: (run?: string) => channel.send({ type: 'queued', ...(run !== undefined && { run }) }),

    /** Closes all watchers. Messages can still be sent. */
    closeWatchers() {
      isClosed = true;
      clearInterval(looking);
      for (const runId of [...watched.keys()]) for (const watcher of watchersOf(runId)) watcher.close();
    },

    close: channel.close,
  };
}

function end(watchers: readonly Watcher[]): void {
  for (const watcher of watchers) {
    watcher.emit({ type: 'end' });
    watcher.close();
  }
}

type Watcher = ReturnType<typeof createWatcher>;

/** @param closed called once, when the reader leaves or the stream is closed */
function createWatcher(closed: () => void) {
  let stream: ReadableStreamDefaultController<RunEvent> | undefined;
  const leave = () => {
    stream = undefined;
    closed();
  };
  return {
    events: new ReadableStream<RunEvent>({
      start(controller) {
        stream = controller;
      },
      cancel: leave,
    }),
    emit: (event: RunEvent) => stream?.enqueue(event),
    /** Events after that are ignored. */
    close() {
      const open = stream;
      if (open === undefined) return;
      leave();
      open.close();
    },
  };
}
