import {
  type Cluster,
  type Documents,
  defineCollection,
  type Emit,
  Problem,
  type Store,
  type Timers,
} from 'chronoscribe';
import { z } from 'zod';
import { applyClockEvent, type ClockEvent, ClockState, newClock, readClock } from './clock-machine.ts';
import type { Clock, ClockMove, ClockReading } from './kind.ts';
import { formatInstant } from './notations.ts';

/** What automations learn of a move. Ticking is none. */
export const ClockMoved = z.object({
  from: z.int().describe('What the clock showed before, in milliseconds since 1970'),
  to: z.int().describe('What it showed afterwards, in milliseconds since 1970'),
  kind: z.enum(['travel', 'return', 'fast-forward', 'rewind']).describe('The operation'),
});
type MoveKind = z.output<typeof ClockMoved>['kind'];

const moveKinds: Readonly<Partial<Record<ClockEvent['type'], MoveKind>>> = {
  TRAVEL: 'travel',
  RETURN: 'return',
  FAST_FORWARD: 'fast-forward',
  REWIND: 'rewind',
};

/** One document for each account whose clock was operated. Its id is the account's. */
const clocks = defineCollection({
  name: 'clocks',
  schema: z.strictObject({
    id: z.string(),
    ...ClockState.shape,
    /** The number of moves so far. Clocks that were stored before moves were counted start at 0. */
    moves: z.int().default(0),
  }),
  indexes: [],
});

/** The last 100 moves of each clock, in a ring buffer. Listeners read them within seconds. */
const moves = defineCollection({
  name: 'clock_moves',
  schema: z.strictObject({ id: z.string(), number: z.int(), before: z.int(), after: z.int() }),
  indexes: [],
});
const maxMoves = 100;
const moveId = (account: string, number: number): string => `${account}/${number % maxMoves}`;

/** The results of operations, so that a request that is retried after a crash moves the clock only once. */
const operations = defineCollection({
  name: 'clock_operations',
  schema: z.strictObject({
    /** The id of the operation. */
    id: z.string(),
    /** Wall time, in milliseconds since 1970. */
    wall: z.int(),
    now: z.int(),
    state: z.enum(['running', 'paused']),
    location: z.string().nullable(),
  }),
  indexes: [['wall']],
});

/** How long a request may be retried. */
const operationTtlMs = 24 * 3_600_000;

/**
 * The clock with the operations of this plugin's endpoints. Durations are in milliseconds; `operationId` is as in
 * `moveTo`.
 */
export interface ControllableClock extends Clock {
  pause(account: string, operationId?: string): Promise<ClockReading>;
  /** Continues from the moment of the pause. */
  resume(account: string, operationId?: string): Promise<ClockReading>;
  /** @throws Problem `time-out-of-range`, like `rewind`; the clock is unchanged. */
  fastForward(account: string, duration: number, operationId?: string): Promise<ClockReading>;
  rewind(account: string, duration: number, operationId?: string): Promise<ClockReading>;
}

/**
 * Opens the clocks in a store. They tick with the wall time that all hosts of the cluster share.
 *
 * @param timers are told of each operation; undefined if nothing hangs on the clocks
 * @param emit tells automations of each move; undefined if there are none
 */
