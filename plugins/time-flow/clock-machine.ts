import { initialTransition, setup, transition } from 'xstate';
import { z } from 'zod';
import type { ClockReading, Pace } from './kind.ts';
import { endOfTime, isWithinTime, startOfTime } from './notations.ts';

/** The time that a clock showed at a moment of the wall time. */
interface ClockContext extends Pace {
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
  | ({ readonly type: 'RESUME' } & Pace)
);

/** The time that a clock shows at a wall time, while no event happens. */
type TimeFunction = (context: ClockContext, wall: number) => number;

/** Ticks with the wall time, and stops at the first and the last instant, and where it is told to. */
const running: TimeFunction = ({ shown, wall: since, rate = 1, stopAt = endOfTime }, wall) =>
  Math.min(Math.max(shown + Math.trunc((wall - since) * rate), startOfTime), Math.max(shown, stopAt));

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

/** The context after an event; undefined if that would leave the range of instants. */
function contextAfter(timeAt: TimeFunction, context: ClockContext, event: ClockEvent): ClockContext | undefined {
  const shown = shownAfter(event, timeAt(context, event.wall));
  if (!isWithinTime(shown)) return undefined;
  const { rate = context.rate, stopAt = context.stopAt } = event.type === 'RESUME' ? event : {};
  const location = event.type === 'TRAVEL' ? event.location : context.location;
  return { shown, wall: event.wall, location, rate, stopAt };
}

/** The transition of an event. Events that would leave the range of instants are rejected. */
function timeTransition(timeAt: TimeFunction) {
  return {
    guard: ({ context, event }: { context: ClockContext; event: ClockEvent }) =>
      contextAfter(timeAt, context, event) !== undefined,
    actions: clockSetup.assign(({ context, event }) => contextAfter(timeAt, context, event) ?? context),
  };
}

const whileRunning = timeTransition(running);
const whilePaused = timeTransition(paused);

/** A new clock runs and shows the wall time. Only PAUSE and RESUME change the state; a repetition changes nothing. */
export const clockMachine = clockSetup.createMachine({
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
  rate: z.number().positive().optional(),
  stopAt: z.int().optional(),
});
export type ClockState = Readonly<z.output<typeof ClockState>>;

const { context: newContext, value: newState } = initialTransition(clockMachine)[0];
export const newClock: ClockState = { state: newState, ...newContext };

/** An event of each type. */
const samples: readonly ClockEvent[] = [
  { type: 'TRAVEL', wall: 0, instant: 0, location: '' },
  { type: 'RETURN', wall: 0, instant: 0 },
  { type: 'FAST_FORWARD', wall: 0, duration: 0 },
  { type: 'REWIND', wall: 0, duration: 0 },
  { type: 'PAUSE', wall: 0 },
  { type: 'RESUME', wall: 0 },
];

/** The state that the machine enters for each type of event: asked once, since that takes longer than a request. */
function statesAfter(value: ClockState['state']): ReadonlyMap<ClockEvent['type'], ClockState['state']> {
  const snapshot = clockMachine.resolveState({ value, context: newContext });
  return new Map(samples.map((event) => [event.type, transition(clockMachine, snapshot, event)[0].value]));
}

const modes = {
  running: { timeAt: running, next: statesAfter('running') },
  paused: { timeAt: paused, next: statesAfter('paused') },
} as const;

/** A clock at a wall time: paused, if it has come to where it is to stop. */
function stopped(clock: ClockState, wall: number): ClockState {
  const { stopAt, ...others } = clock;
  const shown = modes[clock.state].timeAt(clock, wall);
  return stopAt === undefined || shown < stopAt ? clock : { ...others, state: 'paused', shown, wall };
}

/** The reading of a clock at a wall time. */
export function readClock(clock: ClockState, wall: number): ClockReading {
  const now = stopped(clock, wall);
  const { state, location, rate, stopAt } = now;
  return {
    now: modes[state].timeAt(now, wall),
    state,
    location,
    ...(rate !== undefined && { rate }),
    ...(stopAt !== undefined && { stopAt }),
  };
}

/** A clock that was read before, as if no time had gone by. */
export function restoredClock({ now, state, location, rate, stopAt }: ClockReading, wall: number): ClockState {
  return { state, shown: now, wall, location, rate, stopAt };
}

/** The clock after an event; undefined if that would move it out of the years 0000–9999. */
export function applyClockEvent(clock: ClockState, event: ClockEvent): ClockState | undefined {
  const before = stopped(clock, event.wall);
  const { timeAt, next } = modes[before.state];
  const context = contextAfter(timeAt, before, event);
  return context && stopped({ state: next.get(event.type) ?? before.state, ...context }, event.wall);
}
