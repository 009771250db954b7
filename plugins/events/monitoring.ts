import { createAutoResetEvent } from 'chronoscribe';
import { type Clock, type ClockMove, type ClockReading, InstantText, writeInstant } from 'chronoscribe/kinds/clock';
import type { EventSearch, Ledger, LedgerEvent } from 'chronoscribe/kinds/ledger';
import { z } from 'zod';

/** An event as a monitor shows it. */
export const Passing = z.object({ time: InstantText, description: z.string().meta({ description: 'What happens' }) });
type Passing = z.output<typeof Passing>;

export function passing({ time, description }: LedgerEvent): Passing {
  return { time: writeInstant(time), description };
}

/** While hosts cannot hear each other, what another one does rings no bell here, and must be noticed some time. */
const longestWaitMs = 5_000;

/**
 * Begins to watch an account's clock, and gives the events of a watchlist, each when the clock passes it: ticking, or moved
 * forward over it, at whichever host. What is past when this resolves is left out. A clock that is moved back may pass an event again. Ends when
 * `signal` is aborted.
 */
export async function passingEvents(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Clock },
  account: string,
  query: EventSearch,
  signal: AbortSignal,
): Promise<AsyncIterable<Passing>> {
  // Nothing is wrong with the query, or it is said now.
  await ledger.nextInstant(account, query, query.range.end);
  const bell = createAutoResetEvent();
  const unlisten = ledger.onChange(account, bell.set);
  const followed = await followClock(clock, account, bell.set);
  let open = !signal.aborted;
  const close = (): void => {
    open = false;
    followed.leave();
    unlisten();
    bell.set();
  };
  signal.addEventListener('abort', close, { once: true });

  let shown = followed.begin;

  async function* events(): AsyncGenerator<Passing> {
    while (open) {
      const { now, state } = await followed.read();
      const move = followed.moves.shift();
      if (move === undefined) {
        yield* passed(now);
        const next = state === 'running' ? await ledger.nextInstant(account, query, shown) : null;
        await bell.wait(Math.min(next === null ? longestWaitMs : next - now, longestWaitMs));
      } else {
        // What it ticked through before it was moved, then the move itself.
        yield* passed(move.before);
        yield* passed(move.after);
        shown = move.after;
      }
    }
  }

  /** The clock goes forward to an instant. Hosts differ by milliseconds in what they show, and that is no step back: what was passed would be passed again. */
  async function* passed(to: number): AsyncGenerator<Passing> {
    for await (const page of between(ledger, account, query, shown, to)) yield* page.map(passing);
    shown = Math.max(shown, to);
  }
  const coming = events();
  return {
    // One that is given up before it was begun has something to close too.
    [Symbol.asyncIterator]: () => ({
      next: () => coming.next(),
      async return() {
        close();
        return coming.return(undefined);
      },
    }),
  };
}

/** The events after one instant and up to another, in order and in pages; none where the other is not later. */
async function* between(
  ledger: Ledger,
  account: string,
  query: EventSearch,
  after: number,
  to: number,
): AsyncGenerator<readonly LedgerEvent[]> {
  const range = { start: Math.max(query.range.start, after + 1), end: Math.min(query.range.end, to) };
  if (range.start <= range.end) yield* ledger.watchlistPages(account, { ...query, range });
}

/** Follows what an account's clock does. */
export interface FollowedClock {
  /** What the clock showed when this began, in milliseconds since 1970. */
  readonly begin: number;
  /** What the clock shows; all moves that led there are in `moves` then. */
  read(): Promise<ClockReading>;
  /** Moves in their order, each once, whichever host it was made at: so a clock that went forward and back at once has passed what lies between. Taken out by whoever reads it. */
  readonly moves: ClockMove[];
  /** Ends the following. */
  leave(): void;
}

/** Begins to follow a clock from what it shows now. `ring` is called after each operation on it; where hosts cannot hear each other, `read` finds out all the same. */
export async function followClock(clock: Clock, account: string, ring: () => void): Promise<FollowedClock> {
  const moves: ClockMove[] = [];
  const first = await clock.course(account, Number.POSITIVE_INFINITY);
  let { place } = first;
  let reading: Promise<unknown> = Promise.resolve();

  /** One after the other, so that no move is taken twice. */
  const read = (): Promise<ClockReading> => {
    const next = reading.then(async () => {
      const course = await clock.course(account, place);
      place = course.place;
      moves.push(...course.moves);
      return course.reading;
    });
    reading = next.catch(() => undefined);
    return next;
  };

  const leave = clock.watch(account, () => {
    // At once, since a clock knows its last moves only, and a slow reader of events may not ask for long. What fails here fails again where it is asked for.
    read().then(ring, ring);
  });
  return { begin: first.reading.now, read, moves, leave };
}
