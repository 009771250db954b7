import { createSemaphore } from 'chronoscribe/concurrency';
import type { Clock, ClockMove, ClockReading, ClockRef } from 'chronoscribe/kinds/clock';
import type { Ledger } from 'chronoscribe/kinds/ledger';
import { type Monitored, positionTooOld } from './monitor-position.ts';

/** A move of a clock. */
export interface WatchedMove extends ClockMove {
  readonly number: number;
  /** Whether the clock certainly passed no event, at any place, since the move before and in this one. */
  readonly quiet: boolean;
}

/** What one monitor sees of its clock. */
export interface Watched extends Pick<Awaited<ReturnType<typeof followClock>>, 'start' | 'read' | 'stop'> {
  /** The moves that the monitor has not handled yet, oldest first; it removes them. */
  readonly moves: WatchedMove[];
  /**
   * Whether no event, at any place, lies after the first of two instants and up to the second. What another host has
   * recorded within `freshMs` may be missing.
   */
  isClear(from: number, to: number): Promise<boolean>;
}

/** How long a monitor is not told of quiet moves, in milliseconds: it only notes how far it is. */
const quietMs = 1_000;
/** How long monitors share what was looked up in the timeline, in milliseconds: another host may have changed it. */
export const freshMs = 1_000;
/** After so many of them it is told at once: a clock remembers its last hundred moves for those who connect again. */
const maxQuietMoves = 50;

/**
 * Follows clocks for many monitors. Those of one clock, timeline and range share a list: the clock is read once for all
 * of them, and they are woken only where an event may have been passed.
 */
export function createWatchLists({ clock, ledger }: { readonly clock: Clock; readonly ledger: Ledger }) {
  const lists = new Map<string, { readonly list: Promise<WatchList>; monitors: number }>();
  return {
    /**
     * @param wake called after an operation on the clock: at once, or a second after a quiet move
     * @param since how many of the moves of the clock the monitor has handled already; undefined: all
     * @throws Problem `last-event-too-old` if the clock does not remember all its moves since then
     */
    async follow(monitored: Monitored, wake: () => void, since?: number): Promise<Watched> {
      const { clock: ref, query } = monitored;
      const key = JSON.stringify([ref.account, ref.clockId, query.timelineId, query.range, query.asOf]);
      const entry = lists.get(key) ?? { list: openWatchList({ clock, ledger }, monitored), monitors: 0 };
      lists.set(key, entry);
      entry.monitors += 1;
      const leave = (): void => {
        entry.monitors -= 1;
        if (entry.monitors > 0) return;
        lists.delete(key);
        void entry.list.then(
          (list) => list.close(),
          () => undefined,
        );
      };
      try {
        const watched = await (await entry.list).join(wake, since);
        return {
          ...watched,
          stop() {
            watched.stop();
            leave();
          },
        };
      } catch (thrown) {
        leave();
        throw thrown;
      }
    },
  };
}

export type WatchLists = ReturnType<typeof createWatchLists>;

