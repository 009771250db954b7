import { type Cluster, type Documents, defineCollection, type Emit, Problem, type Store } from 'chronoscribe';
import type { TimerClock, Timers } from 'chronoscribe/host';
import { z } from 'zod';
import { type CalendarDuration, instantAfter } from './calendar-duration.ts';
import { applyClockEvent, type ClockEvent, readClock, restoredClock } from './clock-machine.ts';
import type { Clock, ClockMove, ClockReading, ClockRef, Pace } from './kind.ts';
import { formatInstant } from './notations.ts';
import { clockKey, clocks, createClockUses, fromStored, maxMoves, moveId, moves, namedClocks } from './stored-clock.ts';

/** What automations learn of a move of an account's own clock. Ticking is none. */
export const ClockMoved = z.object({
  from: z.int().describe('What the clock showed before, in milliseconds since 1970'),
  to: z.int().describe('What it showed afterwards, in milliseconds since 1970'),
  kind: z.enum(['travel', 'return', 'fast-forward', 'rewind']).describe('The operation'),
});
type MoveKind = z.output<typeof ClockMoved>['kind'];

const moveKinds: Readonly<Partial<Record<ClockEvent['type'] | 'RESTORE', MoveKind>>> = {
  TRAVEL: 'travel',
  RETURN: 'return',
  FAST_FORWARD: 'fast-forward',
  REWIND: 'rewind',
};

/** The results of operations, so that a request that is retried after a crash moves the clock only once. */
const operations = defineCollection({
  name: 'clock_operations',
  schema: z.strictObject({
    /** The id of the operation. */
    id: z.string(),
    account: z.string().default(''),
    /** Wall time, in milliseconds since 1970. */
    wall: z.int(),
    now: z.int(),
    state: z.enum(['running', 'paused']),
    location: z.string().nullable(),
  }),
  indexes: [['wall']],
});

/** How long `settle` waits at most, in milliseconds. */
const longestWaitMs = 30_000;

/** How long a request may be retried. */
const operationTtlMs = 24 * 3_600_000;

/** The clock with the operations of this plugin's endpoints. */
export type ControllableClock = Awaited<ReturnType<typeof openClocks>>;

/**
 * Opens the clocks in a store. They tick with the wall time that all hosts of the cluster share. Calendar durations are
 * those of the clock's time zone; `operationId` is as in `moveTo`.
 *
 * @param timers are told of each operation; undefined if nothing hangs on the clocks
 * @param emit tells automations of each move; undefined if there are none
 */
