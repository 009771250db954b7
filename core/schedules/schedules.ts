import { type AccountRegistry, defaultAccount } from '../accounts/registry.ts';
import { Problem } from '../api/problem.ts';
import { derivedUuid } from '../api/text.ts';
import type { Ground } from '../concurrency/ground.ts';
import { runPeriodically } from '../concurrency/periodic.ts';
import type { RunReader } from '../kinds/runs.ts';
import type { Schedules, ScheduleView } from '../kinds/schedules.ts';
import type { ClockRef } from '../kinds/timers.ts';
import type { Recurrence } from '../timers/fire.ts';
import { clockName, clockRef, type ScheduleTimer } from '../timers/stored-timer.ts';
import type { HostTimers } from '../timers/timers.ts';
import {
  clockOfSchedule,
  createScheduleTimers,
  parseSchedule,
  type Schedule,
  type ScheduleDeclaration,
  type ScheduleTimers,
} from './schedule-timers.ts';

/** How soon the schedules of a new account are armed whose clock is not operated, in milliseconds. */
const newAccountsEveryMs = 60_000;
const shownTimes = 3;
/** How many times one backfill may start runs for. */
const mostBackfilled = 100;

/** The schedules as the host uses them. */
export function createSchedules(
  parts: Pick<Ground, 'store' | 'log'> & {
    readonly timers: HostTimers;
    readonly accounts: Pick<AccountRegistry, 'createdSince'>;
  },
) {
  const { store, timers, accounts, log } = parts;
  const schedules = new Map<string, Schedule>();
  const course = (clock: string) => timers.source.course(clock, Number.POSITIVE_INFINITY);
  const stored = createScheduleTimers({ store, progress: timers.progress, course });
  /** The names of those that came while the host ran, and may go. */
  const followed = new Set<string>();
  let isStarted = false;
  let stopSweeping: () => Promise<void> = async () => undefined;

  const isFor = (schedule: Schedule, account: string) =>
    schedule.clock === 'wall' || (schedule.account ?? account) === account;

  /** The clock whose timer a reader means. The wall clock is one for all. */
  const clockFor = (schedule: Schedule, { account }: RunReader, clockId: string | undefined): ClockRef => ({
    account: schedule.account ?? account,
    clockId: schedule.clock === 'wall' ? undefined : clockId,
  });

  const requireClock = async ({ account }: RunReader, clockId: string | undefined): Promise<void> => {
    if (clockId !== undefined) await course(clockName({ account, clockId }));
  };

  const view = async (schedule: Schedule, ref: ClockRef): Promise<ScheduleView> => {
    const timer = await stored.get(schedule, ref);
    const paused = timer?.target.paused ?? ref.clockId !== undefined;
    const { name, plugin, workflow, cron, timeZone, clock, missed, overlap } = schedule;
    const next: number[] = [];
    if (!paused) {
      const { reading } = await course(clockOfSchedule(schedule, ref));
      for (let at = schedule.times.next(reading.now); at !== null && next.length < shownTimes; ) {
        next.push(at);
        at = schedule.times.next(at);
      }
    }
    const last = timer?.target.last ?? null;
    return { name, plugin, workflow, cron, timeZone, clock, missed, overlap, paused, last, next };
  };

  const changeable = (reader: RunReader, name: string): Schedule => {
    const schedule = schedules.get(name);
    if (schedule === undefined || !isFor(schedule, reader.account)) {
      throw new Problem('not-found', { detail: 'There is no such schedule. GET /api/v1/schedules lists them.' });
    }
    if (schedule.clock === 'wall' && !reader.scopes.includes('admin')) {
      throw new Problem('forbidden', {
        detail: 'This schedule belongs to the installation. Use a key that has the scope "admin".',
      });
    }
    return schedule;
  };

  const setPaused = async (
    reader: RunReader,
    name: string,
    { paused, clockId }: { readonly paused: boolean; readonly clockId: string | undefined },
  ): Promise<ScheduleView> => {
    const schedule = changeable(reader, name);
    await requireClock(reader, clockId);
    const ref = clockFor(schedule, reader, clockId);
    await stored.prepare(schedule, ref);
    await stored.setPaused(schedule, ref, paused);
    timers.look();
    return view(schedule, ref);
  };

  /** Arms the schedules and the alarms of the accounts that were created since an instant. */
  const prepareAccounts = async (recurring: readonly Schedule[], since: number): Promise<void> => {
    for await (const account of accounts.createdSince(since)) {
      for (const schedule of recurring) await stored.prepare(schedule, { account });
      await timers.alarms.prepare(account);
    }
    timers.look();
  };

  return {
    /**
     * Adds a schedule. Called before `start`.
     *
     * @throws Error that names the plugin, the schedule and what is wrong: its times, its name, or that it has the name of
     *   another one
     */
    register(declared: ScheduleDeclaration) {
      const schedule = parseSchedule(declared);
      const other = schedules.get(schedule.name);
      if (other !== undefined) {
        const claimants = [other.plugin, schedule.plugin].map((plugin) => `plugin ${plugin}`).join(' and ');
        throw new Error(
          `The schedule "${schedule.name}" is declared by ${claimants}. Rename one of them, or disable its plugin.`,
        );
      }
      schedules.set(schedule.name, schedule);
    },

    has: (name: string) => schedules.has(name) && !followed.has(name),

    /** Fires these from now on, on the wall clock, and no longer those of the call before. */
    async follow(declared: readonly ScheduleDeclaration[]) {
      for (const name of followed) schedules.delete(name);
      followed.clear();
      for (const each of declared) {
        const schedule = parseSchedule(each);
        followed.add(schedule.name);
        schedules.set(schedule.name, schedule);
        if (isStarted) await stored.prepare(schedule, { account: schedule.account ?? defaultAccount });
      }
      if (isStarted) timers.look();
    },

    /** The names of the schedules on accounts' clocks. */
    onAccountClocks: () => [...schedules.values()].filter(({ clock }) => clock === 'account').map(({ name }) => name),

    /** Starts to fire, and starts all other timers. */
    async start() {
      const all = [...schedules.values()];
      for (const schedule of all)
        if (schedule.account !== undefined) await stored.prepare(schedule, { account: schedule.account });
      const forEveryone = all.filter(({ account }) => account === undefined);
      const followsAllClocks = all.some(({ clock }) => clock === 'account');
      isStarted = true;
      await timers.start(createRecurrence(schedules, stored), { followsAllClocks });
      if (forEveryone.length === 0 && !timers.alarms.isWanted()) return;
      let since = 0;
      stopSweeping = runPeriodically(
        async () => {
          const startedAt = Date.now();
          await prepareAccounts(forEveryone, since);
          // Clocks of hosts differ, and an account is seen some time after its creation.
          since = startedAt - newAccountsEveryMs;
        },
        {
          everyMs: newAccountsEveryMs,
          onError: (cause) =>
            log.error(
              { err: cause },
              'the schedules and alarms of new accounts could not be armed; trying again in a minute',
            ),
        },
      );
    },

    /** Fires nothing more. */
    async stop() {
      await stopSweeping();
      await timers.stop();
    },

    async list(reader: RunReader, clockId?: string) {
      await requireClock(reader, clockId);
      return Promise.all(
        [...schedules.values()]
          .filter((schedule) => isFor(schedule, reader.account))
          .toSorted((one, other) => (one.name < other.name ? -1 : 1))
          .map((schedule) => view(schedule, clockFor(schedule, reader, clockId))),
      );
    },
    pause: (reader: RunReader, name: string, clockId?: string) => setPaused(reader, name, { paused: true, clockId }),
    resume: (reader: RunReader, name: string, clockId?: string) => setPaused(reader, name, { paused: false, clockId }),

    async run(reader: RunReader, name: string, operationId: string, clockId?: string) {
      const schedule = changeable(reader, name);
      await requireClock(reader, clockId);
      const ref = clockFor(schedule, reader, clockId);
      const { reading } = await course(clockOfSchedule(schedule, ref));
      const run = derivedUuid(`schedule ${name} ${ref.account} ${operationId}`);
      await schedule.launch({ run, ...ref, at: reading.now });
      return run;
    },

    async backfill(
      reader: RunReader,
      name: string,
      { from, to }: { readonly from: number; readonly to: number },
      operationId: string,
      clockId?: string,
    ) {
      const schedule = changeable(reader, name);
      await requireClock(reader, clockId);
      const ref = clockFor(schedule, reader, clockId);
      const { reading } = await course(clockOfSchedule(schedule, ref));
      const times: number[] = [];
      const { next } = schedule.times;
      for (let at = next(from - 1); at !== null && at < to && at <= reading.now; at = next(at)) {
        times.push(at);
        if (times.length <= mostBackfilled) continue;
        const detail = `more than ${mostBackfilled} times of the schedule lie before it. Give an earlier one.`;
        const errors = [{ in: 'body' as const, path: ['to'], detail, type: 'too_many_times' }];
        throw new Problem('invalid-request', { detail: `to: ${detail}`, errors });
      }
      const runs = times.map((at) => ({ id: derivedUuid(`backfill ${name} ${ref.account} ${at} ${operationId}`), at }));
      for (const { id, at } of runs) await schedule.launch({ run: id, ...ref, at });
      return runs;
    },
  } satisfies Schedules & Readonly<Record<string, unknown>>;
}

