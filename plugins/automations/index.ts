import { definePlugin, route } from 'chronoscribe';
import {
  AutomationCatalog,
  AutomationDefinition,
  AutomationOutlook,
  Automations,
  AutomationTrial,
  AutomationView,
  SeenVersion,
  WrittenVersion,
} from 'chronoscribe/host';
import { z } from 'zod';

const event = z.object({
  trigger: z.string().optional().describe('The trigger of the event; needed if the automation has several'),
  payload: z.record(z.string(), z.unknown()).describe('The payload of the event, as its trigger has it'),
});

/** The automations: what fired, what one would do for an event, and those that are written while the host runs. */
export default definePlugin({
  name: 'automations',
  auth: 'operator',
  needs: { automations: Automations },
  routes: ({ needs: { automations } }) => [
    route({
      method: 'GET',
      path: '/api/v1/automations',
      summary: 'List the automations, with what fired in the last 24 hours',
      description: 'In the order of the configuration, then by name. Each run of one is listed by `GET /api/v1/runs`.',
      response: z.object({
        items: z.array(AutomationView).readonly().describe('In the order of the configuration, then by name'),
      }),
      handle: async () => ({ items: await automations.list() }),
    }),
    route({
      method: 'POST',
      path: '/api/v1/automations/{name}/test',
      summary: 'Show what an automation would do for an event',
      description: 'Evaluates its condition and the input of each action. Nothing is done.',
      request: event,
      response: AutomationTrial,
      problems: ['not-found', 'invalid-request'],
      handle: ({ path, input }) => automations.test(path.name, input),
    }),
    route({
      method: 'GET',
      path: '/api/v1/automations/catalog',
      summary: 'List what automations can be made of',
      response: AutomationCatalog,
      handle: async () => automations.catalog(),
    }),
    route({
      method: 'PUT',
      path: '/api/v1/automations/{name}',
      summary: 'Write an automation, or change one that was written',
      description:
        'It works at once, on all hosts. Runs that have begun go on as they began. What the configuration has is changed there alone.',
      request: AutomationDefinition.extend({ version: SeenVersion }),
      response: WrittenVersion,
      problems: ['invalid-request', 'automation-configured', 'version-conflict'],
      handle: async ({ path, input: { version: seen, ...definition }, by }) => ({
        version: await automations.write(path.name, definition, { seen, by }),
      }),
    }),
    route({
      method: 'DELETE',
      path: '/api/v1/automations/{name}',
      summary: 'Delete an automation that was written',
      description: 'Runs that have begun end as they would. One of the configuration of the same name stays.',
      request: z.object({ version: SeenVersion }),
      response: z.null(),
      status: 204,
      problems: ['not-found', 'version-conflict'],
      async handle({ path, input }) {
        await automations.remove(path.name, input.version);
        return null;
      },
    }),
    route({
      method: 'POST',
      path: '/api/v1/automations/{name}/outlook',
      summary: 'Show when an automation fires next, or what it would have done for the latest events',
      description:
        'With a definition, as it would be written; without, as it is. Events are of the own account, as far as the key may read them. Nothing is done.',
      // It reads, and its input is too long for an address.
      confirm: false,
      request: z.object({ definition: AutomationDefinition.optional().describe('What would be written') }),
      response: AutomationOutlook,
      problems: ['not-found', 'invalid-request'],
      handle: ({ path, input, account, scopes }) =>
        automations.outlook(path.name, input.definition, { account, scopes }),
    }),
    route({
      method: 'POST',
      path: '/api/v1/automations/{name}/run',
      summary: 'Run an automation for an event, as if it happened now',
      description: 'The event is of the own account. `GET /api/v1/runs/{id}` follows the run.',
      request: event,
      response: z.object({ id: z.string().describe('The id of the run') }),
      status: 202,
      problems: ['not-found', 'invalid-request', 'forbidden'],
      handle: async ({ path, input, account, operationId }) => ({
        id: await automations.run(path.name, input, account, operationId),
      }),
    }),
  ],
});
