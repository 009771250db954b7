/**
 * Number of readings that are kept. The one with the shortest round trip is used: its error is at most half of that.
 */
const remembered = 8;

/** An estimate of a server's clock. @param ticks a monotonic clock of this machine, in milliseconds */
export function serverClock(ticks: () => number = () => performance.now()) {
  let answers: readonly { readonly offset: number; readonly trip: number }[] = [];
  /** The last value of `now`. */
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
    /** Records a reading: the server's time, and `performance.now()` before and after. All in milliseconds. */
    note(serverMs: number, askedAt: number, answeredAt: number) {
      const trip = answeredAt - askedAt;
      const mine = { offset: serverMs - (askedAt + answeredAt) / 2, trip };
      // A reading that contradicts others beyond their error follows a step of the server's clock: the others are
      // dropped.
      const agree = answers.filter((each) => Math.abs(each.offset - mine.offset) <= (each.trip + trip) / 2 + drift);
      answers = [...agree, mine].slice(-remembered);
      offset = answers.reduce((best, each) => (each.trip < best.trip ? each : best)).offset;
    },
    /**
     * The server's time in whole milliseconds since 1970. Never goes back: an estimate that was ahead runs at half speed
     * until it is right.
     */
    now: () => Math.floor(show()),
  };
}

/** How much two clocks may drift apart between two readings, in milliseconds. */
const drift = 20;
