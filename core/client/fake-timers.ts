/** **Stable**: the timers of a test process on the service's clock. Needs the package `@sinonjs/fake-timers`. */

import { syncBuiltinESMExports } from 'node:module';
import { type FakeMethod, install } from '@sinonjs/fake-timers';
import type { Client } from './client.ts';
import { fakeTimeLimits } from './fake-time-limits.ts';
import { observeNetwork } from './network-activity.ts';
import { keepNodesOwnTimers } from './node-own-timers.ts';
import { createTimerFlow } from './timer-flow.ts';
import type { Duration, Instant } from './types.ts';

/**
 * The timers of this process on the service's clock. The service makes each move, which resolves with the time that
 * `Date` shows afterwards.
 *
 * When the clock moves forward, timers that fall due fire in order, and promises settle between one timer and the next;
 * with `waitFor: 'network'`, requests are answered too. When the clock moves back, each pending timer keeps its
 * remaining delay, as with `setSystemTime` of fake-timers. If a timer throws, the move rejects once the clock has
 * arrived. Moves that are asked for at once are made one after the other.
 *
 * `travel`, `fastForward`, `sync` and the others first move the service's clock the whole way. `next`, `runAll` and
 * `advance` move it to each timer's instant before that timer fires, so that a timer that asks the service for the time
 * gets its own. They throw an Error if it is running, or if somebody else has moved it.
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

  /** Moves to the instant of the next timer, and fires it. Without a timer nothing moves. */
  next(): Promise<Date>;
  /**
   * Fires one timer after the other, also those that they set, until none is left.
   *
   * @param options.until fires those that are due by then, and arrives there
   * @throws Error if timers are left after 100,000 or a minute of real time, as with an interval and no `until`
   */
  runAll(options?: { readonly until?: Date | Instant }): Promise<Date>;
  /** As `runAll` until then. @param duration milliseconds, or a text of a fixed length: `90m`, `12h`, `14d`, `PT36H` */
  advance(duration: number | Duration): Promise<Date>;
  /** What time has not come to yet: the timers, the next first, and with `waitFor` the requests that a move waits for. */
  pending(): Pending;

  /** Restores what was real. Pending fake timers never fire; a move that is being made rejects. */
  uninstall(): void;
  /** The same, at the end of a block: `using timers = await installServiceClock(client)`. */
  [Symbol.dispose](): void;
}

interface Pending {
  readonly timers: readonly { readonly at: Date; readonly type: 'timeout' | 'interval' }[];
  /** Each as `POST http://127.0.0.1:8080/charge`. */
  readonly requests: readonly string[];
}

/** The timers that can be faked. Sockets need the others, and the client needs sockets. */
type Fakeable = Exclude<FakeMethod, 'nextTick' | 'queueMicrotask' | 'setImmediate' | 'clearImmediate'>;

