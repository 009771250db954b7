import { Automations, definePlugin, route } from 'chronoscribe';
import { z } from 'zod';

const counts = {
  fired: z.int().describe('Events for it, in all'),
  waiting: z.int().describe('Waiting for an earlier run of it'),
  started: z.int().describe('Running now'),
  done: z.int().describe('All actions were done'),
  skipped: z.int().describe('The condition did not hold'),
  failed: z.int().describe('The run has failed; retry it'),
  cancelled: z.int().describe('The run was cancelled'),
  replaced: z.int().describe('A newer event came first (mode `latest`)'),
  loop: z.int().describe('Not started, since automations had set each other off 16 times in a row'),
};

const Automation = z.object({
  name: z.string().describe('Its name in the configuration'),
  on: z.array(z.string()).readonly().describe('The triggers, the schedule or the folder'),
  actions: z.array(z.string()).readonly().describe('What it does, in order'),
  mode: z
    .enum(['queued', 'parallel', 'latest'])
    .describe('One run after another, all at once, or only for the latest event that waits'),
  account: z.string().nullable().describe('The account that it is for; null: every account'),
  counts: z.object(counts).describe('Of the last 24 hours'),
});

/** The automations of the configuration: what fired, and what one would do for an event. */
export default definePlugin({
  name: 'automations',
  auth: 'operator',
  needs: { automations: Automations },
  routes: ({ needs: { automations } }) => [
    route({
      method: 'GET',
      path: '/api/v1/automations',
      summary: 'List the automations of the configuration, with what fired in the last 24 hours',
      description: 'In the order of the configuration. Each run of one is listed by `GET /api/v1/runs`.',
      response: z.object({ items: z.array(Automation).readonly().describe('In the order of the configuration') }),
      handle: async () => ({ items: await automations.list() }),
    }),
    route({
      method: 'POST',
      path: '/api/v1/automations/{name}/test',
      summary: 'Show what an automation would do for an event',
      description: 'Evaluates its condition and the input of each action. Nothing is done.',
      request: z.object({
        trigger: z.string().optional().describe('The trigger of the event; needed if the automation has several'),
        payload: z.record(z.string(), z.unknown()).describe('The payload of the event, as its trigger has it'),
      }),
      response: z.object({
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
      }),
      problems: ['not-found', 'invalid-request'],
      handle: ({ path, input }) => automations.test(path.name, input),
    }),
  ],
});
