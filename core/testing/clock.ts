import { z } from 'zod';

/** What a clock that a test creates shows first, and its time zone. */
export interface TestClockOptions {
  /** A text such as `2030-01-31T12:00:00Z`; default: the real time. */
  readonly now?: string;
  /** An IANA name; default: UTC. */
  readonly timeZone?: string;
}

/** A duration as the endpoints of the clock take it: `90m`, `12h`, `30d`, or in ISO 8601: `P1M`, `PT36H`. */
export type ClockDuration = `${number}${'m' | 'h' | 'd'}` | `P${string}`;

/**
 * A clock of the account, moved as a client moves it. Before a move it waits until the runs that the test has started sleep
 * or wait, and after it until everything that hangs on it is done: the runs that it woke or started have ended, or sleep
 * or wait again.
 */
export interface TestClock {
  /** What the clock shows, in milliseconds since 1970, cut to whole seconds. */
  now(): Promise<number>;
  advance(duration: ClockDuration): Promise<void>;
  rewind(duration: ClockDuration): Promise<void>;
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** @param instant a text such as `2030-01-31T12:00:00Z` */
  travelTo(instant: string): Promise<void>;
}

/** A clock beside the account's own: tests with one each do not disturb each other. */
export interface CreatedTestClock extends TestClock {
  /** Requests and runs name the clock by it: `{ clock_id: id }`, `host.run(workflow, input, { clockId: id })`. */
  readonly id: string;
}

interface ClockParts {
  /** The id of a clock that was created; undefined: the account's own. */
  readonly clockId?: string;
  /** Sends a request. @throws Error that quotes the answer to one that was refused */
  call(method: 'GET' | 'POST', path: string, json?: object): Promise<unknown>;
  /** Waits until nothing of the account is at work. @throws Error if that takes too long */
  whenSettled(): Promise<void>;
}

const Reading = z.object({ current_time: z.iso.datetime() });

export function createTestClock({ clockId, call, whenSettled }: ClockParts): TestClock {
  const which = clockId === undefined ? {} : { clock_id: clockId };
  const operate = async (path: string, json: object = {}): Promise<void> => {
    await whenSettled();
    await call('POST', path, { ...json, ...which });
    await whenSettled();
  };
  return {
    now: async () => Date.parse(Reading.parse(await call('GET', '/v1/current-time', which)).current_time),
    advance: (duration) => operate('/v1/fast-forward', { duration }),
    rewind: (duration) => operate('/v1/rewind', { duration }),
    pause: () => operate('/v1/pause-time'),
    resume: () => operate('/v1/resume-time'),
    travelTo: (instant) => operate('/v1/travel', { destination_time: instant, location: 'test' }),
  };
}
