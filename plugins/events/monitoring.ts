import { createAutoResetEvent, createMutex } from 'chronoscribe';
import {
  type Clock,
  type ClockMove,
  type ClockReading,
  type ClockRef,
  formatInstant,
  InstantText,
} from 'chronoscribe/kinds/clock';
import type { EventSearch, Ledger, LedgerEvent } from 'chronoscribe/kinds/ledger';
import { z } from 'zod';

/** An event as `monitor-events` shows it. */
export const MonitoredEvent = z.object({
  time: InstantText,
  description: z.string().meta({ description: 'What happens' }),
});
type MonitoredEvent = z.output<typeof MonitoredEvent>;

export function toMonitoredEvent({ time, description }: LedgerEvent): MonitoredEvent {
  return { time: formatInstant(time), description };
}

/** How long changes at another host may go unnoticed while the hosts cannot reach each other. */
const maxWaitMs = 5_000;

/**
 * The monitored events, each when a clock passes it: by ticking or by a move forward, at any host of a
 * cluster. Events that are past when this resolves are left out. A clock that is moved back may pass an event again.
 * Ends when `signal` is aborted.
 */
export async function openMonitor(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Clock },
  ref: ClockRef,
  query: EventSearch,
  signal: AbortSignal,
): Promise<AsyncIterable<MonitoredEvent>> {
  const { account } = ref;
  // Throws now if the query is wrong, before the stream opens.
  await ledger.nextInstant(account, query, query.range.end);
  const changed = createAutoResetEvent();
  const removeListener = ledger.onChange(account, changed.set);
  const followed = await followClock(clock, ref, changed.set);
  let open = !signal.aborted;
  const close = (): void => {
    open = false;
    followed.stop();
    removeListener();
    changed.set();
  };
  signal.addEventListener('abort', close, { once: true });

  let shown = followed.start;

  async function* events(): AsyncGenerator<MonitoredEvent> {
    while (open) {
      const { now, state } = await followed.read();
      const move = followed.moves.shift();
      if (move === undefined) {
        yield* passed(now);
        const next = state === 'running' ? await ledger.nextInstant(account, query, shown) : null;
        await changed.wait(Math.min(next === null ? maxWaitMs : next - now, maxWaitMs));
      } else {
        // First what it ticked through before the move, then the move itself.
        yield* passed(move.before);
        yield* passed(move.after);
        shown = move.after;
      }
    }
  }

  /**
   * The events that the clock passes up to an instant. A time slightly before `shown` is ignored: the clocks of hosts
   * differ by milliseconds, and a step back would pass events again.
   */
  async function* passed(to: number): AsyncGenerator<MonitoredEvent> {
    for await (const page of between(ledger, account, query, shown, to)) yield* page.map(toMonitoredEvent);
    shown = Math.max(shown, to);
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

/** The events after one instant and up to another, in order and in pages. */
async function* between(
  ledger: Ledger,
  account: string,
  query: EventSearch,
  after: number,
  to: number,
): AsyncGenerator<readonly LedgerEvent[]> {
  const range = { start: Math.max(query.range.start, after + 1), end: Math.min(query.range.end, to) };
  if (range.start <= range.end) yield* ledger.monitorPages(account, { ...query, range });
}

/** A clock and its moves. */
export interface FollowedClock {
  /** What the clock showed at the start, in milliseconds since 1970. */
  readonly start: number;
  /** Reads the clock. All moves up to this reading are then in `moves`. */
  read(): Promise<ClockReading>;
  /**
   * A queue of moves, each once and in order, made at any host. So a clock that is moved forward and back at once still
   * passes what lies between. The reader removes them.
   */
  readonly moves: ClockMove[];
  /** Stops following. */
  stop(): void;
}

/**
 * Follows a clock from what it shows now.
 *
 * @param onChange called after each operation on the clock; while hosts cannot reach each other, `read` still finds the
 * moves
 */
export async function followClock(clock: Clock, ref: ClockRef, onChange: () => void): Promise<FollowedClock> {
  const moves: ClockMove[] = [];
  const first = await clock.movesSince(ref, Number.POSITIVE_INFINITY);
  let { moveCount } = first;
  /** Reads are sequential, so that no move is queued twice. */
  const reading = createMutex();
  const read = (): Promise<ClockReading> =>
    reading.run(async () => {
      const course = await clock.movesSince(ref, moveCount);
      moveCount = course.moveCount;
      moves.push(...course.moves);
      return course.reading;
    });

  const stop = clock.onChange(ref, () => {
    // Immediately: a clock keeps its last moves only, and a slow consumer may not read for long. An error here occurs
    // again at the next `read`.
    read().then(onChange, onChange);
  });
  return { start: first.reading.now, read, moves, stop };
}
