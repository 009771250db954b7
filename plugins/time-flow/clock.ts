import { defineCollection, type Logger, Problem, type Store } from 'chronoscribe';
import { z } from 'zod';
import { applyToClock, type ClockEvent, ClockState, newClock, readClock } from './clock-machine.ts';
import { clockWatchers } from './clock-watchers.ts';
import { writeInstant } from './instant.ts';
import type { Clock, ClockReading } from './kind.ts';
import type { WallClock } from './wall-clock.ts';

/** One document for each account whose clock was ever touched; its id is the account's. */
const clocks = defineCollection({
  name: 'clocks',
  schema: z.strictObject({ id: z.string(), ...ClockState.shape }),
  indexes: [],
});

/** The clock with what only its own endpoints do. Durations are in milliseconds. */
export interface TimeFlow extends Clock {
  pause(account: string): Promise<ClockReading>;
  /** Goes on from the moment of the pause. */
  resume(account: string): Promise<ClockReading>;
  /** Throws `time-out-of-range`, like `rewind`; the clock is unchanged then. */
  fastForward(account: string, duration: number): Promise<ClockReading>;
  rewind(account: string, duration: number): Promise<ClockReading>;
}

/** Opens the clocks that a store keeps. `wallClock` is what running clocks tick with. */
export async function openClocks(store: Store, wallClock: WallClock, log: Logger): Promise<TimeFlow> {
  await store.prepare(clocks);
  const watchers = clockWatchers(log);

  /** Two events at once are taken one after the other, so that neither is lost. */
  async function apply(account: string, eventAt: (wall: number) => ClockEvent): Promise<ClockReading> {
    const move = await store.transaction(async (documents) => {
      const kept = await documents.get(clocks, account);
      const wall = wallClock();
      const state = stateOf(kept);
      const before = readClock(state, wall);
      const next = applyToClock(state, eventAt(wall));
      if (next === undefined) throw outOfRange(before);
      await documents.put(clocks, { id: account, ...next });
      return { before, after: readClock(next, wall) };
    });
    watchers.tell(account, move);
    return move.after;
  }

  return {
    read: async (account) => readClock(stateOf(await store.get(clocks, account)), wallClock()),
    moveTo: (account, instant, location) =>
      apply(account, (wall) =>
        location === undefined ? { type: 'RETURN', wall, instant } : { type: 'TRAVEL', wall, instant, location },
      ),
    pause: (account) => apply(account, (wall) => ({ type: 'PAUSE', wall })),
    resume: (account) => apply(account, (wall) => ({ type: 'RESUME', wall })),
    fastForward: (account, duration) => apply(account, (wall) => ({ type: 'FAST_FORWARD', wall, duration })),
    rewind: (account, duration) => apply(account, (wall) => ({ type: 'REWIND', wall, duration })),
    watch: watchers.watch,
  };
}

function stateOf(document: z.output<(typeof clocks)['schema']> | undefined): ClockState {
  if (document === undefined) return newClock;
  const { id, ...state } = document;
  return state;
}

function outOfRange({ now }: ClockReading): Problem {
  return new Problem('time-out-of-range', {
    status: 422,
    detail: `This would take the clock out of the years 0000 to 9999. It is unchanged and shows ${writeInstant(now)}.`,
  });
}
