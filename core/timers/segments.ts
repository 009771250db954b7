import type { TimerClock } from '../kinds/timers.ts';

/** What a clock shows, and its moves since they were last followed. */
export type Course = Awaited<ReturnType<TimerClock['movesSince']>> & {
  /** The wall time of the reading, or up to some milliseconds later. */
  readonly readAt: number;
};

/** The wall time at which a clock shows an instant, if it ticks from its reading on. */
export const wallTimeOf = ({ reading, readAt }: Course, instant: number): number => readAt + instant - reading.now;

/** The instant that a clock shows at a wall time, if it ticks. */
export const instantOf = ({ reading, readAt }: Course, wallTime: number): number => reading.now + wallTime - readAt;

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
