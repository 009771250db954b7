import { z } from 'zod';
import type { ClockReading } from './kind.ts';
import { endOfTime, isWithinTime, startOfTime } from './notations.ts';

/** A clock between two events, as it is stored. It showed `shown` at the wall time `wall`; both in milliseconds. */
export const ClockState = z.strictObject({
  state: z.enum(['running', 'paused']),
  shown: z.int().min(startOfTime).max(endOfTime),
  wall: z.int(),
  /** Where the last travel went; null before the first. */
  location: z.string().nullable(),
});
export type ClockState = Readonly<z.output<typeof ClockState>>;

/** A new clock runs and shows the wall time. */
export const newClock: ClockState = { state: 'running', shown: 0, wall: 0, location: null };

/** `wall` is the wall time of the event. All times are in milliseconds. */
export type ClockEvent = { readonly wall: number } & (
  | { readonly type: 'TRAVEL'; readonly instant: number; readonly location: string }
  | { readonly type: 'RETURN'; readonly instant: number }
  | { readonly type: 'FAST_FORWARD'; readonly duration: number }
  | { readonly type: 'REWIND'; readonly duration: number }
  | { readonly type: 'PAUSE' }
  | { readonly type: 'RESUME' }
);

/** The reading at a wall time. A running clock ticks with it, and stops at the first and the last instant. */
export function readClock({ state, shown, wall: since, location }: ClockState, wall: number): ClockReading {
  const now = state === 'paused' ? shown : Math.min(Math.max(shown + wall - since, startOfTime), endOfTime);
  return { now, state, location };
}

/**
 * The clock after an event; undefined if that would move it out of the years 0000–9999. Only PAUSE and RESUME change
 * whether it runs; a repetition changes nothing.
 */
export function applyClockEvent(clock: ClockState, event: ClockEvent): ClockState | undefined {
  const { now, state, location } = readClock(clock, event.wall);
  const next = { state, shown: now, wall: event.wall, location };
  switch (event.type) {
    case 'TRAVEL':
      return within({ ...next, shown: event.instant, location: event.location });
    case 'RETURN':
      return within({ ...next, shown: event.instant });
    case 'FAST_FORWARD':
      return within({ ...next, shown: now + event.duration });
    case 'REWIND':
      return within({ ...next, shown: now - event.duration });
    case 'PAUSE':
      return { ...next, state: 'paused' };
    case 'RESUME':
      return { ...next, state: 'running' };
  }
}

const within = (clock: ClockState): ClockState | undefined => (isWithinTime(clock.shown) ? clock : undefined);
