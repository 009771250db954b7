import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transition } from 'xstate';
import { applyClockEvent, type ClockEvent, ClockState, clockMachine, newClock, readClock } from './clock-machine.ts';
import { endOfTime, startOfTime } from './notations.ts';

const minute = 60_000;

/** The clock after all of the events, each of which must be possible. */
function clockAfter(...events: readonly ClockEvent[]): ClockState {
  return events.reduce((clock, event) => {
    const next = applyClockEvent(clock, event);
    if (next === undefined) throw new Error(`${event.type} left time`);
    return next;
  }, newClock);
}

describe('a running clock', () => {
  it('shows the wall time until it is moved', () => {
    expect(readClock(newClock, 123_456)).toEqual({ now: 123_456, state: 'running', location: null });
  });

  it('ticks on from where it was taken', () => {
    const clock = clockAfter({ type: 'TRAVEL', wall: 1000, instant: 500_000, location: 'Rome' });
    expect(readClock(clock, 1000)).toEqual({ now: 500_000, state: 'running', location: 'Rome' });
    expect(readClock(clock, 1777).now).toBe(500_777);
  });

  it('is not affected by resume', () => {
    const clock = clockAfter({ type: 'FAST_FORWARD', wall: 0, duration: minute }, { type: 'RESUME', wall: 50 });
    expect(readClock(clock, 100)).toEqual({ now: minute + 100, state: 'running', location: null });
  });

  it('keeps its place when it returns to an instant', () => {
    const clock = clockAfter(
      { type: 'TRAVEL', wall: 0, instant: 0, location: 'Rome' },
      { type: 'RETURN', wall: 10, instant: 7000 },
    );
    expect(readClock(clock, 11)).toEqual({ now: 7001, state: 'running', location: 'Rome' });
  });

  it('stands still at the end of the year 9999, and can be taken back from there', () => {
    const clock = clockAfter({ type: 'RETURN', wall: 0, instant: endOfTime - 10 });
    expect(readClock(clock, 10).now).toBe(endOfTime);
    expect(readClock(clock, 5000).now).toBe(endOfTime);
    const earlier = applyClockEvent(clock, { type: 'REWIND', wall: 5000, duration: minute });
    expect(earlier && readClock(earlier, 5001).now).toBe(endOfTime - minute + 1);
  });

  it('stays within time when the system time is set back between two starts', () => {
    const clock = clockAfter({ type: 'RETURN', wall: 9000, instant: startOfTime });
    expect(readClock(clock, 4000).now).toBe(startOfTime);
  });
});

describe('a paused clock', () => {
  const pausedAt700 = clockAfter({ type: 'PAUSE', wall: 700 });

  it('stands still', () => {
    expect(readClock(pausedAt700, 99_999)).toEqual({ now: 700, state: 'paused', location: null });
  });

  it('keeps its moment when it is paused again', () => {
    const again = applyClockEvent(pausedAt700, { type: 'PAUSE', wall: 900 });
    expect(again && readClock(again, 1000)).toEqual({ now: 700, state: 'paused', location: null });
  });

  it('goes on from that very millisecond', () => {
    const resumed = applyClockEvent(pausedAt700, { type: 'RESUME', wall: 5000 });
    expect(resumed && readClock(resumed, 5001)).toEqual({ now: 701, state: 'running', location: null });
  });

  it('stays paused wherever it is moved', () => {
    const moves: readonly ClockEvent[] = [
      { type: 'TRAVEL', wall: 800, instant: 10 * minute, location: 'Rome' },
      { type: 'FAST_FORWARD', wall: 900, duration: 2 * minute },
      { type: 'REWIND', wall: 1000, duration: minute },
    ];
    const clock = clockAfter({ type: 'PAUSE', wall: 700 }, ...moves);
    expect(readClock(clock, 99_999)).toEqual({ now: 11 * minute, state: 'paused', location: 'Rome' });
  });
});

