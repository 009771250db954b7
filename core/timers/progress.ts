import { Problem } from '../api/problem.ts';
import type { Leases } from '../concurrency/lease.ts';
import type { Cluster } from '../kinds/cluster.ts';
import { type Documents, findAll, type Store } from '../kinds/store.ts';
import type { BeforeOperation, TimerClock } from '../kinds/timers.ts';
import { linksSoFar } from '../triggers/emitter.ts';
import { clockRef, type FollowedClock, followedClocks, timers } from './stored-timer.ts';

/** What a clock shows, or where it is on its way to that. */
export const presentOf = (followed: FollowedClock | undefined, { reading, moveCount }: Course): number =>
  followed !== undefined && followed.moves < moveCount ? followed.reached : reading.now;

/** Thrown when another host has taken over the clock that this host follows. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** How far each clock has been followed, in the store. */
export function createProgress(store: Store, cluster: Cluster, leases: Leases, source: Pick<ClockSource, 'exists'>) {
  const fresh = (id: string, { now, moveCount }: BeforeOperation): FollowedClock => ({
    id,
    moves: moveCount,
    reached: now,
    isFollowing: false,
    runs: [],
    changes: 0,
    links: 0,
    followedAt: cluster.now(),
    wakeAt: cluster.now(),
    hold: null,
  });

  const own = async (documents: Documents, clock: string): Promise<FollowedClock> => {
    const followed = await documents.get(followedClocks, clock);
    if (followed === undefined || !leases.isOwn(followed.hold)) throw new LeaseLost();
    return followed;
  };

  return {
    get: (clock: string) => store.get(followedClocks, clock),

    /**
     * Notes that a timer is due at an instant.
     *
     * @param course of the clock, read before
     * @throws Problem `clock-not-found` if the clock was deleted since
     */
    async expect(documents: Documents, clock: string, course: Course, due: number) {
      // In this transaction, so that no timer is left behind by a clock that is deleted at the same time.
      if (!(await source.exists(documents, clock))) throw clockNotFound();
      const followed = await documents.get(followedClocks, clock);
      if (followed === undefined) {
        const { reading, moveCount } = course;
        // Due at once, so that a move since the course was read is found.
        await documents.put(followedClocks, fresh(clock, { now: reading.now, moveCount }));
        return;
      }
      const isPast = due <= course.reading.now;
      const at = isPast ? cluster.now() : tickingUntil(course, due);
      const wakeAt = at === null || (followed.wakeAt !== null && followed.wakeAt <= at) ? followed.wakeAt : at;
      if (!followed.isFollowing && wakeAt === followed.wakeAt) return;
      await documents.put(followedClocks, { ...followed, wakeAt, changes: followed.changes + 1 });
    },

    /**
     * Notes an operation on a clock.
     *
     * @param follows whether a clock is followed that has no timers yet
     * @returns whether it is followed
     */
    async operating(documents: Documents, clock: string, before: BeforeOperation, follows: boolean) {
      const followed = await documents.get(followedClocks, clock);
      if (followed === undefined && !follows) return false;
      const { changes, wakeAt, ...rest } = followed ?? fresh(clock, before);
      const now = cluster.now();
      await documents.put(followedClocks, {
        ...rest,
        changes: changes + 1,
        links: linksSoFar(),
        wakeAt: Math.min(wakeAt ?? now, now),
      });
      return true;
    },

    /** Leases a clock to this host. Undefined if it has no timers, or if another host follows it. */
    begin: (clock: string) =>
      store.transaction(async (documents) => {
        const followed = await documents.get(followedClocks, clock);
        if (followed === undefined || leases.isHeldByPeer(followed.hold)) return undefined;
        const begun = { ...followed, isFollowing: true, hold: leases.acquire() };
        await documents.put(followedClocks, begun);
        return begun;
      }),

    /** Saves progress and renews the lease. @throws LeaseLost */
    save: (clock: string, progress: Partial<FollowedClock>) =>
      store.transaction(async (documents) => {
        const saved = { ...(await own(documents, clock)), ...progress, hold: leases.acquire() };
        await documents.put(followedClocks, saved);
        return saved;
      }),

    /**
     * Saves progress, and ends following a clock.
     *
     * @param followed the progress
     * @param course to whose end the clock was followed
     * @param options.changes as they were before the course was read
     * @param options.retryAt the wall time at which to look again in any case; undefined if all has been done
     * @returns false if the clock was operated or got a timer since then, so that it must be followed further
     * @throws LeaseLost
     */
    finish: (
      { id: clock, reached, moves, runs }: FollowedClock,
      course: Course,
      { changes, retryAt }: { readonly changes: number; readonly retryAt: number | undefined },
    ) =>
      store.transaction(async (documents) => {
        const followed = { ...(await own(documents, clock)), reached, moves, runs };
        if (followed.changes !== changes) {
          await documents.put(followedClocks, followed);
          return false;
        }
        const { items } = await documents.find(timers, {
          equals: { clock },
          orderBy: 'due',
          // With a retry, what is due already could not be fired. Timers that do not fire are in no range.
          range: { above: retryAt === undefined ? Number.MIN_SAFE_INTEGER : course.reading.now },
          limit: 1,
        });
        const next = items[0]?.due ?? undefined;
        if (next === undefined && retryAt === undefined && followed.runs.length === 0) {
          await documents.delete(followedClocks, clock);
          return true;
        }
        const nextAt = next === undefined ? null : tickingUntil(course, next);
        const wakeAt = retryAt === undefined ? nextAt : Math.min(nextAt ?? retryAt, retryAt);
        const ended = { isFollowing: false, followedAt: cluster.now(), wakeAt, hold: null };
        await documents.put(followedClocks, { ...followed, ...ended });
        return true;
      }),

    /** Gives the lease up, if this host has it. */
    release: (clock: string) =>
      store.transaction(async (documents) => {
        const followed = await documents.get(followedClocks, clock);
        if (followed !== undefined && leases.isOwn(followed.hold))
          await documents.put(followedClocks, { ...followed, hold: null });
      }),

    /** The clocks that are due at a wall time, in pages. */
    due: (at: number) => findAll(store, followedClocks, { orderBy: 'wakeAt', range: { to: at }, limit: 100 }),

    /** When a clock is due next after a wall time; undefined: none is. */
    async nextDue(after: number) {
      const { items } = await store.find(followedClocks, { orderBy: 'wakeAt', range: { above: after }, limit: 1 });
      return items[0]?.wakeAt ?? undefined;
    },
  };
}

