import { type Cluster, defineCollection, Problem, type Store } from 'chronoscribe';
import { z } from 'zod';
import { applyToClock, type ClockEvent, ClockState, newClock, readClock } from './clock-machine.ts';
import { writeInstant } from './instant.ts';
import type { Clock, ClockMove, ClockReading } from './kind.ts';
import { keepOperation, operated, prepareOperations } from './operations.ts';

/** One document for each account whose clock was ever touched; its id is the account's. */
const clocks = defineCollection({
  name: 'clocks',
  schema: z.strictObject({
    id: z.string(),
    ...ClockState.shape,
    /** How many moves there have been. Clocks that were kept before moves were begin at 0. */
    moves: z.int().default(0),
  }),
  indexes: [],
});

/** The last moves of each clock; each takes the place of the one that was made so many moves before. Whoever watches a clock asks for its moves within seconds. */
const moves = defineCollection({
  name: 'clock_moves',
  schema: z.strictObject({ id: z.string(), number: z.int(), before: z.int(), after: z.int() }),
  indexes: [],
});
const keptMoves = 100;
const moveId = (account: string, number: number): string => `${account}/${number % keptMoves}`;

/** The clock with what only its own endpoints do. Durations are in milliseconds. An `operationId` is as for `moveTo`. */
export interface TimeFlow extends Clock {
  pause(account: string, operationId?: string): Promise<ClockReading>;
  /** Goes on from the moment of the pause. */
  resume(account: string, operationId?: string): Promise<ClockReading>;
  /** Throws `time-out-of-range`, like `rewind`; the clock is unchanged then. */
  fastForward(account: string, duration: number, operationId?: string): Promise<ClockReading>;
  rewind(account: string, duration: number, operationId?: string): Promise<ClockReading>;
}

/** Opens the clocks that a store keeps. They tick with the wall time on which all hosts agree. */
export async function openClocks(store: Store, cluster: Cluster): Promise<TimeFlow> {
  await store.prepare(clocks, moves);
  await prepareOperations(store);

  /** Two events at once are taken one after the other, so that neither is lost; one that was taken before is not taken again. */
  async function apply(
    account: string,
    operationId: string | undefined,
    eventAt: (wall: number) => ClockEvent,
  ): Promise<ClockReading> {
    const after = await store.transaction(async (documents) => {
      const already = operationId && (await operated(documents, operationId));
      if (already) return already;
      const { clock, count } = unpacked(await documents.get(clocks, account));
      const wall = cluster.now();
      const before = readClock(clock, wall);
      const next = applyToClock(clock, eventAt(wall));
      if (next === undefined) throw outOfRange(before);
      const reading = readClock(next, wall);
      const number = reading.now === before.now ? count : count + 1;
      await documents.put(clocks, { id: account, ...next, moves: number });
      if (number > count) {
        await documents.put(moves, { id: moveId(account, number), number, before: before.now, after: reading.now });
      }
      if (operationId !== undefined) await keepOperation(documents, operationId, wall, reading);
      return reading;
    });
    cluster.send(topicOf(account), '');
    return after;
  }

  return {
    read: async (account) => readClock(unpacked(await store.get(clocks, account)).clock, cluster.now()),
    async course(account, since) {
      const { clock, count } = unpacked(await store.get(clocks, account));
      const reading = readClock(clock, cluster.now());
      const known: ClockMove[] = [];
      for (let number = Math.max(since, count - keptMoves) + 1; number <= count; number += 1) {
        const move = await store.get(moves, moveId(account, number));
        // Another one may have taken its place meanwhile.
        if (move?.number === number) known.push({ before: move.before, after: move.after });
      }
      return { reading, place: count, moves: known };
    },
    moveTo: (account, instant, { location, operationId } = {}) =>
      apply(account, operationId, (wall) =>
        location === undefined ? { type: 'RETURN', wall, instant } : { type: 'TRAVEL', wall, instant, location },
      ),
    pause: (account, operationId) => apply(account, operationId, (wall) => ({ type: 'PAUSE', wall })),
    resume: (account, operationId) => apply(account, operationId, (wall) => ({ type: 'RESUME', wall })),
    fastForward: (account, duration, operationId) =>
      apply(account, operationId, (wall) => ({ type: 'FAST_FORWARD', wall, duration })),
    rewind: (account, duration, operationId) => apply(account, operationId, (wall) => ({ type: 'REWIND', wall, duration })),
    watch: (account, listener) => cluster.listen(topicOf(account), () => listener()),
  };
}

/** Under this topic hosts say that the clock of an account was operated. */
function topicOf(account: string): string {
  return `clock/${account}`;
}

function unpacked(kept: z.output<(typeof clocks)['schema']> | undefined): { readonly clock: ClockState; readonly count: number } {
  if (kept === undefined) return { clock: newClock, count: 0 };
  const { id: _id, moves: count, ...clock } = kept;
  return { clock, count };
}

function outOfRange({ now }: ClockReading): Problem {
  return new Problem('time-out-of-range', {
    status: 422,
    detail: `This would take the clock out of the years 0000 to 9999. It is unchanged and shows ${writeInstant(now)}.`,
  });
}
