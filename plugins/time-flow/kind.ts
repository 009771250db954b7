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

/** What a clock showed just before an operation and just after it: the same moment of real time. */
export interface ClockMove {
  readonly before: ClockReading;
  readonly after: ClockReading;
}

/** A virtual clock for each account. It ticks with real time, also while the host is down, unless it is paused. */
export interface Clock {
  read(account: string): Promise<ClockReading>;
  /**
   * Sets the clock to an instant and keeps its state. Without `location` the place stays.
   *
   * @throws Problem `time-out-of-range` beyond the years 0000–9999; the clock is unchanged.
   */
  moveTo(account: string, instant: number, location?: string): Promise<ClockReading>;
  /**
   * Calls back after each operation on the account's clock, a pause or a resume too, once it is on the disk; ticking is no operation. Only operations of this process are
   * told. What a listener throws is logged and harms nobody.
   *
   * @returns what ends the watching.
   */
  watch(account: string, listener: (move: ClockMove) => void): () => void;
}

export const Clock = defineKind<Clock>('clock');