export type Progress = ReturnType<typeof createProgress>;

/** The wall time at which a clock will show an instant; null while it is paused, and if it will be before. */
function tickingUntil(course: Course, instant: number): number | null {
  const { state, stopAt = instant } = course.reading;
  return state === 'paused' || stopAt < instant ? null : wallTimeOf(course, instant);
}

/** What a clock shows, and its moves since they were last followed. */
export type Course = Awaited<ReturnType<TimerClock['movesSince']>> & {
  /** The wall time of the reading, or up to some milliseconds later. */
  readonly readAt: number;
};

/** The wall time at which a clock shows an instant, if it ticks from its reading on. */
export const wallTimeOf = ({ reading: { now, rate = 1 }, readAt }: Course, instant: number): number =>
  readAt + Math.ceil((instant - now) / rate);

/** The instant that a clock shows at a wall time, if it ticks. */
export const instantOf = ({ reading: { now, rate = 1 }, readAt }: Course, wallTime: number): number =>
  now + Math.trunc((wallTime - readAt) * rate);

/** A part of the way of a clock: it ticked or was moved to an instant. */
export interface Segment {
  readonly type: 'tick' | 'move';
  /** Milliseconds since 1970. */
  readonly to: number;
  /** How many moves the clock has made after it. */
  readonly moves: number;
}

/** The way of a clock from where it was followed last to what it shows now, in order. */
export function segmentsOf(
  course: Omit<Course, 'readAt'>,
  followed: { readonly moves: number; readonly reached: number },
): readonly Segment[] {
  const { moves, moveCount, reading } = course;
  const first = moveCount - moves.length;
  const segments: Segment[] = [];
  // A clock remembers its last moves only. Those before them count as one.
  const lost = moves[0];
  if (first > followed.moves && lost !== undefined) segments.push({ type: 'move', to: lost.before, moves: first });
  for (const [index, { before, after }] of moves.entries()) {
    segments.push({ type: 'tick', to: before, moves: first + index });
    segments.push({ type: 'move', to: after, moves: first + index + 1 });
  }
  segments.push({ type: 'tick', to: reading.now, moves: moveCount });
  return segments;
}

const code = 'clock-not-found';

/** The problem of a clock that does not exist, or not any more, or is another account's. */
export function clockNotFound(): Problem {
  return new Problem(code, {
    status: 404,
    detail:
      'There is no clock with this id. It may have been deleted, or not used for longer than its ttl. GET /v1/clocks lists those there are.',
  });
}

export const isClockNotFound = (thrown: unknown): boolean => thrown instanceof Problem && thrown.code === code;

/** Reads all clocks, by name. */
export function createClockSource(cluster: Cluster) {
  let accounts: TimerClock | undefined;
  return {
    get hasAccounts() {
      return accounts !== undefined;
    },
    attach(clock: TimerClock) {
      if (accounts !== undefined) throw new Error('Two plugins have clocks of accounts. Disable one of them.');
      accounts = clock;
    },
    /**
     * The way of a clock after the first `since` of its moves.
     *
     * @throws Problem `clock-not-found`; Error if it is an account's and none are attached
     */
    async course(clock: string, since: number): Promise<Course> {
      const ref = clockRef(clock);
      if (ref === undefined) {
        const now = cluster.now();
        return { reading: { now, state: 'running' }, moveCount: 0, moves: [], readAt: now };
      }
      if (accounts === undefined) throw new Error("No plugin has the accounts' clocks. Enable the plugin time-flow.");
      return { ...(await accounts.movesSince(ref, since)), readAt: cluster.now() };
    },
    /** Whether a clock exists, as a transaction sees it. */
    async exists(documents: Documents, clock: string) {
      const ref = clockRef(clock);
      return ref?.clockId === undefined || (await accounts?.exists(documents, ref)) === true;
    },
  };
}

export type ClockSource = ReturnType<typeof createClockSource>;
