import type { Ground } from '../concurrency/ground.ts';
import { createDueLoop } from '../concurrency/periodic.ts';
import { findAll } from '../kinds/store.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { inChain } from '../triggers/emitter.ts';
import type { Alarms } from './alarms.ts';
import { fire, type Recurrence, RunStillOpen, whenAtRest } from './fire.ts';
import {
  type ClockSource,
  type Course,
  instantOf,
  isClockNotFound,
  LeaseLost,
  type Progress,
  type Segment,
  segmentsOf,
  wallTimeOf,
} from './progress.ts';
import { clockRef, type FollowedClock, isAlarm, type Timer, timers } from './stored-timer.ts';

/** How long the next instant of an account's clock waits for what the last one has woken, in milliseconds. */
const restMs = 2_000;
/** How soon what could not be fired is tried again, in milliseconds. */
const retryMs = 5_000;
/** How many timers of one instant fire at the same time. */
const batchSize = 100;

export interface FollowerParts extends Pick<Ground, 'store' | 'cluster' | 'log'> {
  readonly engine: Pick<WorkflowEngine, 'wake' | 'state' | 'cancel'>;
  readonly source: ClockSource;
  readonly progress: Progress;
  readonly recurrence: Recurrence;
  readonly alarms: Pick<Alarms, 'prepare' | 'fire' | 'rearm'>;
  /** The wall time at which the outage ended in which a wall time was missed; undefined if a host ran then. */
  outageEnd(followed: FollowedClock, missed: number): number | undefined;
}

type DueTimer = Timer & { readonly due: number };

/** Timers that are due at one instant, and the last instant before any other timer. */
interface Batch {
  readonly batch: readonly DueTimer[];
  readonly until: number;
}

/** One host's way along a clock. */
interface Walk {
  readonly clock: string;
  readonly signal: AbortSignal;
  readonly course: Course;
  /** How many runs of automations led to the latest operation on the clock. */
  readonly links: number;
  /** Timers that could not be fired. Others do not wait for them. */
  readonly deferred: Set<string>;
  /** See `FollowerParts.outageEnd`. */
  outageEnd(missed: number): number | undefined;
}

/**
 * A function that follows a clock from where it was left to what it shows, and fires the timers that it passes, in
 * order. It returns false if another host follows the clock, or if there is nothing to follow.
 *
 * The wall clock is not moved, so what it fires is never waited for.
 */
export function createFollower(parts: FollowerParts): (clock: string, signal: AbortSignal) => Promise<boolean> {
  const { store, cluster, engine, source, progress, recurrence, alarms, log } = parts;

  /** The timers of the earliest instant that a segment passes; empty if it passes none. */
  async function nextBatch({ clock, deferred }: Walk, segment: Segment): Promise<Batch> {
    const batch: DueTimer[] = [];
    const range = { above: Number.MIN_SAFE_INTEGER, to: segment.to };
    const query = { equals: { clock }, orderBy: 'due', range, limit: batchSize } as const;
    for await (const { due, ...timer } of findAll(store, timers, query)) {
      const { type, moves } = segment;
      const isAhead = type === 'move' ? timer.armedAfter >= moves : timer.armedAfter > moves;
      if (due === null || isAhead || deferred.has(timer.id)) continue;
      const instant = batch[0]?.due ?? due;
      if (due !== instant) return { batch, until: due - 1 };
      if (batch.length === batchSize) return { batch, until: instant };
      batch.push({ ...timer, due });
    }
    return { batch, until: segment.to };
  }

  async function fireAll({ batch, until }: Batch, walk: Walk, segment: Segment): Promise<void> {
    await Promise.all(
      batch.map(async (timer) => {
        const { course } = walk;
        if (isAlarm(timer)) {
          // The alarms up to the next other timer are fired in one go. An error is not deferred: it would break their order.
          const links = segment.type === 'move' ? walk.links : 0;
          return inChain(links, () => alarms.fire(timer, batch.length === 1 ? until : timer.due));
        }
        const outageEnd = segment.type === 'tick' ? walk.outageEnd(wallTimeOf(course, timer.due)) : undefined;
        const missedUpTo = outageEnd && Math.min(segment.to, instantOf(course, outageEnd));
        try {
          await fire(timer, missedUpTo, parts);
        } catch (thrown) {
          walk.deferred.add(timer.id);
          if (thrown instanceof RunStillOpen) return;
          log.error(
            { err: thrown, timer: timer.id },
            `a timer could not be fired; trying again in ${retryMs / 1000} s`,
          );
        }
      }),
    );
  }

  /** Waits until what the clock has woken so far has come to rest, for some time. */
  const rested = async (followed: FollowedClock, timeoutMs: number): Promise<FollowedClock> =>
    followed.runs.length === 0 ? followed : { ...followed, runs: await whenAtRest(engine, followed.runs, timeoutMs) };

  /**
   * Fires what a segment passes. In a move the next instant waits for what the last one has woken, as if time went by in
   * between. While a clock ticks, time does.
   *
   * @returns the progress at its end
   */
  async function pass(start: FollowedClock, walk: Walk, segment: Segment): Promise<FollowedClock> {
    const ref = clockRef(walk.clock);
    const waitMs = segment.type === 'move' ? restMs : 0;
    let followed = start;
    for (;;) {
      walk.signal.throwIfAborted();
      // Before the next instant is looked up: what runs may arm an earlier one.
      followed = await rested(followed, waitMs);
      const next = await nextBatch(walk, segment);
      const [first] = next.batch;
      if (first === undefined) break;
      const woken = next.batch.flatMap(({ target }) => runOf(target) ?? []);
      // Saved before anything fires: what a run does then, it does at this instant.
      followed = await progress.save(walk.clock, {
        reached: Math.max(followed.reached, first.due),
        runs: ref !== undefined ? [...new Set([...followed.runs, ...woken])] : [],
      });
      await fireAll(next, walk, segment);
    }
    const isBack = segment.type === 'move' && segment.to < followed.reached;
    if (isBack) {
      await recurrence.rearm(walk.clock, segment.to);
      const account = alarmAccount(walk.clock);
      if (account !== undefined) await alarms.rearm(account, segment.to, segment.moves);
    }
    const reached = isBack ? segment.to : Math.max(followed.reached, segment.to);
    return { ...followed, reached, moves: segment.moves };
  }

  async function follow(begun: FollowedClock, signal: AbortSignal): Promise<void> {
    const clock = begun.id;
    await recurrence.prepare(clock);
    const account = alarmAccount(clock);
    if (account !== undefined) await alarms.prepare(account);
    for (let followed = begun; ; ) {
      const { changes, links } = (await progress.get(clock)) ?? followed;
      const course: Course = await source.course(clock, followed.moves);
      const outageEnd = (missed: number) => parts.outageEnd(begun, missed);
      const walk: Walk = { clock, signal, course, links, deferred: new Set(), outageEnd };
      for (const segment of segmentsOf(course, followed)) {
        followed = await pass(followed, walk, segment);
        const { reached, moves, runs } = followed;
        if (segment.type === 'move') await progress.save(clock, { reached, moves, runs });
      }
      const retryAt = walk.deferred.size === 0 ? undefined : cluster.now() + retryMs;
      if (await progress.finish(followed, course, { changes, retryAt })) return;
    }
  }

  return async (clock, signal) => {
    const begun = await progress.begin(clock);
    if (begun === undefined) return false;
    try {
      await follow(begun, signal);
      return true;
    } catch (thrown) {
      if (isClockNotFound(thrown)) return false;
      // Another host goes on, at once if it can.
      await progress.release(clock).catch(() => undefined);
      throw thrown;
    }
  };
}

