import type { Calls } from './calls.ts';
import type { CallOptions, PostOptions } from './operation.ts';
import type { Duration, Instant } from './resources.ts';

/** What the service's clock shows. */
export interface ClockReading {
  /** Cut to whole seconds by the service. */
  readonly now: Date;
  readonly state: 'running' | 'paused';
  /** Where the last travel went; null before the first. */
  readonly location: string | null;
}

/** The clock of the key's account, in `Date`s. Each move resolves with what the clock shows after it. */
export interface ServiceClock {
  now(options?: CallOptions): Promise<Date>;
  read(options?: CallOptions): Promise<ClockReading>;
  travel(instant: Date | Instant, location: string, options?: PostOptions): Promise<Date>;
  pause(options?: PostOptions): Promise<Date>;
  resume(options?: PostOptions): Promise<Date>;
  fastForward(duration: Duration, options?: PostOptions): Promise<Date>;
  rewind(duration: Duration, options?: PostOptions): Promise<Date>;
  /** Goes to the moment of an anchor. */
  return(anchorId: string, options?: PostOptions): Promise<Date>;
}

export function openClock(calls: Calls): ServiceClock {
  const read = async (options?: CallOptions): Promise<ClockReading> => {
    const { current_time, state, location } = await calls.currentTime({}, options);
    return { now: new Date(current_time), state, location };
  };
  return {
    read,
    now: async (options) => (await read(options)).now,
    async travel(instant, location, options) {
      const destination_time = typeof instant === 'string' ? instant : instant.toISOString();
      return new Date((await calls.travel({ destination_time, location }, options)).current_time);
    },
    pause: async (options) => new Date((await calls.pauseTime({}, options)).paused_at),
    resume: async (options) => new Date((await calls.resumeTime({}, options)).current_time),
    fastForward: async (duration, options) => new Date((await calls.fastForward({ duration }, options)).new_time),
    rewind: async (duration, options) => new Date((await calls.rewind({ duration }, options)).new_time),
    return: async (anchor_id, options) => new Date((await calls.return({ anchor_id }, options)).current_time),
  };
}
