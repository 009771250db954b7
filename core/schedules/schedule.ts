import { defaultAccount } from '../accounts/registry.ts';
import type { ScheduleTimes } from '../api/schedule.ts';
import type { ScheduleView } from '../kinds/schedules.ts';
import type { ClockRef } from '../kinds/timers.ts';
import { clockName, wall } from '../timers/stored-timer.ts';
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
  const { name, plugin, workflow, cron, timeZone = 'UTC', clock = 'wall', missed = 'latest', account } = declared;
  try {
    if (!/^[\w.-]+$/.test(name))
      throw new Error('its name has other characters than letters, digits and "-", "_", "."');
    return {
      ...{ name, plugin, workflow, cron, timeZone, clock, missed },
      account: account ?? (clock === 'wall' ? defaultAccount : undefined),
      times: cronTimes(cron, timeZone),
      launch: (firing) => declared.launch(firing),
    };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`plugin ${plugin}: the schedule "${name}" is wrong: ${reason}`, { cause });
  }
}

/** The name of the clock by which a schedule fires for an account, or on a clock that it has created. */
export const clockOfSchedule = ({ clock }: Schedule, ref: ClockRef): string =>
  clock === 'wall' ? wall : clockName(ref);
