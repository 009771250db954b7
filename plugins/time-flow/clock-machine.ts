import { initialTransition, type SnapshotFrom, setup, transition } from 'xstate';
import { z } from 'zod';
import { endOfTime, isWithinTime, startOfTime } from './instant.ts';
import type { ClockReading } from './kind.ts';

/** What a clock showed at a moment of the wall time. */
interface ClockContext {
  /** Milliseconds since 1970. */
  readonly shown: number;
  /** Milliseconds since 1970. */
  readonly wall: number;
  /** Where the last travel went; null before the first. */
  readonly location: string | null;
}

/** `wall` is the wall time at which the event happens: the machine itself never asks what time it is. All times are milliseconds. */
export type ClockEvent = { readonly wall: number } & (
  | { readonly type: 'TRAVEL'; readonly instant: number; readonly location: string }
  | { readonly type: 'RETURN'; readonly instant: number }
  | { readonly type: 'FAST_FORWARD'; readonly duration: number }
  | { readonly type: 'REWIND'; readonly duration: number }
  | { readonly type: 'PAUSE' }
  | { readonly type: 'RESUME' }
);

/** How a clock goes between events: what it shows at a wall time. */
type Pace = (context: ClockContext, wall: number) => number;

/** Ticks with the wall time, and stands still where time ends. */
const running: Pace = (context, wall) => Math.min(Math.max(context.shown + wall - context.wall, startOfTime), endOfTime);

const paused: Pace = (context) => context.shown;

/** What the clock shows right after an event before which it showed `shown`. */
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

// xstate takes the types of `types` and never looks at the value.
const clockSetup = setup({ types: {} as { context: ClockContext; events: ClockEvent } });

/** Takes an event to what the clock shows after it. An event that would leave time is not taken. */
function keepingTime(pace: Pace) {
  return {
    guard: ({ context, event }: { context: ClockContext; event: ClockEvent }) =>
      isWithinTime(shownAfter(event, pace(context, event.wall))),
    actions: clockSetup.assign(({ context, event }) => ({
      shown: shownAfter(event, pace(context, event.wall)),
      wall: event.wall,
      location: event.type === 'TRAVEL' ? event.location : context.location,
    })),
  };
}

const whileRunning = keepingTime(running);
const whilePaused = keepingTime(paused);

/** A new clock runs and shows the wall time. Only PAUSE and RESUME change the state; pausing or resuming twice is as once. */
const clockMachine = clockSetup.createMachine({
  context: { shown: 0, wall: 0, location: null },
  initial: 'running',
  states: {
    running: { on: { '*': whileRunning, PAUSE: { ...whileRunning, target: 'paused' } } },
    paused: { on: { '*': whilePaused, RESUME: { ...whilePaused, target: 'running' } } },
  },
});

/** A clock at rest between two events, as it is kept. */
export const ClockState = z.strictObject({
  state: z.enum(['running', 'paused']),
  shown: z.int().min(startOfTime).max(endOfTime),
  wall: z.int(),
  location: z.string().nullable(),
});
export type ClockState = Readonly<z.output<typeof ClockState>>;

export const newClock: ClockState = stateOf(initialTransition(clockMachine)[0]);

/** What a clock shows at a wall time. */
export function readClock(clock: ClockState, wall: number): ClockReading {
  const pace = clock.state === 'running' ? running : paused;
  return { now: pace(clock, wall), state: clock.state, location: clock.location };
}

/** The clock after an event; undefined where that would move it out of the years 0000–9999. */
export function applyToClock({ state, ...context }: ClockState, event: ClockEvent): ClockState | undefined {
  const snapshot = clockMachine.resolveState({ value: state, context });
  return snapshot.can(event) ? stateOf(transition(clockMachine, snapshot, event)[0]) : undefined;
}

function stateOf(snapshot: SnapshotFrom<typeof clockMachine>): ClockState {
  return { state: snapshot.value, ...snapshot.context };
}
