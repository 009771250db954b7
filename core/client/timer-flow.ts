import type { Clock } from '@sinonjs/fake-timers';
import type { NetworkActivity } from './network-activity.ts';

/** Called with the instant of a timer before it fires, and with the end of the way. */
type BeforeTimer = (instant: number) => Promise<void>;

/** More, or longer in real time, is an interval that never ends. */
const defaultLimits = { timers: 100_000, ms: 60_000 };

// The real ones, whatever is faked later.
const { setImmediate } = globalThis;
const realNow = performance.now.bind(performance);

/** Fires the timers of a fake clock, one move after the other. Instants are in milliseconds since 1970. */
export function createTimerFlow(clock: Clock, network: NetworkActivity | undefined, limits = defaultLimits) {
  let last: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  async function settle(): Promise<void> {
    if (network === undefined) await new Promise((resolve) => setImmediate(resolve));
    else await network.idle();
    if (isStopped)
      throw new Error('The service clock was uninstalled before this move had ended: await the move first.');
  }

  function nextInstant(): number | undefined {
    let least: number | undefined;
    for (const timer of clock.timers?.values() ?? []) {
      // Node makes it a millisecond. Else such an interval falls due again at the same instant, without end.
      if (timer.interval !== undefined) timer.interval = Math.max(1, timer.interval);
      const { callAt = 0 } = timer;
      if (callAt < (least ?? Infinity)) least = callAt;
    }
    return least;
  }

  /**
   * Fires one timer after the other. What `before` throws ends that.
   *
   * @param goesOn says whether the timer at that instant is to be fired
   * @returns what the timers threw
   */
  async function fireWhile(goesOn: (instant: number) => boolean, before?: BeforeTimer): Promise<readonly unknown[]> {
    const errors: unknown[] = [];
    await settle();
    for (let instant = nextInstant(); instant !== undefined && goesOn(instant); instant = nextInstant()) {
      await before?.(instant);
      await clock.nextAsync().catch((thrown: unknown) => errors.push(thrown));
      await settle();
    }
    return errors;
  }

  function throwFirst(errors: readonly unknown[]): void {
    if (errors.length > 0) throw errors[0];
  }

  return {
    /** Makes a move when those before it have ended. @returns what the clock shows afterwards */
    move(move: () => Promise<void>) {
      const moved = last.then(async () => {
        await settle();
        network?.watch();
        try {
          await move();
          return new Date(clock.now);
        } finally {
          network?.ignore();
        }
      });
      last = moved.catch(() => undefined);
      return moved;
    },
    /** Fires the next timer, if there is one. */
    async next(before: BeforeTimer) {
      let fired = 0;
      throwFirst(await fireWhile(() => fired++ === 0, before));
    },
    /** Fires all that are due by an instant, and arrives there. One before now sets the clock back, and fires nothing. */
    async to(instant: number, before?: BeforeTimer) {
      // On the way forward this only clears the nanoseconds: fake-timers rounds them in ticks of more than 104 days,
      // and would be a millisecond ahead.
      clock.setSystemTime(Math.min(instant, clock.now));
      const isDue = (each: number) => each <= instant;
      const errors = [...(await fireWhile(isDue, before))];
      if (before !== undefined) {
        await before(instant);
        // Set meanwhile, as by a server that was called.
        errors.push(...(await fireWhile(isDue)));
      }
      clock.tick(instant - clock.now);
      throwFirst(errors);
    },
    /** Fires all. @throws Error if that does not end */
    async all(before: BeforeTimer) {
      let fired = 0;
      const start = realNow();
      const goesOn = () => {
        if (fired < limits.timers && realNow() - start < limits.ms) {
          fired += 1;
          return true;
        }
        throw new Error(
          `${fired} timers have fired, and more are left. For intervals name the end: runAll({ until }).`,
        );
      };
      throwFirst(await fireWhile(goesOn, before));
    },
    /** In the order in which they will fire. */
    pending: () =>
      [...(clock.timers?.values() ?? [])]
        .map(({ callAt = 0, order = 0, interval }) => ({ at: callAt, order, interval }))
        .toSorted((one, other) => one.at - other.at || one.order - other.order)
        .map(({ at, interval }) => ({
          at,
          type: interval === undefined ? ('timeout' as const) : ('interval' as const),
        })),
    /** Moves are refused from now on; one that is being made rejects. */
    stop() {
      isStopped = true;
    },
  };
}