describe('a move out of time', () => {
  it.each(['running', 'paused'] as const)('is not made by a %s clock', (state) => {
    const atStart = clockAfter(
      { type: 'RETURN', wall: 0, instant: startOfTime },
      ...(state === 'paused' ? [pauseAt(0)] : []),
    );
    expect(applyClockEvent(atStart, { type: 'REWIND', wall: 0, duration: 1 })).toBeUndefined();
    expect(applyClockEvent(atStart, { type: 'REWIND', wall: 0, duration: 0 })).toBeDefined();

    const atEnd = clockAfter(
      { type: 'RETURN', wall: 0, instant: endOfTime },
      ...(state === 'paused' ? [pauseAt(0)] : []),
    );
    expect(applyClockEvent(atEnd, { type: 'FAST_FORWARD', wall: 0, duration: 1 })).toBeUndefined();
    expect(
      applyClockEvent(atEnd, { type: 'TRAVEL', wall: 0, instant: endOfTime + 1, location: 'Rome' }),
    ).toBeUndefined();
  });
});

function pauseAt(wall: number): ClockEvent {
  return { type: 'PAUSE', wall };
}

/** The clock as one would explain it: a hand that time pushes while it is not held. */
class PlainClock {
  now: number;
  held = false;
  location: string | null = null;

  constructor(wall: number) {
    this.now = wall;
  }

  tick(milliseconds: number): void {
    if (!this.held) this.now = Math.min(this.now + milliseconds, endOfTime);
  }

  /** False, and nothing done, where the hand would leave the dial. */
  move(to: number, location = this.location): boolean {
    if (to < startOfTime || to > endOfTime) return false;
    this.now = to;
    this.location = location;
    return true;
  }
}

const anyInstant = fc.oneof(
  fc.integer({ min: startOfTime, max: endOfTime }),
  fc.integer({ min: endOfTime - minute, max: endOfTime + 5 }),
  fc.integer({ min: startOfTime - 5, max: startOfTime + minute }),
);
const anyDuration = fc.oneof(
  fc.integer({ min: 0, max: 2 * minute }),
  fc.integer({ min: 0, max: endOfTime - startOfTime }),
  fc.constant(Number.MAX_SAFE_INTEGER),
);
const anyAct = fc.oneof(
  fc.record({ type: fc.constant('TICK' as const), milliseconds: fc.nat(2 * minute) }),
  fc.record({ type: fc.constant('TRAVEL' as const), instant: anyInstant, location: fc.constantFrom('Rome', 'Oslo') }),
  fc.record({ type: fc.constant('RETURN' as const), instant: anyInstant }),
  fc.record({ type: fc.constantFrom('FAST_FORWARD' as const, 'REWIND' as const), duration: anyDuration }),
  fc.record({ type: fc.constantFrom('PAUSE' as const, 'RESUME' as const) }),
);

/** Lets the plain clock do what the event says; false where it is impossible. */
function actPlainly(plain: PlainClock, event: ClockEvent): boolean {
  switch (event.type) {
    case 'TRAVEL':
      return plain.move(event.instant, event.location);
    case 'RETURN':
      return plain.move(event.instant);
    case 'FAST_FORWARD':
      return plain.move(plain.now + event.duration);
    case 'REWIND':
      return plain.move(plain.now - event.duration);
    case 'PAUSE':
    case 'RESUME':
      plain.held = event.type === 'PAUSE';
      return true;
  }
}

it('does the same as a plain clock whatever is done to it, and however often it is put away and taken out again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.array(anyAct, { maxLength: 40 }), (start, acts) => {
      const plain = new PlainClock(start);
      let wall = start;
      let kept = newClock;
      for (const act of acts) {
        if (act.type === 'TICK') {
          wall += act.milliseconds;
          plain.tick(act.milliseconds);
        } else {
          const next = applyClockEvent(kept, { ...act, wall });
          expect(next !== undefined).toBe(actPlainly(plain, { ...act, wall }));
          kept = ClockState.parse(JSON.parse(JSON.stringify(next ?? kept)));
        }
        expect(readClock(kept, wall)).toEqual({
          now: plain.now,
          state: plain.held ? 'paused' : 'running',
          location: plain.location,
        });
      }
    }),
    { numRuns: 1000 },
  );
});