/** The account whose alarms go by a clock; undefined for the wall clock, and for clocks beside the account's own. */
function alarmAccount(clock: string): string | undefined {
  const ref = clockRef(clock);
  return ref?.clockId === undefined ? ref?.account : undefined;
}

/** The run that a timer wakes or starts; undefined for alarms. */
function runOf(target: Timer['target']): string | undefined {
  switch (target.type) {
    case 'sleep':
      return target.run;
    case 'schedule':
      return target.launch;
    case 'alarm':
      return undefined;
    default:
      return target satisfies never;
  }
}

/** How many clocks a host follows at the same time. */
const concurrency = 8;
/** How often it looks in any case, since another host may have died, in milliseconds. */
const pollMs = 30_000;
/** How soon it looks again after an error, and after a clock that another host follows, in milliseconds. */
const lookAgainMs = 5_000;

/**
 * Follows each clock when it is due.
 *
 * @param parts.follow follows a clock until the signal aborts; false if it has nothing to follow, or another host does
 */
export function createDispatcher(parts: {
  readonly cluster: Ground['cluster'];
  readonly progress: Progress;
  readonly log: Ground['log'];
  follow(clock: string, signal: AbortSignal): Promise<boolean>;
}) {
  const { cluster, progress, log } = parts;
  const stopping = new AbortController();
  const followed = new Map<string, Promise<void>>();
  let isStarted = false;

  const follow = async (clock: string): Promise<void> => {
    const running = followed.get(clock);
    if (running !== undefined || !isStarted || stopping.signal.aborted) return running;
    const ended = parts
      .follow(clock, stopping.signal)
      .catch((thrown: unknown) => {
        if (thrown instanceof LeaseLost || stopping.signal.aborted) return false;
        log.error({ err: thrown }, 'the timers of a clock could not be fired; trying again soon');
        loop.lookIn(lookAgainMs);
        return false;
      })
      .then((isFollowed) => {
        followed.delete(clock);
        if (isFollowed) void loop.look();
      });
    followed.set(clock, ended);
    return ended;
  };

  const loop = createDueLoop(
    async () => {
      const now = cluster.now();
      let delayMs = pollMs;
      for await (const { id } of progress.due(now)) {
        if (followed.size >= concurrency) break;
        // It stays due while another host follows it, or after an error.
        delayMs = lookAgainMs;
        void follow(id);
      }
      const next = await progress.nextDue(now);
      return Math.max(0, Math.min(delayMs, next === undefined ? pollMs : next - cluster.now()));
    },
    lookAgainMs,
    (thrown) => log.error({ err: thrown }, 'could not look for timers that are due; trying again soon'),
  );

  return {
    start() {
      isStarted = true;
      void loop.look();
    },
    /** Looks which clocks are due, also for the next timer. */
    look() {
      if (isStarted) void loop.look();
    },
    /** Follows a clock now, whether it is due or not. Resolves when that has ended here; never rejects. */
    follow,
    /** Starts nothing more. Resolves when no clock is followed here any more. */
    async stop() {
      stopping.abort();
      await loop.stop();
      await Promise.all(followed.values());
    },
  };
}
