import { createAutoResetEvent } from 'chronoscribe/concurrency';
import { Bookmark } from 'chronoscribe/host';
import { type Ledger, type MonitoredEvent, type OrderedEvent, toMonitoredEvent } from 'chronoscribe/kinds/ledger';
import { formatPosition, type Monitored, type MonitorPosition, parsePosition } from './monitor-position.ts';
import { freshMs, type WatchLists } from './watch-list.ts';

/** How long changes at another host may go unnoticed while the hosts cannot reach each other. */
const maxWaitMs = 5_000;

/**
 * The monitored events, each when a clock passes it: by ticking or by a move forward, at any host of a cluster. Events
 * that are past when this resolves are left out, unless it goes on after `lastEventId`. A clock that is moved back may
 * pass an event again. Bookmarks without an event say from where a client can go on: at the start and after moves.
 * Ends when `signal` is aborted.
 *
 * @throws Problem `last-event-too-old`; `invalid-request` for the id of another stream
 */
export async function openMonitor(
  { ledger, watchLists }: { readonly ledger: Ledger; readonly watchLists: WatchLists },
  monitored: Monitored,
  { lastEventId, signal }: { readonly lastEventId: string | undefined; readonly signal: AbortSignal },
): Promise<AsyncIterable<Bookmark<MonitoredEvent>>> {
  const {
    query,
    clock: { account },
  } = monitored;
  // Throws now if the query is wrong, before the stream opens.
  await ledger.nextInstant(account, query, query.range.end);
  const resumed = lastEventId ? parsePosition(lastEventId, monitored) : undefined;
  const changed = createAutoResetEvent();
  const removeListener = ledger.onChange(account, changed.set);
  const followed = await watchLists.follow(monitored, changed.set, resumed?.moves).catch((thrown: unknown) => {
    removeListener();
    throw thrown;
  });
  let open = !signal.aborted;
  const close = (): void => {
    open = false;
    followed.stop();
    removeListener();
    changed.set();
  };
  signal.addEventListener('abort', close, { once: true });

  const { now: start, moveCount } = followed.start;
  let reached: MonitorPosition = resumed ?? { moves: moveCount, time: start, order: null };
  const bookmark = (event?: MonitoredEvent) => new Bookmark(formatPosition(reached, monitored), event);

  async function* events(): AsyncGenerator<Bookmark<MonitoredEvent>> {
    yield bookmark();
    while (open) {
      const { now, state, rate = 1 } = await followed.read();
      if (followed.moves.length > 0) {
        yield* handleMoves();
        continue;
      }
      // Mostly so. It is looked up once for all monitors of the list, and thousands may be open.
      const from = reached.order === null ? reached.time : reached.time - 1;
      if (await followed.isClear(from, now + maxWaitMs * rate)) {
        // Not up to now: what another host has recorded meanwhile is passed later.
        reachedUpTo(now - freshMs);
        await changed.wait(maxWaitMs);
        continue;
      }
      yield* passed(now);
      const next = state === 'running' ? await ledger.nextInstant(account, query, reached.time) : null;
      await changed.wait(Math.min(next === null ? maxWaitMs : (next - now) / rate, maxWaitMs));
    }
  }

  async function* handleMoves(): AsyncGenerator<Bookmark<MonitoredEvent>> {
    for (let move = followed.moves.shift(); open && move !== undefined; move = followed.moves.shift()) {
      if (!move.quiet) {
        // First what it ticked through before the move, then the move itself.
        yield* passed(move.before);
        yield* passed(move.after);
      }
      reached = { moves: move.number, time: move.after, order: null };
      if (!move.quiet || followed.moves.length === 0) yield bookmark();
    }
  }

  /**
   * A time slightly before what was reached is ignored: the clocks of hosts differ by milliseconds, and a step back would
   * pass events again.
   */
  function reachedUpTo(time: number): void {
    if (time >= reached.time) reached = { ...reached, time, order: null };
  }

  /** The events that the clock passes up to an instant. */
  async function* passed(to: number): AsyncGenerator<Bookmark<MonitoredEvent>> {
    for await (const page of between(ledger, monitored, reached, to)) {
      for (const { event, order } of page) {
        reached = { ...reached, time: event.time, order };
        yield bookmark(toMonitoredEvent(event));
      }
    }
    reachedUpTo(to);
  }
  const generator = events();
  return {
    // `return` before the first `next` must close too, and a generator would not.
    [Symbol.asyncIterator]: () => ({
      next: () => generator.next(),
      async return() {
        close();
        return generator.return(undefined);
      },
    }),
  };
}

/** The events after a position and up to an instant, in order and in pages. */
async function* between(
  ledger: Ledger,
  { clock: { account }, query }: Monitored,
  { time, order }: MonitorPosition,
  to: number,
): AsyncGenerator<readonly OrderedEvent[]> {
  const range = {
    start: Math.max(query.range.start, order === null ? time + 1 : time),
    end: Math.min(query.range.end, to),
  };
  const after = order === null ? undefined : { time, order };
  if (range.start <= range.end) yield* ledger.monitorPages(account, { ...query, range }, after);
}
