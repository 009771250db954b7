import { Cluster, Store } from 'chronoscribe';
import type { WorkflowEngine } from 'chronoscribe/host';
import { silentLog, startProvider } from 'chronoscribe/testing';
import { onTestFinished } from 'vitest';
import { type ControllableClock, openClocks } from '../../../plugins/time-flow/clock.ts';
import { type NamedClocks, openNamedClocks } from '../../../plugins/time-flow/named-clocks.ts';
import sqlite from '../../../providers/store/sqlite/index.ts';
import { createLeases } from '../../concurrency/lease.ts';
import type { AlarmSource } from '../../kinds/timers.ts';
import type { RunState } from '../../kinds/workflow-engine.ts';
import { createTimers, type HostTimers } from '../../timers/timers.ts';
import type { ScheduleDeclaration } from '../schedule-timers.ts';
import { createSchedules, type HostSchedules } from '../schedules.ts';

/** A host's timers and schedules, with the clocks of its accounts. */
export interface TimerHost {
  readonly timers: HostTimers;
  readonly schedules: HostSchedules;
  readonly clock: ControllableClock;
  readonly named: NamedClocks;
  stop(): Promise<void>;
}

type Declared = Omit<ScheduleDeclaration, 'plugin' | 'workflow' | 'launch'>;

/** What hosts share: a real store and a wall clock that the test moves. What timers do is written down. */
export interface TimerBed {
  readonly store: Store;
  /** What was done, in order: `run/node at an instant`, `nightly for default at an instant`. */
  readonly done: string[];
  wall: number;
  /** Is called with each thing before it is written down; may throw, and may arm timers. */
  doing: (what: string) => Promise<void>;
  /** The states of runs that are at work. */
  readonly busy: Set<string>;
  /** The runs of schedules. */
  readonly launched: Set<string>;
  start(options?: {
    readonly isClustered?: boolean;
    readonly schedules?: readonly Declared[];
    readonly alarms?: AlarmSource;
  }): Promise<TimerHost>;
}

export const hour = 3_600_000;
export const day = 24 * hour;

/** The wall clock of a bed shows midnight of this day first. */
export const today = Date.UTC(2026, 0, 1);

const text = (instant: number) => new Date(instant).toISOString().slice(0, 16);

export async function timerBed(): Promise<TimerBed> {
  const provider = await startProvider(Store, sqlite);
  onTestFinished(() => provider.stop());
  const store = provider.instance;
  const cluster: Cluster = { ...provider.provided(Cluster), now: () => bed.wall };
  const launched = new Set<string>();
  const write = async (what: string) => {
    await bed.doing(what);
    bed.done.push(what);
  };
  const engine: Pick<WorkflowEngine, 'wake' | 'state' | 'cancel'> = {
    wake: (run, node, at) => write(`${run}/${node} at ${text(at)}`),
    async cancel(run) {
      await write(`${run} cancelled`);
      return true;
    },
    state: async (id): Promise<RunState> => ({
      ...{ step: null, output: null, problem: null, isWaiting: false },
      status: bed.busy.has(id) ? 'running' : 'done',
    }),
  };

  const bed: TimerBed = {
    store,
    done: [],
    wall: today,
    doing: async () => undefined,
    busy: new Set(),
    launched,

    async start({ isClustered = false, schedules: declared = [], alarms } = {}) {
      const leases = createLeases(cluster, isClustered);
      const timers = await createTimers({ store, cluster, leases, engine, log: silentLog });
      const clock = await openClocks(store, cluster, timers);
      timers.attach(clock);
      const named = await openNamedClocks({ store, cluster, timers, log: silentLog, changed: clock.changed });
      if (alarms !== undefined) timers.attachAlarms(alarms);
      const accounts = { async *createdSince() {} };
      const schedules = createSchedules({ store, timers, accounts, log: silentLog });
      for (const each of declared) {
        schedules.register({
          ...each,
          ...{ plugin: 'lab', workflow: 'count' },
          async launch({ run, account, clockId, at }) {
            if (launched.has(run)) return;
            await write(`${each.name} for ${clockId ?? account} at ${text(at)}`);
            launched.add(run);
          },
        });
      }
      await schedules.start();
      const stop = async () => {
        await named.stop();
        await schedules.stop();
      };
      const host = { timers, schedules, clock, named, stop };
      onTestFinished(host.stop);
      return host;
    },
  };
  return bed;
}

/** A bed with a host. */
export async function startedBed(options: Parameters<TimerBed['start']>[0] = {}) {
  const bed = await timerBed();
  return { bed, host: await bed.start(options) };
}
