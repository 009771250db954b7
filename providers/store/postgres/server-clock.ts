/** The clock of a server, as it is known from asking. */
export interface ServerClock {
  /** Notes an answer: the server's time, and when it was asked and when it answered by `performance.now`. All in milliseconds. */
  note(serverMs: number, askedAt: number, answeredAt: number): void;
  /** The server's time in whole milliseconds since 1970. It never goes back: where it was ahead it goes at half its pace until it is right. */
  now(): number;
}

/** Of so many answers the one that came fastest counts: half the way there and back is the most that it can be wrong by. */
const remembered = 8;

/**
 * @param ticks the monotonic clock of this machine, in milliseconds
 */
export function serverClock(ticks: () => number = () => performance.now()): ServerClock {
  let answers: readonly { readonly offset: number; readonly trip: number }[] = [];
  /** What is shown moves from one moment, with what was shown then, towards `offset`. */
  let offset = 0;
  let last: { readonly shown: number; readonly tick: number } | undefined;

  const show = (): number => {
    const tick = ticks();
    const right = tick + offset;
    const shown = last === undefined ? right : Math.max(right, last.shown + (tick - last.tick) / 2);
    last = { shown, tick };
    return shown;
  };
  return {
    note(serverMs, askedAt, answeredAt) {
      const trip = answeredAt - askedAt;
      const mine = { offset: serverMs - (askedAt + answeredAt) / 2, trip };
      // An answer that contradicts others by more than it can be wrong by comes after a step of the server's clock: they are of no use any more.
      const agree = answers.filter((each) => Math.abs(each.offset - mine.offset) <= (each.trip + trip) / 2 + drift);
      answers = [...agree, mine].slice(-remembered);
      offset = answers.reduce((best, each) => (each.trip < best.trip ? each : best)).offset;
    },
    now: () => Math.floor(show()),
  };
}

/** Two clocks may part by so many milliseconds between two questions. */
const drift = 20;
