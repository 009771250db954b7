import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../api/logger.ts';
import type { Health } from '../api/provider.ts';
import { messageOf } from '../api/text.ts';
import type { Configuration } from '../config/configuration.ts';
import { loadFormParser } from '../http/form-body.ts';
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

export type Stoppable = Pick<Part, 'name' | 'title' | 'stop'>;

/** A deadline of less is meant for requests: a store has to write even then. */
const minStopMs = 5_000;

/** Starts and stops parts. One that hangs is named, and keeps no other from stopping. */
export function createPartRunner({
  configuration,
  log,
  watch = () => () => {},
  trial,
}: {
  readonly configuration: Pick<Configuration, 'start' | 'stop'>;
  readonly log: Logger;
  readonly watch?: Watch | undefined;
  /** Whether the parts are only tried, so that a slow start is a failure. */
  readonly trial: boolean;
}) {
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
          unclean.push(part.title ?? part.name);
          const fields = { part: part.name, ...(cause instanceof Late ? { seconds: stopMs / 1000 } : { err: cause }) };
          log.error(fields, cause instanceof Late ? 'a part hangs and is abandoned' : 'a part did not stop cleanly');
        }
      }
      if (unclean.length > 0) throw new Error(`Not stopped cleanly: ${unclean.join(', ')}. The log says more.`);
    },
  };
}

export type PartRunner = ReturnType<typeof createPartRunner>;

/** A part that has had its time. */
export class Late extends Error {
  constructor({ does, limitMs }: LimitedTask) {
    super(`its ${does} has taken ${limitMs / 1000} s; see that what it waits for answers, or disable it`);
  }
}

type CheckedPart = Pick<Part, 'name' | 'health'>;

/** How long a result is reused: a check may call an external service. */
const freshMs = 10_000;
const usualLimitMs = 2_000;

/**
 * A function that returns the health of every part that reports one. Results are reused for ten seconds.
 *
 * @param limitMs how long a check may take; default two seconds
 */
export function createHealthChecks(
  parts: readonly CheckedPart[],
  limitMs: number = usualLimitMs,
): () => Promise<Readonly<Record<string, Health>>> {
  let latest: { readonly at: number; readonly checks: Promise<Readonly<Record<string, Health>>> } | undefined;
  return () => {
    if (latest === undefined || performance.now() - latest.at > freshMs) {
      latest = { at: performance.now(), checks: checkAll() };
    }
    return latest.checks;
  };

  async function checkAll(): Promise<Readonly<Record<string, Health>>> {
    const answers = await Promise.all(parts.map(async (part) => [part.name, await check(part, limitMs)] as const));
    return Object.fromEntries(answers.flatMap(([name, health]) => (health === undefined ? [] : [[name, health]])));
  }
}

async function check(part: CheckedPart, limitMs: number): Promise<Health | undefined> {
  const timeout = new AbortController();
  const timedOut = wait(limitMs, { status: 'degraded', detail: `no answer within ${limitMs / 1000} s` } as const, {
    signal: timeout.signal,
  });
  timedOut.catch(() => undefined);
  try {
    return await Promise.race([part.health?.(), timedOut]);
  } catch (thrown) {
    return { status: 'failed', detail: messageOf(thrown) };
  } finally {
    timeout.abort();
  }
}

/** What the processes of all parts take together, and as much again for the first requests. */
const requiredBytes = 1024 ** 3;

/**
 * Has all parts load what their first use would else wait for. It never rejects: a part that fails does so again where it
 * is used, and says there what is wrong.
 *
 * @param signal aborts when the host stops
 * @param options.availableBytes memory that this process can still take, in bytes; a test replaces it
 */
export async function warmUpParts(
  parts: readonly Part[],
  log: Logger,
  signal: AbortSignal,
  { availableBytes = () => process.availableMemory() } = {},
): Promise<void> {
  if (availableBytes() < requiredBytes) {
    log.info({ requiredBytes }, 'memory is short: nothing is loaded before it is used');
    return;
  }
  const warm = async ({ name, warmUp }: Pick<Part, 'name' | 'warmUp'>): Promise<void> => {
    try {
      await warmUp?.(signal);
    } catch (cause) {
      if (!signal.aborted) log.warn({ part: name, err: cause }, 'could not be loaded before its first use');
    }
  };
  const forms = { name: 'forms', warmUp: async () => void (await loadFormParser()) };
  await Promise.all([...parts, forms].map(warm));
}
