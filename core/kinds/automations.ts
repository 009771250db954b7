import { z } from 'zod';
import { defineKind } from '../api/kind.ts';

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

/** An automation of the configuration, and how often it fired. */
export const AutomationView = z.object({
  name: z.string().describe('Its name in the configuration'),
  on: z.array(z.string()).readonly().describe('The triggers, the schedule or the folder'),
  actions: z.array(z.string()).readonly().describe('What it does, in order'),
  mode: z
    .enum(['queued', 'parallel', 'latest'])
    .describe('One run after another, all at once, or only for the latest event that waits'),
  account: z.string().nullable().describe('The account that it is for; null: every account'),
  counts: AutomationCounts.describe('Of the last 24 hours'),
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

/**
 * The automations of the configuration. Provided by the host.
 *
 * @example
 * async function namesOfFailing(automations: Automations) {
 *   const failing = (await automations.list()).filter(({ counts }) => counts.failed > 0);
 *   return failing.map(({ name }) => name);
 * }
 */
export interface Automations {
  /** In the order of the configuration. */
  list(): Promise<readonly AutomationView[]>;
  /**
   * Evaluates the condition and the inputs of an automation for an event. Nothing is done.
   *
   * @param event.trigger undefined: the only trigger of the automation
   * @throws Problem `not-found` for an unknown automation; `invalid-request` for a trigger that it does not listen to,
   *   or a payload that its trigger does not have
   */
  test(name: string, event: { readonly trigger?: string | undefined; readonly payload: unknown }): AutomationTrial;
}

export const Automations = defineKind<Automations>('automations');
