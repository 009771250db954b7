import { definePlugin, route } from 'chronoscribe';
import { Automations, AutomationTrial, AutomationView } from 'chronoscribe/host';
import { z } from 'zod';

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
      response: z.object({ items: z.array(AutomationView).readonly().describe('In the order of the configuration') }),
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
      response: AutomationTrial,
      problems: ['not-found', 'invalid-request'],
      handle: ({ path, input }) => automations.test(path.name, input),
    }),
  ],
});