export async function openClocks(
  store: Store,
  cluster: Cluster,
  timers?: Pick<Timers, 'operating' | 'operated' | 'whenSettled'>,
  emit?: Emit<{ readonly 'clock.moved': typeof ClockMoved }>,
) {
  await store.prepare(clocks, moves, namedClocks, operations);
  const uses = createClockUses(store, cluster);

  const changed = (ref: ClockRef): void => cluster.send(topicOf(ref), '');

  /** Applies an event in a transaction. An operation that was applied before is not repeated. */
  async function apply(
    ref: ClockRef,
    operationId: string | undefined,
    eventAt: (
      wall: number,
      by: (direction: 1 | -1, duration: CalendarDuration) => number,
      now: number,
    ) => ClockEvent | { readonly type: 'RESTORE'; readonly saved: ClockReading },
  ): Promise<ClockReading> {
    const id = clockKey(ref);
    const { after, hasTimers } = await store.transaction(async (documents) => {
      const earlier = operationId && (await getOperation(documents, operationId));
      if (earlier) return { after: earlier, hasTimers: true };
      const named = await uses.noteIn(documents, ref);
      const { state, moveCount } = fromStored(await documents.get(clocks, id));
      const wall = cluster.now();
      const before = readClock(state, wall);
      // The length of a duration, where the clock is now.
      const by = (direction: 1 | -1, duration: CalendarDuration) =>
        direction * (instantAfter(before.now, direction, duration, named?.timeZone ?? 'UTC') - before.now);
      const event = eventAt(wall, by, before.now);
      const next = event.type === 'RESTORE' ? restoredClock(event.saved, wall) : applyClockEvent(state, event);
      if (next === undefined) throw outOfRange(before);
      const reading = readClock(next, wall);
      const number = reading.now === before.now ? moveCount : moveCount + 1;
      await documents.put(clocks, { id, ...next, moves: number });
      if (number > moveCount) {
        await documents.put(moves, { id: moveId(id, number), number, before: before.now, after: reading.now });
        const kind = moveKinds[event.type];
        const payload = kind && { from: before.now, to: reading.now, kind };
        // What a test does on a clock of its own sets off no automation of the account.
        if (payload !== undefined && named === undefined)
          await emit?.(documents, 'clock.moved', { account: ref.account, payload });
      }
      if (operationId !== undefined)
        await saveOperation(documents, { id: operationId, account: ref.account, wall, ...shown(reading) });
      const hasTimers = (await timers?.operating(documents, ref, { now: before.now, moveCount })) ?? false;
      return { after: reading, hasTimers };
    });
    if (hasTimers) timers?.operated(ref);
    changed(ref);
    return after;
  }

  return {
    /** Tells the listeners of a clock that something has changed, at all hosts. */
    changed,
    exists: uses.exists,
    async read(ref) {
      const { timeZone = null } = (await uses.note(ref)) ?? {};
      const reading = readClock(fromStored(await store.get(clocks, clockKey(ref))).state, cluster.now());
      return timeZone === null ? reading : { ...reading, timeZone };
    },
    async settle(ref, wait, move): ReturnType<Clock['settle']> {
      const since = cluster.now();
      const reading = await move();
      if (wait === undefined) return reading;
      return { ...reading, settled: (await timers?.whenSettled(ref, longestWaitMs, since)) ?? true };
    },
    async movesSince(ref, since) {
      await uses.note(ref);
      const id = clockKey(ref);
      const { state, moveCount } = fromStored(await store.get(clocks, id));
      const reading = readClock(state, cluster.now());
      const found: ClockMove[] = [];
      for (let number = Math.max(since, moveCount - maxMoves) + 1; number <= moveCount; number += 1) {
        const move = await store.get(moves, moveId(id, number));
        // A later move may have overwritten it.
        if (move?.number === number) found.push({ before: move.before, after: move.after });
      }
      return { reading, moveCount, moves: found };
    },
    moveTo: (ref, instant, { location, operationId } = {}) =>
      apply(ref, operationId, (wall) =>
        location === undefined ? { type: 'RETURN', wall, instant } : { type: 'TRAVEL', wall, instant, location },
      ),
    pause: (ref: ClockRef, operationId?: string) => apply(ref, operationId, (wall) => ({ type: 'PAUSE', wall })),
    /**
     * Continues from the moment of the pause.
     *
     * @param how.rate how many times as fast as real time, from now on
     * @param how.stopAt at which instant it pauses
     * @throws Problem `invalid-timestamp` if that is not later than what the clock shows
     */
    resume: (ref: ClockRef, how: Pace = {}, operationId?: string) =>
      apply(ref, operationId, (wall, _by, now) => {
        refusePast(how.stopAt, now);
        return { type: 'RESUME', wall, ...how };
      }),
    /** @throws Problem `time-out-of-range`, like `rewind`; the clock is unchanged. */
    fastForward: (ref: ClockRef, duration: CalendarDuration, operationId?: string) =>
      apply(ref, operationId, (wall, by) => ({ type: 'FAST_FORWARD', wall, duration: by(1, duration) })),
    rewind: (ref: ClockRef, duration: CalendarDuration, operationId?: string) =>
      apply(ref, operationId, (wall, by) => ({ type: 'REWIND', wall, duration: by(-1, duration) })),
    restore: (ref, saved, operationId) => apply(ref, operationId, () => ({ type: 'RESTORE', saved })),
    onChange: (ref, listener) => cluster.listen(topicOf(ref), () => listener()),
  } satisfies Clock & Pick<TimerClock, 'exists'> & Record<string, unknown>;
}

/** The topic of messages between hosts that a clock was operated. */
const topicOf = (ref: ClockRef): string => `clock/${clockKey(ref)}`;

function outOfRange({ now }: ClockReading): Problem {
  return new Problem('time-out-of-range', {
    status: 422,
    detail: `This would take the clock out of the years 0000 to 9999. It is unchanged and shows ${formatInstant(now)}.`,
  });
}

/** @throws Problem `invalid-timestamp` if a clock is to stop where it is, or was */
export function refusePast(stopAt: number | undefined, now: number): void {
  if (stopAt === undefined || stopAt > now) return;
  const detail = `The clock shows ${formatInstant(now)} already: name a later instant to pause at`;
  throw new Problem('invalid-timestamp', {
    status: 422,
    detail: `pause_at: ${detail}`,
    errors: [{ in: 'body', path: ['pause_at'], detail, type: 'custom' }],
  });
}

/** What the answers to operations tell. */
const shown = ({ now, state, location }: ClockReading) => ({ now, state, location });

/** The result of an earlier operation; undefined if there was none. */
async function getOperation(documents: Documents, id: string): Promise<ClockReading | undefined> {
  const stored = await documents.get(operations, id);
  return stored && shown(stored);
}

/** Saves the result of an operation, and deletes a few expired ones. */
async function saveOperation(documents: Documents, operation: z.output<typeof operations.schema>): Promise<void> {
  const { wall } = operation;
  await documents.put(operations, operation);
  // More than one, so that expired results do not accumulate.
  const { items } = await documents.find(operations, {
    orderBy: 'wall',
    range: { below: wall - operationTtlMs },
    limit: 3,
  });
  for (const old of items) await documents.delete(operations, old.id);
}
