import { Problem } from '../api/problem.ts';
import type { Cluster } from '../kinds/cluster.ts';
import type { Documents } from '../kinds/store.ts';
import type { TimerClock } from '../kinds/timers.ts';
import { clockRef } from './stored-timer.ts';

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
