import { z } from 'zod';
import { defineExtensionPoint } from '../api/extension.ts';

/**
 * The tools for agents, which the plugin `mcp` offers. A tool is a route of the plugin that adds it: its fields, its
 * scope and its errors are those of the route.
 *
 * An agent works better with a few tools for whole tasks than with every route. Leave out what deletes.
 *
 * @example
 * ```ts
 * const readVisit = agentTools.add({
 *   name: 'read_visit',
 *   title: 'Read a visit',
 *   description: 'Returns a visit with the patient and the time at which it was closed.',
 *   endpoint: 'GET /visits/{id}',
 *   effect: 'reads',
 * });
 * ```
 */
export const agentTools = defineExtensionPoint({
  name: 'chronoscribe.agent-tools',
  schema: z.strictObject({
    name: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,62}$/, 'expected lower-case letters, digits and "_"')
      .describe('unique in the installation'),
    title: z.string().min(1).describe('for people'),
    description: z.string().min(1).describe('a model reads this and no other documentation: what it is for, and when'),
    endpoint: z.string().min(1).describe('a route of the plugin, as it is declared: "GET /visits/{id}"'),
    effect: z
      .enum(['reads', 'adds', 'replaces'])
      .describe('`adds` removes and replaces nothing, `replaces` can change or undo what is there'),
  }),
  nameOf: ({ name }) => name,
});
