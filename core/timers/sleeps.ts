import { findAll, type Store } from '../kinds/store.ts';
import type { ClockRef, Timers } from '../kinds/timers.ts';
import type { ClockSource } from './clock-source.ts';
import type { Progress } from './progress.ts';
import { clockName, followedClocks, timers } from './stored-timer.ts';

/** A run that sleeps until an instant of a clock. */
export interface ClockSleep {
  readonly run: string;
  /** The path of the node that sleeps. */
  readonly node: string;
  /** The instant on the clock, in milliseconds since 1970. */
  readonly until: number;
}

/** The timers of runs that sleep on an account's clock. */
export interface Sleeps {
  /** See `Timers.arm`. */
  readonly arm: Timers['arm'];
  /** Deletes the timers of a run. */
  disarm(run: string): Promise<void>;
  /** What sleeps on a clock, in the order of waking. */
  on(clock: ClockRef): AsyncIterable<ClockSleep>;
}

export function createSleeps({
  store,
  source,
  progress,
}: {
  readonly store: Store;
  readonly source: ClockSource;
  readonly progress: Progress;
}): Sleeps {
  return {
    async arm({ run, account, clockId, node, until, from }) {
      const clock = clockName({ account, clockId });
      const course = await source.course(clock, Number.POSITIVE_INFINITY);
      await store.transaction(async (documents) => {
        const id = `${run}/${node}`;
        if ((await documents.get(timers, id)) !== undefined) return;
        const followed = await documents.get(followedClocks, clock);
        // A run that a clock wakes on its way is at the instant of the way, not yet at what the clock shows.
        const isOnTheWay = followed?.isFollowing === true && followed.runs.includes(run);
        const [present, armedAfter] = isOnTheWay
          ? [followed.reached, followed.moves]
          : [course.reading.now, course.moveCount];
        const due = 'instant' in until ? until.instant : (from ?? present) + until.ms;
        await documents.put(timers, { id, clock, due, armedAfter, run, target: { type: 'sleep', run, node } });
        await progress.expect(documents, clock, course, due);
      });
    },

    async disarm(run) {
      for await (const { id } of findAll(store, timers, { equals: { run } })) await store.delete(timers, id);
    },

    async *on(ref) {
      const range = { above: Number.MIN_SAFE_INTEGER };
      for await (const { due, target } of findAll(store, timers, {
        equals: { clock: clockName(ref) },
        orderBy: 'due',
        range,
      })) {
        if (target.type === 'sleep' && due !== null) yield { run: target.run, node: target.node, until: due };
      }
    },
  };
}