describe('a clock with a rate and a stop', () => {
  const from = (rate: number, stopAt?: number) =>
    clockAfter({ type: 'RETURN', wall: 0, instant: 0 }, { type: 'RESUME', wall: 0, rate, stopAt });

  it.each([
    ['ticks as many times as fast', from(60), 1_500, { now: 90_000, state: 'running' }],
    ['ticks slower', from(0.5), 3, { now: 1, state: 'running' }],
    ['is before its stop', from(60, minute), 999, { now: 59_940, state: 'running', stopAt: minute }],
    ['is paused at its stop', from(60, minute), 1_000, { now: minute, state: 'paused' }],
    ['stays there', from(60, minute), 1_000_000, { now: minute, state: 'paused' }],
    ['stands still at the end of time', from(1e6), 1e12, { now: endOfTime, state: 'running' }],
  ])('%s', (_, clock, wall, expected) => {
    const { location: _place, rate: _rate, ...reading } = readClock(clock, wall);
    expect(reading).toEqual(expected);
  });

  it.each<readonly [string, readonly ClockEvent[], object]>([
    [
      'keeps its rate over moves and pauses',
      [
        { type: 'FAST_FORWARD', wall: 1_000, duration: minute },
        { type: 'PAUSE', wall: 2_000 },
        { type: 'RESUME', wall: 5_000 },
      ],
      { now: minute + 20_000 + 50_000, state: 'running', stopAt: 10 * minute, rate: 10 },
    ],
    [
      'gets another rate from now on',
      [{ type: 'RESUME', wall: 1_000, rate: 1 }],
      { now: 10_000 + 9_000, state: 'running', stopAt: 10 * minute, rate: 1 },
    ],
    [
      'is paused where a move takes it to its stop',
      [{ type: 'RETURN', wall: 1_000, instant: 10 * minute }],
      { now: 10 * minute, state: 'paused', rate: 10 },
    ],
    [
      'is paused where a move takes it beyond, and has no stop any more when it is taken back',
      [
        { type: 'FAST_FORWARD', wall: 0, duration: 20 * minute },
        { type: 'REWIND', wall: 0, duration: 15 * minute },
        { type: 'RESUME', wall: 0 },
      ],
      { now: 5 * minute + 100_000, state: 'running', rate: 10 },
    ],
    [
      'goes on from its stop when it is resumed later',
      [{ type: 'RESUME', wall: 9 * minute }],
      { now: 10 * minute + 10 * (10_000 - 9 * minute), state: 'running', rate: 10 },
    ],
  ])('%s', (_, events, expected) => {
    const clock = events.reduce((each, event) => applyClockEvent(each, event) ?? each, from(10, 10 * minute));
    const wall = Math.max(10_000, ...events.map((event) => event.wall));
    const { location: _place, ...reading } = readClock(clock, wall);
    if (wall === 10_000) expect(reading).toEqual(expected);
    else expect(reading).toEqual({ ...expected, now: 10 * minute });
  });
});

/** What the machine itself does with an event. */
function applyByMachine({ state, ...context }: ClockState, event: ClockEvent): ClockState | undefined {
  const snapshot = clockMachine.resolveState({ value: state, context });
  if (!snapshot.can(event)) return undefined;
  const [after] = transition(clockMachine, snapshot, event);
  return { state: after.value, ...after.context };
}

it('applies every event as its state machine does', () => {
  const wall = fc.integer({ min: 0, max: 4e12 });
  const anyClock = fc.record({
    state: fc.constantFrom('running' as const, 'paused' as const),
    shown: fc.integer({ min: startOfTime, max: endOfTime }),
    wall,
    location: fc.constantFrom(null, 'Rome'),
  });
  fc.assert(
    fc.property(anyClock, anyAct, wall, (clock, act, at) => {
      if (act.type === 'TICK') return;
      expect(applyClockEvent(clock, { ...act, wall: at })).toEqual(applyByMachine(clock, { ...act, wall: at }));
    }),
    { numRuns: 1000 },
  );
});
