import { z } from 'zod';
import { defineKind } from '../api/kind.ts';
import type { RunReader } from './runs.ts';

const instant = 'Milliseconds since 1970, on the clock of the schedule';

/** A schedule as an account sees it. */
export const ScheduleView = z
  .object({
    name: z.string().describe('Unique in the installation'),
    plugin: z.string().describe('Who declared it'),
    workflow: z.string().describe('What it starts'),
    cron: z
      .string()
      .describe('Minute, hour, day, month, weekday; if there are more fields, seconds before and years after'),
    timeZone: z.string().describe('IANA name of the time zone of the cron expression'),
    clock: z.enum(['wall', 'account']).describe("Whether it follows real time or the account's clock"),
    missed: z.enum(['latest', 'all', 'none']).describe('For which of the times it fires that passed while no host ran'),
    overlap: z
      .enum(['parallel', 'skip', 'queue', 'cancel'])
      .describe('What is done about a time at which the run before is still at work'),
    paused: z.boolean().describe('Whether it is kept from firing'),
    last: z.int().nullable().describe(`For which time it fired last; null if never. ${instant}`),
    next: z.array(z.int()).readonly().describe(`The next three times; none while it is paused. ${instant}`),
  })
  .meta({ id: 'Schedule' });

export type ScheduleView = Readonly<z.output<typeof ScheduleView>>;

/**
 * The schedules of all plugins. Provided by the host. A schedule on the wall clock belongs to the installation: only a
 * key with the scope `admin` changes it. One on the account's clock has a state of its own for each account, and for each
 * clock that an account has created: there it is paused until it is resumed. A `clockId` names such a clock; without it,
 * and for a schedule on the wall clock, the account's own is meant. The methods throw `clock-not-found` if it does not
 * exist.
 *
 * @example
 * const reader = { account, scopes: ['admin'] } as const;
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
  /**
   * Starts its workflow once for each of its times in a range that the clock has passed, at most 100, whatever its
   * `overlap` says. Its times stay as they are.
   *
   * @param range in milliseconds since 1970, on the clock of the schedule, without `to`
   * @param operationId a repeated call with the same one starts the same runs
   * @returns the runs, and for which time each is
   * @throws Problem `not-found`; `forbidden`; `invalid-request` for more times
   */
  backfill(
    reader: RunReader,
    name: string,
    range: { readonly from: number; readonly to: number },
    operationId: string,
    clockId?: string,
  ): Promise<readonly { readonly id: string; readonly at: number }[]>;
}

export const Schedules = defineKind<Schedules>('schedules');
