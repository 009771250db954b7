import { z } from 'zod';
import { scopeSchemas } from '../api/access.ts';
import { defineExtensionPoint } from '../api/extension.ts';

/** The roles that a plugin can give its scope to. An `admin` has every scope of a plugin, an `operator` none. */
export const rolesOfScopes = z.enum(['clinician', 'viewer', 'developer']);

/**
 * The scopes that plugins bring. Routes require one by `auth`; a key is given it like any other scope, and a person like
 * a role. The role `viewer` reads what it opens, and changes nothing.
 *
 * @example
 * ```ts
 * const plugin = definePlugin({
 *   name: 'couriers',
 *   auth: 'couriers.send',
 *   extends: [pluginScopes.add({ name: 'couriers.send', about: 'Sends couriers', roles: ['clinician', 'viewer'] })],
 *   routes: () => [],
 * });
 * ```
 */
export const pluginScopes = defineExtensionPoint({
  name: 'chronoscribe.scopes',
  schema: z.strictObject({
    name: scopeSchemas.ofPlugin.describe('unique in the installation; begins with the name of the plugin'),
    about: z.string().min(1).describe('what it allows, for who gives it to a key or to a person'),
    roles: z.array(rolesOfScopes).readonly().optional().describe('the roles that have it besides `admin`'),
  }),
  nameOf: ({ name }) => name,
});

const inAccount = z.union([z.enum(['time', 'clinical']), scopeSchemas.ofPlugin]);

/**
 * The roles that plugins bring: several scopes under one name, which is given to people and to groups of an identity
 * provider like any other role. Keys have scopes alone.
 *
 * @example
 * ```ts
 * const desk = pluginRoles.add({
 *   name: 'couriers.desk',
 *   about: 'Sends couriers, and reads notes',
 *   scopes: ['couriers.send'],
 *   reads: ['clinical'],
 * });
 * ```
 */
export const pluginRoles = defineExtensionPoint({
  name: 'chronoscribe.roles',
  schema: z.strictObject({
    name: scopeSchemas.ofPlugin.describe('unique in the installation, scopes included'),
    about: z.string().min(1).describe('what it allows, for who gives it to a person'),
    scopes: z.array(inAccount).readonly().describe('what it reads and changes: `time`, `clinical`, scopes of plugins'),
    reads: z.array(inAccount).readonly().optional().describe('what it reads alone'),
  }),
  nameOf: ({ name }) => name,
});
