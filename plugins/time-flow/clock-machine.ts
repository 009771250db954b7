import { initialTransition, type SnapshotFrom, setup, transition } from 'xstate';
import { z } from 'zod';
import type { ClockReading } from './kind.ts';
import { endOfTime, isWithinTime, startOfTime } from './notations.ts';

/** The time that a clock showed at a moment of the wall time. */
interface ClockContext {
  /** Milliseconds since 1970. */
  readonly shown: number;
  /** Milliseconds since 1970. */
  readonly wall: number;
  /** Where the last travel went; null before the first. */
  readonly location: string | null;
}

/** `wall` is the wall time of the event: the machine never reads a clock itself. All times are in milliseconds. */
export type ClockEvent = { readonly wall: number } & (
  | { readonly type: 'TRAVEL'; readonly instant: number; readonly location: string }
  | { readonly type: 'RETURN'; readonly instant: number }
  | { readonly type: 'FAST_FORWARD'; readonly duration: number }
  | { readonly type: 'REWIND'; readonly duration: number }
  | { readonly type: 'PAUSE' }
  | { readonly type: 'RESUME' }
);

/** The time that a clock shows at a wall time, while no event happens. */
type TimeFunction = (context: ClockContext, wall: number) => number;

/** Ticks with the wall time, and stops at the first and the last instant. */
const running: TimeFunction = (context, wall) =>
  Math.min(Math.max(context.shown + wall - context.wall, startOfTime), endOfTime);

const paused: TimeFunction = (context) => context.shown;

/** The time that the clock shows right after an event, if it showed `shown` before. */
function shownAfter(event: ClockEvent, shown: number): number {
  switch (event.type) {
    case 'TRAVEL':
    case 'RETURN':
      return event.instant;
    case 'FAST_FORWARD':
      return shown + event.duration;
    case 'REWIND':
      return shown - event.duration;
    case 'PAUSE':
    case 'RESUME':
      return shown;
  }
}

// xstate uses only the type of `types`.
const clockSetup = setup({ types: {} as { context: ClockContext; events: ClockEvent } });

/** The transition of an event. Events that would leave the range of instants are rejected. */
function timeTransition(timeAt: TimeFunction) {
  return {
    guard: ({ context, event }: { context: ClockContext; event: ClockEvent }) =>
      isWithinTime(shownAfter(event, timeAt(context, event.wall))),
    actions: clockSetup.assign(({ context, event }) => ({
      shown: shownAfter(event, timeAt(context, event.wall)),
      wall: event.wall,
      location: event.type === 'TRAVEL' ? event.location : context.location,
    })),
  };
}

const whileRunning = timeTransition(running);
const whilePaused = timeTransition(paused);

/** A new clock runs and shows the wall time. Only PAUSE and RESUME change the state; a repetition changes nothing. */
const clockMachine = clockSetup.createMachine({
  context: { shown: 0, wall: 0, location: null },
  initial: 'running',
  states: {
    running: { on: { '*': whileRunning, PAUSE: { ...whileRunning, target: 'paused' } } },
    paused: { on: { '*': whilePaused, RESUME: { ...whilePaused, target: 'running' } } },
  },
});

/** A clock between two events, as it is stored. */
export const ClockState = z.strictObject({
  state: z.enum(['running', 'paused']),
  shown: z.int().min(startOfTime).max(endOfTime),
  wall: z.int(),
  location: z.string().nullable(),
});
export type ClockState = Readonly<z.output<typeof ClockState>>;

export const newClock: ClockState = stateOf(initialTransition(clockMachine)[0]);

/** The reading of a clock at a wall time. */
export function readClock(clock: ClockState, wall: number): ClockReading {
  const timeAt = clock.state === 'running' ? running : paused;
  return { now: timeAt(clock, wall), state: clock.state, location: clock.location };
}

/** The clock after an event; undefined if that would move it out of the years 0000–9999. */
export function applyClockEvent({ state, ...context }: ClockState, event: ClockEvent): ClockState | undefined {
  const snapshot = clockMachine.resolveState({ value: state, context });
  return snapshot.can(event) ? stateOf(transition(clockMachine, snapshot, event)[0]) : undefined;
}

function stateOf(snapshot: SnapshotFrom<typeof clockMachine>): ClockState {
  return { state: snapshot.value, ...snapshot.context };
}
