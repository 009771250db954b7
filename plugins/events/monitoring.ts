import { setImmediate } from 'node:timers/promises';
import { type Clock, type ClockReading, InstantText, writeInstant } from 'chronoscribe/kinds/clock';
import type { EventSearch, Ledger, LedgerEvent } from 'chronoscribe/kinds/ledger';
import { z } from 'zod';

/** An event as a monitor shows it. */
export const Passing = z.object({ time: InstantText, description: z.string().meta({ description: 'What happens' }) });
type Passing = z.output<typeof Passing>;

export function passing({ time, description }: LedgerEvent): Passing {
  return { time: writeInstant(time), description };
}

/** A change that another process made rings no bell here, and must be noticed some time. */
const longestWaitMs = 5_000;

/**
 * Begins to watch an account's clock, and gives the events of a watchlist, each when the clock passes it: ticking, or moved
 * forward over it. What is past when this resolves is left out. A clock that is moved back may pass an event again. Ends when
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
  const waking = wakeUpCall(signal);
  // Moves are kept in their order, so that a clock that went forward and back at once has passed what lies between.
  const moves: { readonly before: number; readonly after: number }[] = [];
  const unwatch = clock.watch(account, ({ before, after }) => {
    moves.push({ before: before.now, after: after.now });
    waking.ring();
  });
  const unlisten = ledger.onChange(account, waking.ring);
  const close = (): void => {
    unwatch();
    unlisten();
  };
  signal.addEventListener('abort', close, { once: true });

  let shown = (await settledReading(clock, account)).now;
  moves.length = 0;

  async function* events(): AsyncGenerator<Passing> {
    while (!signal.aborted) {
      const { now, state } = await settledReading(clock, account);
      const move = moves.shift();
      // What it ticked through before it was moved, then the move itself; or what it ticked through up to now.
      for (const to of move === undefined ? [now] : [move.before, move.after]) {
        for await (const page of between(ledger, account, query, shown, to)) yield* page.map(passing);
        shown = to;
      }
      if (move !== undefined) continue;
      const next = state === 'running' ? await ledger.nextInstant(account, query, shown) : null;
      await waking.wait(Math.min(next === null ? longestWaitMs : next - shown, longestWaitMs));
    }
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

/** What the clock shows. Whoever watches it has heard by then of every move that the reading knows. */
async function settledReading(clock: Clock, account: string): Promise<ClockReading> {
  const reading = await clock.read(account);
  await setImmediate();
  return reading;
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

/** A wait that anything may end early. What rings while nobody waits ends the next wait at once. */
function wakeUpCall(signal: AbortSignal) {
  let ringing = false;
  let wake: () => void = () => undefined;
  const ring = (): void => {
    ringing = true;
    wake();
  };
  signal.addEventListener('abort', ring, { once: true });
  return {
    ring,
    async wait(milliseconds: number): Promise<void> {
      if (!ringing) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      ringing = false;
    },
  };
}
