import { z } from 'zod';
import { defineKind } from '../api/kind.ts';
import { type SeenVersion, WrittenVersion } from '../api/version.ts';
import type { RunReader } from './runs.ts';

/** How often an automation fired in the last 24 hours, by what became of it. */
const AutomationCounts = z.object({
  fired: z.int().describe('Events for it, in all'),
  waiting: z.int().describe('Waiting for an earlier run of it'),
  started: z.int().describe('Running now'),
  done: z.int().describe('All actions were done'),
  skipped: z.int().describe('The condition did not hold'),
  failed: z.int().describe('The run has failed; retry it'),
  cancelled: z.int().describe('The run was cancelled'),
  replaced: z.int().describe('A newer event came first (mode `latest`)'),
  loop: z.int().describe('Not started, since automations had set each other off 16 times in a row'),
});

const schedule = z.strictObject({
  cron: z.string().min(1).describe('Minute, hour, day, month, weekday: `0 7 * * MON`'),
  timeZone: z.string().optional().describe('IANA name of a time zone; default UTC'),
});

/** An automation as it is written while the host runs. What its names and expressions mean is checked elsewhere. */
export const AutomationDefinition = z.strictObject({
  on: z.union([z.string(), z.array(z.string()).min(1), schedule]).describe('A trigger, several, or a schedule'),
  if: z.string().min(1).optional().describe('A condition in CEL; default: always'),
  do: z
    .array(z.record(z.string(), z.unknown()))
    .min(1)
    .describe('The actions, in order, each with its input: `{ "ehr.push": { "transcript": "=record.id" } }`'),
  mode: z.enum(['queued', 'parallel', 'latest']).optional().describe('Default `queued`'),
  account: z.string().min(1).optional().describe('The account; default: every account, of a schedule `default`'),
});
export type AutomationDefinition = z.output<typeof AutomationDefinition>;

const written = WrittenVersion.extend({
  definition: AutomationDefinition.describe('What was written'),
  changedAt: z.number().describe('When, in milliseconds since 1970'),
  by: z.string().describe('By whom'),
  fault: z.string().nullable().describe('Why it does nothing; null if it works'),
});

/** An automation, and how often it fired. */
export const AutomationView = z.object({
  name: z.string().describe('Its name'),
  on: z.array(z.string()).readonly().describe('The triggers, the schedule or the folder'),
  actions: z.array(z.string()).readonly().describe('What it does, in order'),
  mode: z
    .enum(['queued', 'parallel', 'latest'])
    .describe('One run after another, all at once, or only for the latest event that waits'),
  account: z.string().nullable().describe('The account that it is for; null: every account'),
  counts: AutomationCounts.describe('Of the last 24 hours'),
  configured: z.boolean().describe('Whether it stands in the configuration, or a plugin brings it'),
  written: written
    .nullable()
    .describe('What was written while the host ran; null if nothing was. What is configured is stronger'),
});

export type AutomationCounts = z.output<typeof AutomationCounts>;
export type AutomationView = Readonly<z.output<typeof AutomationView>>;

/** What an automation would do for an event. */
export const AutomationTrial = z.object({
  condition: z.boolean().nullable().describe('Whether it would run; null if the condition has no value'),
  actions: z
    .array(
      z.object({
        action: z.string().describe('Its name'),
        input: z.unknown().describe('What it would be given; null if that has no value'),
        error: z.string().nullable().describe('Why its input has no value; null if it has one'),
      }),
    )
    .readonly()
    .describe('In order; none of them is done'),
  error: z.string().nullable().describe('Why the condition has no value; null if it has one'),
});

export type AutomationTrial = z.output<typeof AutomationTrial>;

const instant = z.int().describe('Milliseconds since 1970');

/** What an automation would have done for events of the past, and when it fires next. */
export const AutomationOutlook = z.object({
  next: z.array(instant).readonly().describe('The next five times of a schedule; of a trigger none'),
  past: z
    .array(
      AutomationTrial.extend({
        at: instant.describe('When it happened; milliseconds since 1970'),
        trigger: z.string().describe('Its trigger'),
        payload: z.record(z.string(), z.unknown()).describe('What it told'),
      }),
    )
    .readonly()
    .describe('The latest events of its triggers that are still known in the account, newest first'),
});
export type AutomationOutlook = z.output<typeof AutomationOutlook>;

const fields = z.record(z.string(), z.unknown());

/** What automations can be made of. */
export const AutomationCatalog = z.object({
  triggers: z
    .array(z.object({ name: z.string().describe('Its name'), payload: fields.describe('JSON Schema of its payload') }))
    .describe('What can happen'),
  actions: z
    .array(z.object({ name: z.string().describe('Its name'), input: fields.describe('JSON Schema of its input') }))
    .describe('What can be done. An action that is given a folder is for the configuration alone'),
});
export type AutomationCatalog = z.output<typeof AutomationCatalog>;

/** An event that has happened. */
export interface PastEvent {
  /** Wall time in milliseconds since 1970. */
  readonly at: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * The automations of the configuration, and those that were written since. Provided by the host.
 *
 * @example
 * async function namesOfFailing(automations: Automations) {
 *   const failing = (await automations.list()).filter(({ counts }) => counts.failed > 0);
 *   return failing.map(({ name }) => name);
 * }
 */
export interface Automations {
  /** In the order of the configuration, then by name. */
  list(): Promise<readonly AutomationView[]>;
  /**
   * Evaluates the condition and the inputs of an automation for an event. Nothing is done.
   *
   * @param event.trigger undefined: the only trigger of the automation
   * @throws Problem `not-found` for an unknown automation; `invalid-request` for a trigger that it does not listen to,
   *   or a payload that its trigger does not have
   */
  test(name: string, event: { readonly trigger?: string | undefined; readonly payload: unknown }): AutomationTrial;
  /** What can be written. */
  catalog(): AutomationCatalog;
  /**
   * Writes an automation. It works at once, also at other hosts.
   *
   * @param change.seen what the change was made from
   * @returns its version
   * @throws Problem `invalid-request` for what is wrong with it; `automation-configured` if the configuration has one of
   *   the name; `version-conflict`
   */
  write(
    name: string,
    definition: AutomationDefinition,
    change: { readonly seen: SeenVersion; readonly by: string },
  ): Promise<number>;
  /** Takes back what was written. @throws Problem `not-found`, `version-conflict` */
  remove(name: string, seen: SeenVersion): Promise<void>;
  /**
   * What an automation would have done for the latest events, and when it fires next. Nothing is done.
   *
   * @param definition undefined: as it is
   * @param reader whose events are looked at, as far as its scopes reach
   * @throws Problem `not-found`; `invalid-request`
   */
  outlook(name: string, definition: AutomationDefinition | undefined, reader: RunReader): Promise<AutomationOutlook>;
  /**
   * Runs an automation for an event, as if it happened now.
   *
   * @param operationId a repeated call with the same one starts one run
   * @returns the id of the run
   * @throws as `test`; Problem `forbidden` if it is for another account
   */
  run(name: string, event: Parameters<Automations['test']>[1], account: string, operationId: string): Promise<string>;
  /** Has a plugin say which events of one of its triggers have happened, newest first. */
  remember(trigger: string, latest: (account: string, limit: number) => Promise<readonly PastEvent[]>): void;
}

export const Automations = defineKind<Automations>('automations');