async function openWatchList(
  { clock, ledger }: { readonly clock: Clock; readonly ledger: Ledger },
  { clock: ref, query }: Monitored,
) {
  const monitors = new Set<{ readonly moves: WatchedMove[]; readonly wake: () => void }>();
  const followed = await followClock(clock, ref, () => void changed());
  let { moveCount, now: time } = followed.start;
  let later: NodeJS.Timeout | undefined;
  /** How many moves there were when the monitors were woken last. */
  let woken = moveCount;

  /** The first event after an instant, at any place; known until the timeline changes. */
  let known: { readonly at: number; readonly after: number; readonly next: Promise<number> } | undefined;
  const forget = (): void => {
    known = undefined;
  };
  const stopListening = ledger.onChange(ref.account, forget);
  const nextAfter = async (after: number): Promise<number> => {
    const shared = known;
    if (shared === undefined || after < shared.after || performance.now() - shared.at >= freshMs) {
      const found = ledger.nextInstant(ref.account, { ...query, location: null }, after);
      const fresh = { at: performance.now(), after, next: found.then((next) => next ?? Infinity) };
      known = fresh;
      // What could not be read is asked for again.
      fresh.next.catch(() => {
        if (known === fresh) forget();
      });
      return fresh.next;
    }
    const next = await shared.next;
    if (after < next) return next;
    if (known === shared) forget();
    return nextAfter(after);
  };
  const isClear = async (from: number, to: number) => to <= from || (await nextAfter(from)) > to;

  const wakeAll = (): void => {
    clearTimeout(later);
    later = undefined;
    woken = moveCount;
    for (const { wake } of monitors) wake();
  };
  /** One after another, so that no move is handed on twice. */
  const reading = createSemaphore(1);
  const readOnce = (): Promise<ClockReading> =>
    reading.run(async () => {
      waiting = undefined;
      const clockReading = await followed.read();
      for (let move = followed.moves.shift(); move !== undefined; move = followed.moves.shift()) {
        const { before, after } = move;
        // If the timeline cannot be read, each monitor says why.
        const quiet = await Promise.all([isClear(time, before), isClear(before, after)]).then(
          (clear) => clear.every(Boolean),
          () => false,
        );
        for (const { moves } of monitors) moves.push({ ...move, quiet });
        [moveCount, time] = [move.number, after];
        if (quiet && moveCount - woken < maxQuietMoves) later ??= setTimeout(wakeAll, quietMs).unref();
        else wakeAll();
      }
      return clockReading;
    });
  /** Those who ask while a reading has not begun share it. */
  let waiting: Promise<ClockReading> | undefined;
  const read = () => {
    waiting ??= readOnce();
    return waiting;
  };
  const changed = async (): Promise<void> => {
    const before = moveCount;
    const state = await read().catch(() => undefined);
    // It was paused or resumed, it may come to an event sooner than a monitor expects, or it cannot be read.
    const isNear = state?.state === 'running' && (await nextAfter(state.now).catch(() => 0)) - state.now < quietMs;
    if (state === undefined || moveCount === before || isNear) wakeAll();
  };

  return {
    async join(wake: () => void, since: number | undefined) {
      const { now } = await read();
      const earlier = since === undefined ? undefined : await clock.movesSince(ref, since);
      if (earlier !== undefined && earlier.moves.length !== earlier.moveCount - (since ?? 0)) throw positionTooOld();
      // Those that were made since are handed to all monitors soon.
      const moves = (earlier?.moves ?? [])
        .map((move, index) => ({ ...move, number: (since ?? 0) + index + 1, quiet: false }))
        .filter(({ number }) => number <= moveCount);
      const monitor = { moves, wake };
      monitors.add(monitor);
      return { start: { now, moveCount }, read, moves, isClear, stop: () => void monitors.delete(monitor) };
    },
    close() {
      clearTimeout(later);
      stopListening();
      followed.stop();
    },
  };
}

type WatchList = Awaited<ReturnType<typeof openWatchList>>;

/**
 * Follows a clock from what it shows now.
 *
 * @param onChange called after each operation on the clock; while hosts cannot reach each other, `read` still finds the
 * moves
 */
export async function followClock(clock: Clock, ref: ClockRef, onChange: () => void) {
  const moves: (ClockMove & { readonly number: number })[] = [];
  const first = await clock.movesSince(ref, Number.POSITIVE_INFINITY);
  let { moveCount } = first;
  const queue = (made: readonly ClockMove[]) => {
    const before = moveCount - made.length;
    moves.push(...made.map((move, index) => ({ ...move, number: before + index + 1 })));
  };
  /** Reads are sequential, so that no move is queued twice. */
  const reading = createSemaphore(1);
  const read = (): Promise<ClockReading> =>
    reading.run(async () => {
      const course = await clock.movesSince(ref, moveCount);
      moveCount = course.moveCount;
      queue(course.moves);
      return course.reading;
    });

  const stop = clock.onChange(ref, () => {
    // Immediately: a clock keeps its last moves only, and a slow consumer may not read for long. An error here occurs
    // again at the next `read`.
    read().then(onChange, onChange);
  });
  return {
    /** What the clock showed at the start, in milliseconds since 1970, and how often it had been moved. */
    start: { now: first.reading.now, moveCount: first.moveCount },
    /** Reads the clock. All moves up to this reading are then in `moves`. */
    read,
    /**
     * A queue of moves with their numbers, each once and in order, made at any host. So a clock that is moved forward and
     * back at once still passes what lies between. The reader removes them.
     */
    moves,
    /** Stops following. */
    stop,
  };
}