export type HostSchedules = ReturnType<typeof createSchedules>;

/** The schedules of this host, as timers know them. */
export function createRecurrence(schedules: ReadonlyMap<string, Schedule>, timers: ScheduleTimers): Recurrence {
  const find = ({ target }: ScheduleTimer): Schedule => {
    const schedule = schedules.get(target.name);
    if (schedule === undefined) throw new Error(`No plugin of this host declares the schedule "${target.name}".`);
    return schedule;
  };
  /** The schedules that fire by a clock of an account. */
  const onClock = (clock: string) => {
    const ref = clockRef(clock);
    if (ref === undefined) return [];
    return [...schedules.values()]
      .filter((each) => each.clock === 'account' && (each.account ?? ref.account) === ref.account)
      .map((schedule) => ({ schedule, ref }));
  };
  return {
    async prepare(clock) {
      for (const { schedule, ref } of onClock(clock)) await timers.prepare(schedule, ref);
    },
    knows: ({ target }) => schedules.has(target.name),
    launch: (timer, at) => {
      const { launch: run, account } = timer.target;
      return find(timer).launch({ run, account, clockId: clockRef(timer.clock)?.clockId, at });
    },
    overlap: (timer) => find(timer).overlap,
    next: (timer, after) => find(timer).times.next(after),
    missed(timer, upTo) {
      const { missed, times } = find(timer);
      switch (missed) {
        case 'all':
          return timer.due ?? undefined;
        case 'latest':
          return times.latest(upTo) ?? undefined;
        case 'none':
          return undefined;
        default:
          return missed satisfies never;
      }
    },
    async rearm(clock, after) {
      for (const { schedule, ref } of onClock(clock)) await timers.rearm(schedule, ref, after);
    },
  };
}
