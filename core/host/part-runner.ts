import type { Logger } from '../api/logger.ts';
import type { Configuration } from '../config/configuration.ts';
import type { Part } from './part.ts';

/** The start or the stop of a part that has a limited time for it. */
export interface LimitedTask {
  /** The name of the part, such as `plugin anchors`. */
  readonly part: string;
  readonly does: 'start' | 'stop';
  /** Milliseconds. */
  readonly limitMs: number;
}

/**
 * Hears of each limited task that begins, so that something outside of this thread can end one that blocks it.
 *
 * @returns called when the task is over or was given up
 */
export type Watch = (task: LimitedTask) => () => void;

export type Stoppable = Pick<Part, 'name' | 'stop'>;

export interface PartRunnerOptions {
  readonly configuration: Pick<Configuration, 'start' | 'stop'>;
  readonly log: Logger;
  readonly watch?: Watch | undefined;
  /** Whether the parts are only tried, so that a slow start is a failure. */
  readonly trial: boolean;
}

/** A deadline of less is meant for requests: a store has to write even then. */
const minStopMs = 5_000;

/** Starts and stops parts. One that hangs is named, and keeps no other from stopping. */
export function createPartRunner({ configuration, log, watch = () => () => {}, trial }: PartRunnerOptions) {
  const slowMs = configuration.start.slowSeconds * 1000;
  const stopMs = Math.max(minStopMs, configuration.stop.deadlineSeconds * 1000);

  const within = async <T>(task: LimitedTask, work: () => Promise<T>): Promise<T> => {
    const over = watch(task);
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Late(task)), task.limitMs);
    try {
      return await Promise.race([work(), late.promise]);
    } finally {
      clearTimeout(timer);
      over();
    }
  };

  const named = async <T>(part: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const timer = setInterval(() => {
      const seconds = Math.round((performance.now() - began) / 1000);
      log.warn({ part, seconds }, 'a part is still starting: see that what it waits for answers, or disable it');
    }, slowMs);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  };

  return {
    /**
     * Waits for the start of a part. The log names it whenever another `start.slowSeconds` have passed.
     *
     * @throws what `work` throws; Error if the parts are only tried, and this one has had that time
     */
    start: <T>(part: string, work: () => Promise<T>) =>
      trial ? within({ part, does: 'start', limitMs: slowMs }, work) : named(part, work),
    /**
     * Stops parts in the given order. One that takes longer than `stop.deadlineSeconds`, and at least five seconds, is
     * abandoned.
     *
     * @throws Error that names those that failed or were abandoned, after all others have stopped; the log says why
     */
    async stop(parts: readonly Stoppable[]) {
      const unclean: string[] = [];
      for (const part of parts) {
        try {
          await within({ part: part.name, does: 'stop', limitMs: stopMs }, async () => part.stop?.());
        } catch (cause) {
          unclean.push(part.name);
          const fields = { part: part.name, ...(cause instanceof Late ? { seconds: stopMs / 1000 } : { err: cause }) };
          log.error(fields, cause instanceof Late ? 'a part hangs and is abandoned' : 'a part did not stop cleanly');
        }
      }
      if (unclean.length > 0) throw new Error(`Not stopped cleanly: ${unclean.join(', ')}. The log says more.`);
    },
  };
}

export type PartRunner = ReturnType<typeof createPartRunner>;

class Late extends Error {
  constructor({ does, limitMs }: LimitedTask) {
    super(`its ${does} has taken ${limitMs / 1000} s; see that what it waits for answers, or disable it`);
  }
}
