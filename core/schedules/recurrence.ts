import type { Recurrence } from '../timers/recurrence.ts';
import { clockRef, type ScheduleTimer } from '../timers/stored-timer.ts';
import type { Schedule } from './schedule.ts';
import type { ScheduleTimers } from './schedule-timers.ts';

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
