import { setTimeout as wait } from 'node:timers/promises';
import type { Ground } from '../concurrency/ground.ts';
import { runPeriodically } from '../concurrency/periodic.ts';
import { findAll } from '../kinds/store.ts';
import type { ClockRef, Timers } from '../kinds/timers.ts';
import { createAlarms, openAlarmChanges } from './alarms.ts';
import { type Recurrence, whenAtRest } from './fire.ts';
import { createDispatcher, createFollower, type FollowerParts } from './follow.ts';
import { createClockSource, createProgress } from './progress.ts';
import { clockName, clockRef, type FollowedClock, followedClocks, type Timer, timers } from './stored-timer.ts';

/** Hosts that share a store count as away if none has followed a clock for this time, in milliseconds. */
const awayMs = 60_000;
/** How often alarms are looked for that a host which died has added, in milliseconds. */
const recoverEveryMs = 30_000;
/** How soon and how late `whenSettled` looks again, in milliseconds. */
const [firstLookMs, lastLookMs] = [5, 100];

/** The timers as the host uses them. */
export async function createTimers(
  parts: Pick<Ground, 'store' | 'cluster' | 'leases' | 'log'> & Pick<FollowerParts, 'engine'>,
) {
  const { store, cluster, leases, engine, log } = parts;
  await store.prepare(timers, followedClocks);
  const startedAt = cluster.now();
  const source = createClockSource(cluster);
  const progress = createProgress(store, cluster, leases, source);
  const alarms = createAlarms({ store, source, progress });
  const alarmChanges = await openAlarmChanges({
    ...parts,
    present: async (account) => (await source.course(clockName({ account }), Number.POSITIVE_INFINITY)).reading.now,
    lookAfter: alarms.lookAfter,
  });
  let stopRecovering = async () => {};
  let follower: ReturnType<typeof createFollower> | undefined;
  let followsAllClocks = false;
  let areAutomationsAtRest: (account: string, since: number) => Promise<boolean> = async () => true;
  const dispatcher = createDispatcher({
    ...{ cluster, progress, log },
    follow: async (clock, signal) => (await follower?.(clock, signal)) ?? false,
  });

  const outageEnd = ({ followedAt }: FollowedClock, missed: number): number | undefined => {
    if (!leases.isClustered) return missed < startedAt ? startedAt : undefined;
    const now = cluster.now();
    return Math.max(followedAt, missed) < now - awayMs ? now : undefined;
  };

  /** Whether nothing that is due on a clock is left to do, for the operations up to now. */
  const isSettled = async (clock: string): Promise<boolean> => {
    const followed = await progress.get(clock);
    if (followed === undefined) return true;
    const { moveCount } = await source.course(clock, Number.POSITIVE_INFINITY);
    if (followed.isFollowing || followed.moves < moveCount) return false;
    if (followed.wakeAt !== null && followed.wakeAt <= cluster.now()) return false;
    // What could not be fired is tried again later.
    const due = {
      equals: { clock },
      orderBy: 'due',
      range: { above: Number.MIN_SAFE_INTEGER, to: followed.reached },
    } as const;
    if ((await store.find(timers, { ...due, limit: 1 })).items.length > 0) return false;
    return (await whenAtRest(engine, followed.runs, 0)).length === 0;
  };

  return {
    source,
    progress,
    alarms,
    attach: source.attach,
    attachAlarms: alarms.attachAlarms,
    // A clock that was created has no timers but those that were armed on it.
    operating: (documents, clock, before) =>
      progress.operating(documents, clockName(clock), before, followsAllClocks && clock.clockId === undefined),
    operated: (clock) => void dispatcher.follow(clockName(clock)),

    async deleteClock(ref, { cancel, remove }) {
      const clock = clockName(ref);
      const cancelled = new Set<string>();
      for (;;) {
        const sleeping = await store.transaction(async (documents) => {
          const found = await Array.fromAsync(findAll(documents, timers, { equals: { clock }, orderBy: 'due' }));
          const runs = found.flatMap(({ target }) => (target.type === 'sleep' ? [target.run] : []));
          // Without its timer a run would sleep forever.
          const kept = new Set(runs.filter((run) => !cancelled.has(run)));
          if (kept.size > 0 || !(await remove(documents))) return kept;
          for (const { id } of found) await documents.delete(timers, id);
          await documents.delete(followedClocks, clock);
          return kept;
        });
        if (sleeping.size === 0 || !cancel) return sleeping.size;
        for (const run of sleeping) {
          await engine.cancel(run);
          cancelled.add(run);
        }
      }
    },

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
      dispatcher.look();
    },

    async disarm(run, within?: string) {
      const isWithin = (id: string) => within === undefined || `${id}/`.startsWith(`${run}/${within}/`);
      for await (const { id } of findAll(store, timers, { equals: { run } }))
        if (isWithin(id)) await store.delete(timers, id);
    },

    /** Which nodes of runs sleep on a clock, and until which of its instants, in the order of waking. */
    async *sleepsOn(ref: ClockRef) {
      const range = { above: Number.MIN_SAFE_INTEGER };
      const query = { equals: { clock: clockName(ref) }, orderBy: 'due', range } as const;
      for await (const { due, target } of findAll(store, timers, query)) {
        if (target.type === 'sleep' && due !== null)
          yield { run: target.run, node: target.node.replace(/\/\/timeout$/, ''), until: due };
      }
    },

    /** Sets how `whenSettled` learns whether automations are at rest. */
    settlesWith(look: (account: string, since: number) => Promise<boolean>) {
      areAutomationsAtRest = look;
    },

    async whenSettled(ref: ClockRef, timeoutMs: number, since?: number) {
      const clock = clockName(ref);
      const until = performance.now() + timeoutMs;
      const isDone = async () => {
        if (!(await isSettled(clock))) return false;
        if (since === undefined) return true;
        // An automation may have moved the clock on.
        return (await areAutomationsAtRest(ref.account, since)) && (await isSettled(clock));
      };
      for (let pauseMs = firstLookMs; !(await isDone()); pauseMs = Math.min(pauseMs * 1.5, lastLookMs)) {
        if (performance.now() >= until) return false;
        void dispatcher.follow(clock);
        await wait(pauseMs);
      }
      return true;
    },

    async addingAlarm(account, at, change) {
      const result = await alarms.addingAlarm(account, at, change);
      dispatcher.look();
      return result;
    },

    async addingAlarms(account, change) {
      if (!alarms.isWanted()) return change();
      const result = await alarmChanges.make(account, change);
      dispatcher.look();
      return result;
    },

    /** Fires what is due from now on. Timers can be armed before. */
    async start(recurrence: Recurrence, options: { readonly followsAllClocks: boolean }) {
      await alarms.clearUnwanted();
      follower = createFollower({ store, cluster, engine, source, progress, recurrence, alarms, log, outageEnd });
      // Alarms may lie behind a clock that is moved back.
      followsAllClocks = options.followsAllClocks || alarms.isWanted();
      dispatcher.start();
      if (!alarms.isWanted()) return;
      const recover = async () => {
        await alarmChanges.recover();
        dispatcher.look();
      };
      const onError = (thrown: unknown) => log.error({ err: thrown }, 'could not look for alarms after a crash');
      stopRecovering = runPeriodically(recover, { everyMs: recoverEveryMs, onError });
    },

    /** Deletes all that is due for an account, on its clocks and on the wall clock. */
    async erase(account: string) {
      const isOwned = ({ clock, target }: Timer): boolean =>
        clockRef(clock)?.account === account || (target.type !== 'sleep' && target.account === account);
      const all = await Array.fromAsync(findAll(store, timers, {}));
      for (const timer of all) if (isOwned(timer)) await store.delete(timers, timer.id);
      const followed = await Array.fromAsync(findAll(store, followedClocks, {}));
      for (const { id } of followed) if (clockRef(id)?.account === account) await store.delete(followedClocks, id);
    },
    /** Looks which timers are due, since one was added. */
    look: dispatcher.look,
    /** Fires nothing more. Resolves when nothing is being fired here. */
    async stop() {
      await stopRecovering();
      await dispatcher.stop();
    },
  } satisfies Timers & Readonly<Record<string, unknown>>;
}

export type HostTimers = Awaited<ReturnType<typeof createTimers>>;