export async function openClocks(
  store: Store,
  cluster: Cluster,
  timers?: Pick<Timers, 'operating' | 'operated'>,
  emit?: Emit<{ readonly 'clock.moved': typeof ClockMoved }>,
): Promise<ControllableClock> {
  await store.prepare(clocks, moves, operations);

  /** Applies an event in a transaction. An operation that was applied before is not repeated. */
  async function apply(
    account: string,
    operationId: string | undefined,
    eventAt: (wall: number) => ClockEvent,
  ): Promise<ClockReading> {
    const after = await store.transaction(async (documents) => {
      const earlier = operationId && (await getOperation(documents, operationId));
      if (earlier) return earlier;
      const { clock, count } = fromStored(await documents.get(clocks, account));
      const wall = cluster.now();
      const before = readClock(clock, wall);
      const event = eventAt(wall);
      const next = applyClockEvent(clock, event);
      if (next === undefined) throw outOfRange(before);
      const reading = readClock(next, wall);
      const number = reading.now === before.now ? count : count + 1;
      await documents.put(clocks, { id: account, ...next, moves: number });
      if (number > count) {
        await documents.put(moves, { id: moveId(account, number), number, before: before.now, after: reading.now });
        const kind = moveKinds[event.type];
        const payload = kind && { from: before.now, to: reading.now, kind };
        if (payload !== undefined) await emit?.(documents, 'clock.moved', { account, payload });
      }
      if (operationId !== undefined) await saveOperation(documents, operationId, wall, reading);
      await timers?.operating(documents, account, { now: before.now, moveCount: count });
      return reading;
    });
    timers?.operated(account);
    cluster.send(topicOf(account), '');
    return after;
  }

  return {
    read: async (account) => readClock(fromStored(await store.get(clocks, account)).clock, cluster.now()),
    async movesSince(account, since) {
      const { clock, count } = fromStored(await store.get(clocks, account));
      const reading = readClock(clock, cluster.now());
      const found: ClockMove[] = [];
      for (let number = Math.max(since, count - maxMoves) + 1; number <= count; number += 1) {
        const move = await store.get(moves, moveId(account, number));
        // A later move may have overwritten it.
        if (move?.number === number) found.push({ before: move.before, after: move.after });
      }
      return { reading, moveCount: count, moves: found };
    },
    moveTo: (account, instant, { location, operationId } = {}) =>
      apply(account, operationId, (wall) =>
        location === undefined ? { type: 'RETURN', wall, instant } : { type: 'TRAVEL', wall, instant, location },
      ),
    pause: (account, operationId) => apply(account, operationId, (wall) => ({ type: 'PAUSE', wall })),
    resume: (account, operationId) => apply(account, operationId, (wall) => ({ type: 'RESUME', wall })),
    fastForward: (account, duration, operationId) =>
      apply(account, operationId, (wall) => ({ type: 'FAST_FORWARD', wall, duration })),
    rewind: (account, duration, operationId) =>
      apply(account, operationId, (wall) => ({ type: 'REWIND', wall, duration })),
    onChange: (account, listener) => cluster.listen(topicOf(account), () => listener()),
  };
}

/** The topic of messages between hosts that an account's clock was operated. */
function topicOf(account: string): string {
  return `clock/${account}`;
}

function fromStored(stored: z.output<(typeof clocks)['schema']> | undefined): {
  readonly clock: ClockState;
  readonly count: number;
} {
  if (stored === undefined) return { clock: newClock, count: 0 };
  const { id: _id, moves: count, ...clock } = stored;
  return { clock, count };
}

function outOfRange({ now }: ClockReading): Problem {
  return new Problem('time-out-of-range', {
    status: 422,
    detail: `This would take the clock out of the years 0000 to 9999. It is unchanged and shows ${formatInstant(now)}.`,
  });
}

/** The result of an earlier operation; undefined if there was none. */
async function getOperation(documents: Documents, id: string): Promise<ClockReading | undefined> {
  const stored = await documents.get(operations, id);
  return stored && { now: stored.now, state: stored.state, location: stored.location };
}

/** Saves the result of an operation, and deletes a few expired ones. */
async function saveOperation(documents: Documents, id: string, wall: number, reading: ClockReading): Promise<void> {
  await documents.put(operations, { id, wall, ...reading });
  // More than one, so that expired results do not accumulate.
  const { items } = await documents.find(operations, {
    orderBy: 'wall',
    range: { below: wall - operationTtlMs },
    limit: 3,
  });
  for (const old of items) await documents.delete(operations, old.id);
}