interface ServiceTimersOptions {
  /**
   * The clock to follow, as `createClock` has named it; default: the account's own. With a clock of its own each,
   * suites that run at once under one key do not disturb each other.
   */
  readonly clock_id?: string;
  /** Default: `Date`, `setTimeout`, `setInterval` and their `clear` functions, `Intl`, and `Temporal` if it exists. */
  readonly toFake?: readonly Fakeable[];
  /**
   * With `network`, a move waits until what hangs on the clock at the service is done, and after each timer until the
   * requests that began meanwhile are answered, by `fetch` or `node:http`, and their bodies are read. So everything
   * happens in the same order each time. Event streams and WebSockets are not waited for. Default: only promises settle.
   */
  readonly waitFor?: 'network';
  /**
   * How long a move waits for a request that does not get on, in milliseconds of real time. Then time goes on, with a
   * warning, so that a time limit can end the request. Default 4,000.
   */
  readonly patienceMs?: number;
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
 * times. `node:timers`, `node:timers/promises` and `AbortSignal.timeout` are faked with `setTimeout`.
 *
 * @throws TypeError if fake timers are installed already.
 */
export async function installServiceClock(
  client: Pick<Client, 'clock' | 'namedClock'>,
  { clock_id, toFake = timeOfDay, waitFor, patienceMs = 4000 }: ServiceTimersOptions = {},
): Promise<ServiceTimers> {
  const clock = clock_id === undefined ? client.clock : client.namedClock(clock_id);
  const now = await clock.now();
  using installed = new DisposableStack();
  // Last of all: what ES modules have imported of `node:timers` and `node:timers/promises` follows the modules then.
  installed.defer(syncBuiltinESMExports);
  const timers = install({ now, toFake: [...toFake], ignoreMissingTimers: true, shouldClearNativeTimers: true });
  installed.defer(() => timers.uninstall());
  if (toFake.includes('setTimeout')) {
    installed.defer(keepNodesOwnTimers());
    installed.defer(fakeTimeLimits());
  }
  syncBuiltinESMExports();
  const network = waitFor === 'network' ? observeNetwork(patienceMs) : undefined;
  installed.defer(() => network?.stop());
  const options = { settled: network !== undefined };
  const flow = createTimerFlow(timers, network);
  installed.defer(flow.stop);

  /**
   * Moves the service's clock, then this process.
   *
   * @param expected where that leads, to the millisecond; the service tells whole seconds
   */
  const follow = (move: () => Promise<Date>, expected: (shown: number) => number) =>
    flow.move(async () => {
      const shown = (await move()).getTime();
      const exact = expected(shown);
      await flow.to(exact - fraction(exact) === shown ? exact : shown);
    });
  const unmoved = () => timers.now;
  const movedBy = (duration: Duration, direction: 1 | -1) => (shown: number) => {
    const ms = fixedMs(duration);
    return ms === undefined ? shown + fraction(timers.now) : timers.now + direction * ms;
  };

  /** Moves the service's clock to the instant of a timer. */
  async function moveService(instant: number): Promise<void> {
    if (instant > timers.now) await clock.fastForward(`PT${(instant - timers.now) / 1000}S`, options);
  }
  /** Makes a move in steps, each as long as the way to the next timer. */
  const inSteps = (move: () => Promise<void>) =>
    flow.move(async () => {
      const { now, state } = await clock.read();
      if (state === 'running') throw new Error('The clock of the service is running: pause it first.');
      // A clock that was paused between two seconds shows the first of them.
      if (Math.abs(now.getTime() - timers.now) >= 1000) {
        throw new Error(`Somebody else has moved the clock of the service to ${now.toISOString()}: call sync first.`);
      }
      await move();
    });
  const runUntil = (until: () => number) =>
    inSteps(async () => {
      const instant = until();
      if (!(instant >= timers.now)) throw new RangeError('Timers are run forward. To move back, use rewind or travel.');
      await flow.to(instant, moveService);
    });

  const installation = installed.move();
  return {
    travel: (instant, location) =>
      follow(
        () => clock.travel(instant, location, options),
        () => new Date(instant).getTime(),
      ),
    pause: () => follow(clock.pause, unmoved),
    resume: () => follow(clock.resume, unmoved),
    fastForward: (duration) => follow(() => clock.fastForward(duration, options), movedBy(duration, 1)),
    rewind: (duration) => follow(() => clock.rewind(duration), movedBy(duration, -1)),
    sync: () => follow(clock.now, unmoved),
    next: () => inSteps(() => flow.next(moveService)),
    runAll: ({ until } = {}) =>
      until === undefined ? inSteps(() => flow.all(moveService)) : runUntil(() => new Date(until).getTime()),
    advance: (duration) => runUntil(() => timers.now + durationMs(duration)),
    pending: () => ({
      timers: flow.pending().map(({ at, type }) => ({ at: new Date(at), type })),
      requests: network?.open() ?? [],
    }),
    uninstall: () => installation.dispose(),
    [Symbol.dispose]: () => installation.dispose(),
  };
}

/** The milliseconds after a whole second, before 1970 too. */
function fraction(instant: number): number {
  return ((instant % 1000) + 1000) % 1000;
}

/** @throws TypeError for a text whose length depends on the calendar, or that is no duration */
function durationMs(duration: number | Duration): number {
  const ms = typeof duration === 'number' ? Math.round(duration) : fixedMs(duration);
  if (ms !== undefined) return ms;
  throw new TypeError(
    `"${duration}" has no length of its own: write milliseconds, 90m, 12h, 14d or PT36H. ` +
      'For a month of the calendar use fastForward, or runAll({ until }).',
  );
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * The milliseconds of a duration that is as long everywhere: of `90m`, `12h`, `7d`, and of times in ISO 8601, `PT36H`.
 * Undefined for others, such as `P1M`, whose length depends on where it begins.
 */
export function fixedMs(duration: Duration): number | undefined {
  const [, count, unit] = /^(\d+)([mhd])$/.exec(duration) ?? [];
  if (count !== undefined) return Number(count) * unitMs[unit as keyof typeof unitMs];
  const iso = /^PT(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?$/.exec(duration);
  if (iso === null) return undefined;
  const [, hours = 0, minutes = 0, seconds = 0] = iso;
  return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Math.round(Number(seconds) * 1000);
}
