/** **Stable**: the virtual clocks, for plugins that read or move them, and the notations of times in requests. */

import { defineKind } from 'chronoscribe';
import type { ClockRef } from 'chronoscribe/host';
import type { Pace } from './fields.ts';

export type { ClockRef } from 'chronoscribe/host';

export { CalendarDuration, formatLocalTime, localInstant } from './calendar-duration.ts';
export { ClockId, type Pace, Settled, TimeZone, waitFields } from './fields.ts';
export {
  Duration,
  endOfTime,
  formatInstant,
  Instant,
  InstantText,
  isWithinTime,
  type ParseResult,
  parseDuration,
  parseInstant,
  parseTimeRange,
  startOfTime,
  TimeRange,
} from './notations.ts';

/** The state of a clock. */
export interface ClockReading extends Pace {
  /** Milliseconds since 1970-01-01T00:00:00Z, between the years 0000 and 9999. */
  readonly now: number;
  readonly state: 'running' | 'paused';
  /** The place of the last travel; null before the first. */
  readonly location: string | null;
  /** IANA name; only in what `read` returns, and absent if none was set. */
  readonly timeZone?: string;
}

/** The times that a clock showed right before and right after it was moved, in milliseconds since 1970. */
export interface ClockMove {
  readonly before: number;
  readonly after: number;
}

/** A clock's state and its latest moves. */
export interface ClockMoves {
  readonly reading: ClockReading;
  /** The number of moves so far. */
  readonly moveCount: number;
  /**
   * The moves since the requested one, up to this reading, oldest first. The last 100 are known. Ticking, pausing and
   * resuming are no moves.
   */
  readonly moves: readonly ClockMove[];
}

/**
 * The virtual clocks: each account's own, and those that it has created beside it. They tick with real time, also while
 * the host is down, unless they are paused. All methods but `onChange` throw `clock-not-found` for a `clockId` that the
 * account does not have.
 */
export interface Clock {
  read(clock: ClockRef): Promise<ClockReading>;
  /**
   * Sets the clock to an instant. It stays running or paused; without `location` the place stays too.
   *
   * @param by.operationId makes the operation idempotent for 24 h: a repetition changes nothing and gives the first
   * result.
   * @throws Problem `time-out-of-range` beyond the years 0000–9999; the clock is unchanged.
   */
  moveTo(
    clock: ClockRef,
    instant: number,
    by?: { readonly location?: string; readonly operationId?: string | undefined },
  ): Promise<ClockReading>;
  /**
   * Makes a move and, if `wait` asks for it, waits until all that it sets off has been done: sleeps, schedules and
   * automations; 30 s at most.
   *
   * @param wait as in a request, see `waitFields`
   * @returns what `move` returns; `settled` is false if something was still at work, and absent if nobody waited
   */
  settle(
    clock: ClockRef,
    wait: 'settled' | undefined,
    move: () => Promise<ClockReading>,
  ): Promise<ClockReading & { readonly settled?: boolean }>;
  /**
   * Sets a clock as another or the same was read before, but for its time zone, as by a move there.
   *
   * @param operationId as in `moveTo`
   */
  restore(clock: ClockRef, saved: ClockReading, operationId?: string): Promise<ClockReading>;
  /** The clock's state, and its moves after the first `since` of them. */
  movesSince(clock: ClockRef, since: number): Promise<ClockMoves>;
  /**
   * Calls the listener after each operation on the clock, including pause and resume, once it is stored.
   * Operations on this host are reported before they return, those on other hosts within milliseconds. Messages between
   * hosts may be lost, so poll `movesSince` as well. Errors of a listener are logged.
   *
   * @returns a function that removes the listener.
   */
  onChange(clock: ClockRef, listener: () => void): () => void;
}

export const Clock = defineKind<Clock>('clock', {
  ...({ read: 'function', moveTo: 'function', settle: 'function', restore: 'function' } as const),
  ...({ movesSince: 'function', onChange: 'function' } as const),
});
