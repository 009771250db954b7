import type { Workflow } from './workflow-draft.ts';
import type { ClockName } from './workflow-graph.ts';

/** What is done about the times of a schedule that passed while no host ran. */
export type MissedFirings = 'latest' | 'all' | 'none';

/** What is done about a firing while the run of the one before is at work. */
export type OverlapPolicy = 'parallel' | 'skip' | 'queue' | 'cancel';

/** When a schedule fires. */
export interface ScheduleTimes {
  /**
   * A cron expression of five fields, of six with the seconds first, or of seven with the years last. With fixed hours
   * and minutes it fires once on a day of a time change: a time that is left out fires at the first moment after the
   * gap, a time that occurs twice fires the first time. Other ones, such as every half hour, follow
   * what the clocks on the wall show.
   */
  readonly cron: string;
  /** The IANA name of the time zone of `cron`. Default `UTC`. */
  readonly timeZone?: string;
  /**
   * `wall` (default): real time. `account`: the account's virtual clock. A fast-forward over several times fires at
   * each, in order; a paused clock fires nothing; after a rewind the times are passed again.
   */
  readonly clock?: ClockName;
  /**
   * What is done about times that passed while no host ran: fire for the `latest` (default), for `all`, or for `none`.
   * Of several hosts, none ran if all were away for a minute.
   */
  readonly missed?: MissedFirings;
  /**
   * What is done about a time at which the run of the one before is still at work, sleeps or waits: another run starts
   * `parallel` to it (default); or the time is left out (`skip`); or it fires once that run has ended (`queue`, looked at
   * every five seconds); or that run is cancelled first (`cancel`).
   */
  readonly overlap?: OverlapPolicy;
}

/**
 * A schedule of a plugin: which workflow is started when.
 *
 * @example
 * ```ts
 * const report = workflow<{ readonly days: number }>('report')
 *   .step('write', ({ input }) => `The last ${input.days} days`)
 *   .answer((text, { runId }) => ({ body: { text }, location: `/reports/${runId}` }));
 *
 * export default definePlugin({
 *   name: 'reports',
 *   auth: 'clinical',
 *   schedules: {
 *     weekly: { cron: '0 7 * * MON', timeZone: 'Europe/Berlin', run: report, input: { days: 7 } },
 *     monthly: { cron: '0 7 1 * *', clock: 'account', missed: 'all', run: report, input: { days: 30 } },
 *   },
 *   routes: () => [],
 * });
 * ```
 */
export interface ScheduleDefinition<Input> extends ScheduleTimes {
  readonly run: Workflow<Input, unknown>;
  readonly input: NoInfer<Input>;
  /**
   * The account whose run it is. Default: on the wall clock the account `default`; on the account's clock every
   * account, each by its own clock.
   */
  readonly account?: string;
}

/** The schedules of a plugin, by name. `Inputs` are the inputs of their workflows, by the same names. */
export type ScheduleDefinitions<Inputs> = { readonly [Name in keyof Inputs]: ScheduleDefinition<Inputs[Name]> };
