import type { Clock, ClockMove, ClockReading } from 'chronoscribe/kinds/clock';

/** Follows what an account's clock does. */
export interface FollowedClock {
  /** What the clock showed when this began, in milliseconds since 1970. */
  readonly begin: number;
  /** What the clock shows; all moves that led there are in `moves` then. */
  read(): Promise<ClockReading>;
  /** Moves in their order, each once, whichever host it was made at: so a clock that went forward and back at once has passed what lies between. Taken out by whoever reads it. */
  readonly moves: ClockMove[];
  /** Ends the following. */
  leave(): void;
}

/** Begins to follow a clock from what it shows now. `ring` is called after each operation on it; where hosts cannot hear each other, `read` finds out all the same. */
export async function followClock(clock: Clock, account: string, ring: () => void): Promise<FollowedClock> {
  const moves: ClockMove[] = [];
  const first = await clock.course(account, Number.POSITIVE_INFINITY);
  let { place } = first;
  let reading: Promise<unknown> = Promise.resolve();

  /** One after the other, so that no move is taken twice. */
  const read = (): Promise<ClockReading> => {
    const next = reading.then(async () => {
      const course = await clock.course(account, place);
      place = course.place;
      moves.push(...course.moves);
      return course.reading;
    });
    reading = next.catch(() => undefined);
    return next;
  };

  const leave = clock.watch(account, () => {
    // At once, since a clock knows its last moves only, and a slow reader of events may not ask for long. What fails here fails again where it is asked for.
    read().then(ring, ring);
  });
  return { begin: first.reading.now, read, moves, leave };
}
