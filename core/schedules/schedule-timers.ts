import { randomUUID } from 'node:crypto';
import { defaultAccount } from '../accounts/registry.ts';
import type { ScheduleTimes } from '../api/schedule.ts';
import { messageOf } from '../api/text.ts';
import type { ScheduleView } from '../kinds/schedules.ts';
import type { Store } from '../kinds/store.ts';
import type { ClockRef } from '../kinds/timers.ts';
import { isSchedule, setAside } from '../timers/fire.ts';
import { type Course, type Progress, presentOf } from '../timers/progress.ts';
import { clockName, followedClocks, type ScheduleTimer, timers, wall } from '../timers/stored-timer.ts';
import { type CronTimes, cronTimes } from './cron.ts';

/** A firing of a schedule. */
export interface ScheduleFiring extends ClockRef {
  /** The id for the run that it starts: the same if the firing is repeated after a crash. */
  readonly run: string;
  /** For which instant it fires, on the clock of the schedule, in milliseconds since 1970. */
  readonly at: number;
}

/** A schedule as it is declared: when what is launched. */
export interface ScheduleDeclaration extends ScheduleTimes {
  /** Unique in the installation; part of paths. */
  readonly name: string;
  /** Who declares it, for messages and views: the name of a plugin. */
  readonly plugin: string;
  /** That plugin with its file, for messages. Default: its name. */
  readonly title?: string;
  /** The name of the workflow that it starts. */
  readonly workflow: string;
  /** See `ScheduleDefinition.account`. */
  readonly account?: string | undefined;
  /** Starts the run of a firing. A repeated call must change nothing, so it launches the run under its given id. */
  launch(firing: ScheduleFiring): Promise<void>;
}

/** A schedule whose declaration was found right. */
export interface Schedule extends Omit<ScheduleView, 'paused' | 'last' | 'next'> {
  /** The one account that it is for; undefined: every account. */
  readonly account: string | undefined;
  readonly times: CronTimes;
  launch(firing: ScheduleFiring): Promise<void>;
}

/** @throws Error that names the plugin, the schedule and what is wrong */
export function parseSchedule(declared: ScheduleDeclaration): Schedule {
  const { name, plugin, workflow, cron, timeZone = 'UTC', clock = 'wall', account } = declared;
  const { missed = 'latest', overlap = 'parallel' } = declared;
  try {
    if (!/^[\w.-]+$/.test(name))
      throw new Error('its name has other characters than letters, digits and "-", "_", "."');
    return {
      ...{ name, plugin, workflow, cron, timeZone, clock, missed, overlap },
      account: account ?? (clock === 'wall' ? defaultAccount : undefined),
      times: cronTimes(cron, timeZone),
      launch: (firing) => declared.launch(firing),
    };
  } catch (cause) {
    const { title = `plugin ${plugin}` } = declared;
    throw new Error(`${title}: the schedule "${name}" is wrong: ${messageOf(cause)}`, { cause });
  }
}

/** The name of the clock by which a schedule fires for an account, or on a clock that it has created. */
export const clockOfSchedule = ({ clock }: Schedule, ref: ClockRef): string =>
  clock === 'wall' ? wall : clockName(ref);

/**
 * The timers of schedules in the store: one for each schedule and account, and one for each clock that the account has
 * created and resumed the schedule on.
 */
export function createScheduleTimers(parts: {
  readonly store: Store;
  readonly progress: Progress;
  /** What a clock shows now. */
  course(clock: string): Promise<Course>;
}) {
  const { store, progress } = parts;
  /** The times of timers that this host has seen as they should be, by their ids. */
  const prepared = new Map<string, string>();

  const get = async (schedule: Schedule, ref: ClockRef) => {
    const timer = await store.get(timers, timerId(schedule, ref));
    return timer !== undefined && isSchedule(timer) ? timer : undefined;
  };

  /**
   * Stores what a change makes of a timer, for the present of its clock: what it shows, or where it is on its way to
   * that.
   */
  async function change(
    schedule: Schedule,
    ref: ClockRef,
    changed: (timer: ScheduleTimer | undefined, present: number) => ScheduleTimer | undefined,
  ): Promise<void> {
    const clock = clockOfSchedule(schedule, ref);
    const course = await parts.course(clock);
    await store.transaction(async (documents) => {
      const timer = await documents.get(timers, timerId(schedule, ref));
      const present = presentOf(await documents.get(followedClocks, clock), course);
      const next = changed(timer !== undefined && isSchedule(timer) ? timer : undefined, present);
      if (next === undefined) return;
      await documents.put(timers, next);
      if (next.due !== null) await progress.expect(documents, clock, course, next.due);
    });
  }

  return {
    get,

    /**
     * Stores the timer of the account's own clock if it is missing, or if the times of the schedule were changed. On other
     * clocks a schedule is paused until it is resumed.
     */
    async prepare(schedule: Schedule, ref: ClockRef) {
      const id = timerId(schedule, ref);
      const times = timesOf(schedule);
      if (ref.clockId !== undefined || prepared.get(id) === times) return;
      const clock = clockOfSchedule(schedule, ref);
      await change(schedule, ref, (timer, present) => {
        const isSame = timer?.target.times === times;
        if (isSame && timer.clock === clock) return undefined;
        const paused = timer?.target.paused ?? false;
        // Set aside while no host had the schedule: on the wall clock what passed meanwhile was missed.
        const isKept = isSame && schedule.clock === 'wall' && timer.clock === setAside(clock);
        const due = paused ? null : isKept ? timer.due : schedule.times.next(present);
        return newTimer(schedule, ref, { due, paused }, timer);
      });
      prepared.set(id, times);
    },

    /** @throws Problem `clock-not-found` */
    setPaused: (schedule: Schedule, ref: ClockRef, paused: boolean) =>
      change(schedule, ref, (timer, present) => {
        if ((timer?.target.paused ?? true) === paused) return undefined;
        const due = paused ? null : schedule.times.next(present);
        return newTimer(schedule, ref, { due, paused }, timer);
      }),

    /** The schedule fires next after an instant of its clock. */
    async rearm(schedule: Schedule, ref: ClockRef, after: number) {
      await store.transaction(async (documents) => {
        const timer = await documents.get(timers, timerId(schedule, ref));
        if (timer === undefined || !isSchedule(timer) || timer.target.paused) return;
        await documents.put(timers, { ...timer, due: schedule.times.next(after) });
      });
    },
  };
}

export type ScheduleTimers = ReturnType<typeof createScheduleTimers>;

/** The timer of a schedule, with what an earlier one knows of its firings. */
function newTimer(
  schedule: Schedule,
  ref: ClockRef,
  { due, paused }: { readonly due: number | null; readonly paused: boolean },
  earlier: ScheduleTimer | undefined,
): ScheduleTimer {
  return {
    ...{ id: timerId(schedule, ref), clock: clockOfSchedule(schedule, ref), due, armedAfter: 0, run: null },
    target: {
      ...{ type: 'schedule', name: schedule.name, account: ref.account, times: timesOf(schedule), paused },
      launch: earlier?.target.launch ?? randomUUID(),
      last: earlier?.target.last ?? null,
      ran: earlier?.target.ran ?? null,
    },
  };
}

function timerId({ name }: Schedule, { account, clockId }: ClockRef): string {
  const id = `schedule/${name}/${account}`;
  return clockId === undefined ? id : `${id}/${clockId}`;
}

const timesOf = ({ cron, timeZone }: Schedule): string => `${cron} ${timeZone}`;
