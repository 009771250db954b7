import { z } from 'zod';
import { checkDefinition, finished } from '../api/definition.ts';
import { defineExtensionPoint, type Extension } from '../api/extension.ts';
import type { Workflow } from '../api/workflow-draft.ts';

const source = z.union([
  z.string(),
  z.array(z.string()).min(1),
  z.strictObject({ cron: z.string(), timeZone: z.string().optional(), clock: z.enum(['wall', 'account']).optional() }),
  z.strictObject({ folder: z.string(), settle: z.string().optional() }),
]);

/**
 * The automations that a plugin brings. Each is checked and works as if it stood under `automations:` of the
 * configuration, and has the same guarantees.
 *
 * @example
 * ```ts
 * const filing = automations.add({
 *   name: 'lab-filing',
 *   on: 'lab.arrived',
 *   if: 'pages > 0',
 *   do: [{ 'lab.file': { order: '=order' } }],
 * });
 * ```
 */
export const automations = defineExtensionPoint({
  name: 'chronoscribe.automations',
  schema: z.strictObject({
    name: z.string().describe('unique in the installation, those of the configuration included'),
    on: source.describe('a trigger or several, a schedule, or a folder'),
    if: z.string().optional().describe('a condition in CEL; default: always'),
    do: z.array(z.record(z.string(), z.unknown())).min(1).describe('the actions, in order'),
    mode: z.enum(['queued', 'parallel', 'latest']).optional().describe('default `queued`'),
    account: z.string().optional().describe('default: every account'),
  }),
  nameOf: ({ name }) => name,
});

/**
 * Starts a workflow of a plugin at an event of another one: an automation in code, named after the workflow.
 *
 * @param trigger the name of the trigger
 * @param payload its schema, as the plugin that has the trigger exports it
 * @param workflow one of the plugin's `workflows`; its input is the payload
 * @example
 * ```ts
 * const Arrived = z.object({ order: z.string() });
 * const plugin = definePlugin({
 *   name: 'couriers',
 *   auth: 'clinical',
 *   workflows: () => ({
 *     thank: workflow<z.output<typeof Arrived>>('couriers-thank')
 *       .step('write', ({ input: { order } }) => `Thank you for ${order}.`)
 *       .answer((text) => ({ body: { text }, location: '' })),
 *   }),
 *   extends: ({ workflows }) => [on('lab.arrived', Arrived, workflows.thank)],
 *   routes: () => [],
 * });
 * ```
 */
export function on<Payload extends z.ZodObject>(
  trigger: string,
  _payload: Payload,
  workflow: Workflow<z.output<Payload>, unknown>,
  options: { readonly mode?: 'queued' | 'parallel' | 'latest' } = {},
): Extension {
  checkDefinition(`on("${trigger}", …)`, finished, workflow);
  const { name } = workflow;
  return automations.add({ ...options, name, on: trigger, do: [{ 'workflows.run': { workflow: name, input: '=' } }] });
}
