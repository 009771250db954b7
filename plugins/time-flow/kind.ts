import { defineKind } from 'chronoscribe';

export { Duration, readDuration } from './duration.ts';
export { endOfTime, Instant, InstantText, isWithinTime, readInstant, startOfTime, writeInstant } from './instant.ts';
export type { Reading } from './notation.ts';
export { readTimeRange, TimeRange } from './time-range.ts';

/** What an account's clock shows. */
export interface ClockReading {
  /** Milliseconds since 1970-01-01T00:00:00Z, between the years 0000 and 9999. */
  readonly now: number;
  readonly state: 'running' | 'paused';
  /** Where the last travel went; null before the first. */
  readonly location: string | null;
}

/** What a clock showed just before it was moved and just after: the same moment of real time. Milliseconds since 1970. */
export interface ClockMove {
  readonly before: number;
  readonly after: number;
}

/** How a clock has come to show what it shows. */
export interface ClockCourse {
  readonly reading: ClockReading;
  /** How many times it has been moved. */
  readonly place: number;
  /** The moves since the place that was asked for, up to this reading, oldest first. The last 100 are known; ticking, pausing and resuming move nothing. */
  readonly moves: readonly ClockMove[];
}

/** A virtual clock for each account. It ticks with real time, also while the host is down, unless it is paused. */
export interface Clock {
  read(account: string): Promise<ClockReading>;
  /**
   * Sets the clock to an instant and keeps its state. Without `location` the place stays. An `operationId` that the clock was operated with in the last 24 h changes nothing, and gives what it
   * gave then: so a request that is tried again after a crash is not done twice.
   *
   * @throws Problem `time-out-of-range` beyond the years 0000–9999; the clock is unchanged.
   */
  moveTo(
    account: string,
    instant: number,
    by?: { readonly location?: string; readonly operationId?: string | undefined },
  ): Promise<ClockReading>;
  /** What the clock shows, and the moves since a place that was read before. A place beyond all moves gives none. */
  course(account: string, since: number): Promise<ClockCourse>;
  /**
   * Calls back after each operation on the account's clock, a pause or a resume too, once it is on the disk; ticking is no operation. Operations at this host are told before they return, those
   * at another one within milliseconds, unless hosts cannot hear each other for a while: so look at `course`, from time to time too. What a listener throws is logged and harms nobody.
   *
   * @returns what ends the watching.
   */
  watch(account: string, listener: () => void): () => void;
}

export const Clock = defineKind<Clock>('clock');
