import { randomUUID } from 'node:crypto';
import type { Store } from '../kinds/store.ts';
import { setAside } from '../timers/fire.ts';
import type { Progress } from '../timers/progress.ts';
import { isSchedule } from '../timers/recurrence.ts';
import type { Course } from '../timers/segments.ts';
import { followedClocks, type ScheduleTimer, timers } from '../timers/stored-timer.ts';
import { clockOfSchedule, type Schedule } from './schedule.ts';

/** The timers of schedules in the store: one for each schedule and account. */
export interface ScheduleTimers {
  get(schedule: Schedule, account: string): Promise<ScheduleTimer | undefined>;
  /** Stores the timer if it is missing, or if the times of the schedule were changed. */
  prepare(schedule: Schedule, account: string): Promise<void>;
  setPaused(schedule: Schedule, account: string, paused: boolean): Promise<void>;
  /** The schedule fires next after an instant of its clock. */
  rearm(schedule: Schedule, account: string, after: number): Promise<void>;
}

export function createScheduleTimers(parts: {
  readonly store: Store;
  readonly progress: Progress;
  /** What a clock shows now. */
  course(clock: string): Promise<Course>;
}): ScheduleTimers {
  const { store, progress } = parts;
  /** The ids of timers that this host has seen as they should be. */
  const prepared = new Set<string>();

  const get = async (schedule: Schedule, account: string) => {
    const timer = await store.get(timers, timerId(schedule, account));
    return timer !== undefined && isSchedule(timer) ? timer : undefined;
  };

  /**
   * Stores what a change makes of a timer, for the present of its clock: what it shows, or where it is on its way to
   * that.
   */
  async function change(
    schedule: Schedule,
    account: string,
    changed: (timer: ScheduleTimer | undefined, present: number) => ScheduleTimer | undefined,
  ): Promise<void> {
    const clock = clockOfSchedule(schedule, account);
    const course = await parts.course(clock);
    await store.transaction(async (documents) => {
      const timer = await documents.get(timers, timerId(schedule, account));
      const followed = await documents.get(followedClocks, clock);
      const isOnTheWay = followed !== undefined && followed.moves < course.moveCount;
      const present = isOnTheWay ? followed.reached : course.reading.now;
      const next = changed(timer !== undefined && isSchedule(timer) ? timer : undefined, present);
      if (next === undefined) return;
      await documents.put(timers, next);
      if (next.due !== null) await progress.expect(documents, clock, course, next.due);
    });
  }

  return {
    get,

    async prepare(schedule, account) {
      const id = timerId(schedule, account);
      if (prepared.has(id)) return;
      const clock = clockOfSchedule(schedule, account);
      const times = timesOf(schedule);
      await change(schedule, account, (timer, present) => {
        const isSame = timer?.target.times === times;
        if (isSame && timer.clock === clock) return undefined;
        const paused = timer?.target.paused ?? false;
        // Set aside while no host had the schedule: on the wall clock what passed meanwhile was missed.
        const isKept = isSame && schedule.clock === 'wall' && timer.clock === setAside(clock);
        return {
          ...{ id, clock, armedAfter: 0, run: null },
          due: paused ? null : isKept ? timer.due : schedule.times.next(present),
          target: {
            ...{ type: 'schedule', name: schedule.name, account, times, paused },
            launch: timer?.target.launch ?? randomUUID(),
            last: timer?.target.last ?? null,
          },
        };
      });
      prepared.add(id);
    },

    setPaused: (schedule, account, paused) =>
      change(schedule, account, (timer, present) => {
        if (timer === undefined || timer.target.paused === paused) return undefined;
        const due = paused ? null : schedule.times.next(present);
        return { ...timer, due, target: { ...timer.target, paused } };
      }),

    async rearm(schedule, account, after) {
      await store.transaction(async (documents) => {
        const timer = await documents.get(timers, timerId(schedule, account));
        if (timer === undefined || !isSchedule(timer) || timer.target.paused) return;
        await documents.put(timers, { ...timer, due: schedule.times.next(after) });
      });
    },
  };
}

function timerId({ name }: Schedule, account: string): string {
  return `schedule/${name}/${account}`;
}

function timesOf({ cron, timeZone }: Schedule): string {
  return `${cron} ${timeZone}`;
}
