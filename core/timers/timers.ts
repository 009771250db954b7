import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../api/logger.ts';
import type { Leases } from '../concurrency/lease.ts';
import { runPeriodically } from '../concurrency/periodic.ts';
import type { Cluster } from '../kinds/cluster.ts';
import type { Store } from '../kinds/store.ts';
import type { ClockRef, Timers } from '../kinds/timers.ts';
import type { WorkflowEngine } from '../kinds/workflow-engine.ts';
import { openAlarmChanges } from './alarm-changes.ts';
import { type Alarms, createAlarms } from './alarms.ts';
import { whenAtRest } from './at-rest.ts';
import { createClockDeletion, eraseTimers } from './clock-deletion.ts';
import { type ClockSource, createClockSource } from './clock-source.ts';
import { createDispatcher } from './dispatcher.ts';
import { createFollower } from './follow.ts';
import { createProgress, type Progress } from './progress.ts';
import type { Recurrence } from './recurrence.ts';
import { type ClockSleep, createSleeps } from './sleeps.ts';
import { clockName, type FollowedClock, followedClocks, timers } from './stored-timer.ts';

/** The timers as the host uses them. */
export interface HostTimers extends Timers {
  readonly source: ClockSource;
  readonly progress: Progress;
  readonly alarms: Pick<Alarms, 'isWanted' | 'prepare'>;
  /** Sets how `whenSettled` learns whether automations are at rest. */
  settlesWith(areAutomationsAtRest: (account: string, since: number) => Promise<boolean>): void;
  /** Fires what is due from now on. Timers can be armed before. */
  start(recurrence: Recurrence, options: { readonly followsAllClocks: boolean }): Promise<void>;
  /** Deletes all that is due for an account, on its clocks and on the wall clock. */
  erase(account: string): Promise<void>;
  /** What sleeps on a clock, in the order of waking. */
  sleepsOn(clock: ClockRef): AsyncIterable<ClockSleep>;
  /** Looks which timers are due, since one was added. */
  look(): void;
  /** Fires nothing more. Resolves when nothing is being fired here. */
  stop(): Promise<void>;
}

export interface TimerParts {
  readonly store: Store;
  readonly cluster: Cluster;
  readonly leases: Leases;
  readonly engine: Pick<WorkflowEngine, 'wake' | 'state' | 'cancel'>;
  readonly log: Logger;
}

/** Hosts that share a store count as away if none has followed a clock for this time, in milliseconds. */
const awayMs = 60_000;
/** How often alarms are looked for that a host which died has added, in milliseconds. */
const recoverEveryMs = 30_000;
/** How soon and how late `whenSettled` looks again, in milliseconds. */
const [firstLookMs, lastLookMs] = [5, 100];

export async function createTimers({ store, cluster, leases, engine, log }: TimerParts): Promise<HostTimers> {
  await store.prepare(timers, followedClocks);
  const startedAt = cluster.now();
  const source = createClockSource(cluster);
  const progress = createProgress(store, cluster, leases, source);
  const sleeps = createSleeps({ store, source, progress });
  const alarms = createAlarms({ store, source, progress });
  const alarmChanges = await openAlarmChanges({
    store,
    leases,
    present: async (account) => (await source.course(clockName({ account }), Number.POSITIVE_INFINITY)).reading.now,
    lookAfter: alarms.lookAfter,
    log,
  });
  let stopRecovering = async () => {};
  let follower: ReturnType<typeof createFollower> | undefined;
  let followsAllClocks = false;
  let areAutomationsAtRest: (account: string, since: number) => Promise<boolean> = async () => true;
  const dispatcher = createDispatcher({
    cluster,
    progress,
    log,
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
    deleteClock: createClockDeletion(store, engine),
    // A clock that was created has no timers but those that were armed on it.
    operating: (documents, clock, before) =>
      progress.operating(documents, clockName(clock), before, followsAllClocks && clock.clockId === undefined),
    operated: (clock) => void dispatcher.follow(clockName(clock)),

    async arm(sleep) {
      await sleeps.arm(sleep);
      dispatcher.look();
    },

    disarm: sleeps.disarm,
    sleepsOn: sleeps.on,

    settlesWith(look) {
      areAutomationsAtRest = look;
    },

    async whenSettled(ref, timeoutMs, since) {
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

    async start(recurrence, options) {
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

    erase: (account) => eraseTimers(store, account),
    look: dispatcher.look,
    async stop() {
      await stopRecovering();
      await dispatcher.stop();
    },
  };
}
