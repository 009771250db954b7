import { type FakeMethod, install } from '@sinonjs/fake-timers';
import type { Client } from './client.ts';
import type { Duration, Instant } from './types.ts';

/**
 * The timers of this process on the service's clock. The service makes each move, which resolves with the time that
 * `Date` shows afterwards.
 *
 * When the clock moves forward, timers that fall due fire in order, and promises settle between one timer and the next.
 * A network request of a timer is answered after the move. When the clock moves back, each pending timer keeps its
 * remaining delay, as with `setSystemTime` of fake-timers. If a timer throws, the move rejects once the clock has
 * arrived.
 */
export interface ServiceTimers {
  travel(instant: Date | Instant, location: string): Promise<Date>;
  pause(): Promise<Date>;
  /** The service's clock ticks again. `Date` stands still until the next move or `sync`. */
  resume(): Promise<Date>;
  fastForward(duration: Duration): Promise<Date>;
  rewind(duration: Duration): Promise<Date>;
  /** Catches up with the service's clock: it ticked, or somebody else moved it. */
  sync(): Promise<Date>;
  /** Restores the real timers. Pending fake timers never fire. */
  uninstall(): void;
}

/** The timers that can be faked. Sockets need the others, and the client needs sockets. */
export type Fakeable = Exclude<FakeMethod, 'nextTick' | 'queueMicrotask' | 'setImmediate' | 'clearImmediate'>;

export interface ServiceTimersOptions {
  /** Default: `Date`, `setTimeout`, `setInterval` and their `clear` functions, `Intl`, and `Temporal` if it exists. */
  readonly toFake?: readonly Fakeable[];
}

const timeOfDay: readonly Fakeable[] = [
  'Date',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'Intl',
  'Temporal',
];

/**
 * Installs fake timers that show the time of the client's service. Pause its clock first where a test should see exact
 * times.
 *
 * @throws TypeError if fake timers are installed already.
 */
export async function installServiceClock(
  { clock }: Pick<Client, 'clock'>,
  { toFake = timeOfDay }: ServiceTimersOptions = {},
): Promise<ServiceTimers> {
  // Before anything is faked: `fetch` takes the timer of its time limits at its first request and keeps it.
  const now = await clock.now();
  const timers = install({ now, toFake: [...toFake], ignoreMissingTimers: true, shouldClearNativeTimers: true });
  let last: Promise<unknown> = Promise.resolve();

  /** One move after the other, so that `Date` arrives where the service's clock does. */
  function follow(move: () => Promise<Date>): Promise<Date> {
    const moved = last.then(async () => {
      const shown = (await move()).getTime();
      // On the way forward this only clears the nanoseconds: fake-timers rounds them in ticks of more than 104 days,
      // and would be a millisecond ahead.
      timers.setSystemTime(Math.min(shown, timers.now));
      await timers.tickAsync(shown - timers.now);
      return new Date(timers.now);
    });
    last = moved.catch(() => undefined);
    return moved;
  }

  return {
    travel: (instant, location) => follow(() => clock.travel(instant, location)),
    pause: () => follow(() => clock.pause()),
    resume: () => follow(() => clock.resume()),
    fastForward: (duration) => follow(() => clock.fastForward(duration)),
    rewind: (duration) => follow(() => clock.rewind(duration)),
    sync: () => follow(() => clock.now()),
    uninstall: () => timers.uninstall(),
  };
}
