import { createMutex } from 'chronoscribe';
import type { Clock, ClockMove, ClockReading, ClockRef } from 'chronoscribe/kinds/clock';

/** A clock and its moves. */
export interface FollowedClock {
  /** What the clock showed at the start, in milliseconds since 1970, and how often it had been moved. */
  readonly start: { readonly now: number; readonly moveCount: number };
  /** Reads the clock. All moves up to this reading are then in `moves`. */
  read(): Promise<ClockReading>;
  /**
   * A queue of moves with their numbers, each once and in order, made at any host. So a clock that is moved forward and
   * back at once still passes what lies between. The reader removes them.
   */
  readonly moves: (ClockMove & { readonly number: number })[];
  /** Stops following. */
  stop(): void;
}

/**
 * Follows a clock from what it shows now.
 *
 * @param onChange called after each operation on the clock; while hosts cannot reach each other, `read` still finds the
 * moves
 */
export async function followClock(clock: Clock, ref: ClockRef, onChange: () => void): Promise<FollowedClock> {
  const moves: (ClockMove & { readonly number: number })[] = [];
  const first = await clock.movesSince(ref, Number.POSITIVE_INFINITY);
  let { moveCount } = first;
  const queue = (made: readonly ClockMove[]) => {
    const before = moveCount - made.length;
    moves.push(...made.map((move, index) => ({ ...move, number: before + index + 1 })));
  };
  /** Reads are sequential, so that no move is queued twice. */
  const reading = createMutex();
  const read = (): Promise<ClockReading> =>
    reading.run(async () => {
      const course = await clock.movesSince(ref, moveCount);
      moveCount = course.moveCount;
      queue(course.moves);
      return course.reading;
    });

  const stop = clock.onChange(ref, () => {
    // Immediately: a clock keeps its last moves only, and a slow consumer may not read for long. An error here occurs
    // again at the next `read`.
    read().then(onChange, onChange);
  });
  return { start: { now: first.reading.now, moveCount: first.moveCount }, read, moves, stop };
}
