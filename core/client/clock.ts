import type { CallOptions, Operations, PostOptions } from './operations.ts';
import type { Duration, Instant } from './types.ts';

/** What the service's clock shows. */
export interface ClockReading {
  /** The service cuts it to whole seconds. */
  readonly now: Date;
  readonly state: 'running' | 'paused';
  /** Where the last travel went; null before the first. */
  readonly location: string | null;
  /** How many times as fast as real time it ticks; 1 if absent. */
  readonly rate?: number;
  /** When it will pause, if it was told to. */
  readonly pauseAt?: Date;
}

export interface ResumeOptions extends PostOptions {
  /** How many times as fast as real time the clock ticks from now on. */
  readonly rate?: number;
  /** The clock pauses when it comes to this instant. */
  readonly pauseAt?: Date | Instant;
}

/** How a clock is moved. */
export interface MoveOptions extends PostOptions {
  /**
   * Waits until what the move set off at the service has been done: sleeps, schedules and automations. If they are still
   * at work after 30 s the call throws, though the clock has moved.
   */
  readonly settled?: boolean;
}

/** A clock of the key's account, in `Date`s. Each move resolves with the time that the clock shows after it. */
export interface ServiceClock {
  now(options?: CallOptions): Promise<Date>;
  read(options?: CallOptions): Promise<ClockReading>;
  travel(instant: Date | Instant, location: string, options?: MoveOptions): Promise<Date>;
  pause(options?: PostOptions): Promise<Date>;
  resume(options?: ResumeOptions): Promise<Date>;
  fastForward(duration: Duration, options?: MoveOptions): Promise<Date>;
  rewind(duration: Duration, options?: PostOptions): Promise<Date>;
  /** Sets the clock to the moment of an anchor. */
  return(anchorId: string, options?: MoveOptions): Promise<Date>;
}

/** @param clockId of a clock that `createClock` has created; undefined for the account's own */
export function serviceClock(calls: Operations, clockId?: string): ServiceClock {
  const which = clockId === undefined ? {} : { clock_id: clockId };
  const read = async (options?: CallOptions): Promise<ClockReading> => {
    const { current_time, state, location, rate, pause_at } = await calls.currentTime(which, options);
    const pace = {
      ...(rate !== undefined && { rate }),
      ...(pause_at !== undefined && { pauseAt: new Date(pause_at) }),
    };
    return { now: new Date(current_time), state, location, ...pace };
  };
  /** The fields of a move beside its own. */
  const move = ({ settled = false }: MoveOptions = {}) => ({ ...which, ...(settled && { wait: 'settled' as const }) });
  return {
    read,
    now: async (options) => (await read(options)).now,
    async travel(instant, location, options) {
      const destination_time = typeof instant === 'string' ? instant : instant.toISOString();
      const answer = await calls.travel({ destination_time, location, ...move(options) }, options);
      return arrival(answer, answer.current_time);
    },
    pause: async (options) => new Date((await calls.pauseTime(which, options)).paused_at),
    async resume({ rate, pauseAt, ...options } = {}) {
      const pause_at = typeof pauseAt === 'object' ? pauseAt.toISOString() : pauseAt;
      const pace = { ...(rate !== undefined && { rate }), ...(pause_at !== undefined && { pause_at }) };
      return new Date((await calls.resumeTime({ ...which, ...pace }, options)).current_time);
    },
    async fastForward(duration, options) {
      const answer = await calls.fastForward({ duration, ...move(options) }, options);
      return arrival(answer, answer.new_time);
    },
    rewind: async (duration, options) => new Date((await calls.rewind({ duration, ...which }, options)).new_time),
    async return(anchor_id, options) {
      const answer = await calls.return({ anchor_id, ...move(options) }, options);
      return arrival(answer, answer.current_time);
    },
  };
}

/** @throws Error if the service says that what a move set off is still at work */
function arrival({ settled = true }: { readonly settled?: boolean }, shown: Instant): Date {
  if (settled) return new Date(shown);
  throw new Error(`The clock of the service shows ${shown} now, but what hangs on it was still at work after 30 s.`);
}

/**
 * An estimate of the service's clock that needs no request. Moves that somebody else makes show after the next
 * `refresh`.
 */
export interface FollowedClock {
  now(): Date;
  /**
   * Milliseconds by which `now` may be off either way: the service cuts its time to whole seconds, and its answer takes
   * time.
   */
  uncertaintyMs(): number;
  /** Reads the service's clock again. */
  refresh(): Promise<void>;
}

/** The time that the clock showed at a moment of the local monotonic time. */
interface Estimate {
  readonly shown: number;
  readonly at: number;
  /** How fast it ticks; 0: it is paused. */
  readonly rate: number;
  readonly pauseAt: number;
  readonly uncertaintyMs: number;
}

/** Reads the service's clock once, and estimates it from then on with the local monotonic time. */
export async function followClock({ clock }: { readonly clock: Pick<ServiceClock, 'read'> }): Promise<FollowedClock> {
  let estimate = await read();

  async function read(): Promise<Estimate> {
    const sent = performance.now();
    const { now, state, rate: pace = 1, pauseAt } = await clock.read();
    const answered = performance.now();
    const rate = state === 'running' ? pace : 0;
    const how = { rate, pauseAt: pauseAt?.getTime() ?? Number.POSITIVE_INFINITY };
    // The clock showed between 0 and 1000 ms more than it said, at some moment between `sent` and `answered`.
    const waitedMs = (rate * (answered - sent)) / 2;
    return rate > 0
      ? { shown: now.getTime() + 500, at: (sent + answered) / 2, ...how, uncertaintyMs: 500 + waitedMs }
      : { shown: now.getTime(), at: answered, ...how, uncertaintyMs: 1000 };
  }

  return {
    now() {
      const { shown, at, rate, pauseAt } = estimate;
      return new Date(Math.min(shown + rate * (performance.now() - at), Math.max(shown, pauseAt)));
    },
    uncertaintyMs: () => estimate.uncertaintyMs,
    async refresh() {
      estimate = await read();
    },
  };
}
