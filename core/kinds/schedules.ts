import { defineKind } from '../api/kind.ts';
import type { MissedFirings } from '../api/schedule.ts';
import type { ClockName } from '../api/workflow-node.ts';
import type { RunReader } from './runs.ts';

/** A schedule as an account sees it. Instants are in milliseconds since 1970, on the clock of the schedule. */
export interface ScheduleView {
  readonly name: string;
  /** Who declared it: the name of a plugin. */
  readonly plugin: string;
  readonly workflow: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly clock: ClockName;
  readonly missed: MissedFirings;
  readonly paused: boolean;
  /** For which time it fired last; null: never. */
  readonly last: number | null;
  /** The next three times; none while it is paused. */
  readonly next: readonly number[];
}

/**
 * The schedules of all plugins. Provided by the host. A schedule on the wall clock belongs to the installation: only a
 * key with the scope `admin` changes it. One on the account's clock has a state of its own for each account, and for each
 * clock that an account has created: there it is paused until it is resumed. A `clockId` names such a clock; without it,
 * and for a schedule on the wall clock, the account's own is meant. The methods throw `clock-not-found` if it does not
 * exist.
 *
 * @example
 * const reader: RunReader = { account, scopes: ['admin'] };
 * for (const { name, clock } of await schedules.list(reader)) {
 *   if (clock === 'wall') await schedules.pause(reader, name);
 * }
 */
export interface Schedules {
  /** The schedules that concern an account, by name. */
  list(reader: RunReader, clockId?: string): Promise<readonly ScheduleView[]>;
  /** Stops a schedule from firing. @throws Problem `not-found`; `forbidden` */
  pause(reader: RunReader, name: string, clockId?: string): Promise<ScheduleView>;
  /** Lets it fire again, from its next time on. @throws Problem `not-found`; `forbidden` */
  resume(reader: RunReader, name: string, clockId?: string): Promise<ScheduleView>;
  /**
   * Starts its workflow now, also if it is paused. Its times stay as they are.
   *
   * @param operationId a repeated call with the same one starts one run
   * @returns the id of the run
   * @throws Problem `not-found`; `forbidden`
   */
  run(reader: RunReader, name: string, operationId: string, clockId?: string): Promise<string>;
}

export const Schedules = defineKind<Schedules>('schedules');
