import { type PluginContext, pluginRoles, pluginScopes } from 'chronoscribe';
import { isPluginScope, scopeSchemas } from 'chronoscribe/host';
import type { Scope } from 'chronoscribe/types';
import { z } from 'zod';

const builtIn = z.enum(['operator', 'admin', 'clinician', 'viewer', 'developer']);
/** A role or a scope that a plugin brings. A person is given both. */
export const Role = z.union([builtIn, scopeSchemas.ofPlugin]);
export type Role = z.output<typeof Role>;

/** The scopes and roles that the enabled plugins bring. */
export const broughtBy = (extensions: PluginContext<unknown, Record<never, never>>['extensions']) => ({
  scopes: extensions(pluginScopes).map(({ value }) => value),
  roles: extensions(pluginRoles).map(({ value }) => value),
});
export type Brought = ReturnType<typeof broughtBy>;

/** What can be given to a person. */
export function roleNames({ roles, scopes }: Brought): readonly Role[] {
  return [...builtIn.options, ...[...roles, ...scopes].map(({ name }) => name)];
}

interface Permissions {
  readonly change: readonly Scope[];
  readonly read: readonly Scope[];
}

/** What each role may do. A viewer reads what a clinician may change. */
const permissions: Readonly<Record<z.output<typeof builtIn>, Permissions>> = {
  operator: { change: ['operator'], read: [] },
  admin: { change: ['time', 'clinical', 'admin'], read: [] },
  clinician: { change: ['time', 'clinical'], read: [] },
  viewer: { change: [], read: ['time', 'clinical'] },
  developer: { change: ['time'], read: [] },
};

/** What a role may do. @param brought gives a scope to roles too */
function permissionsOf(role: Role, { scopes, roles: own }: Brought): Permissions {
  if (isPluginScope(role)) {
    const found = own.find(({ name }) => name === role);
    return { change: found?.scopes ?? [role], read: found?.reads ?? [] };
  }
  const { change, read } = permissions[role];
  const added = scopes.filter(({ roles = [] }) => roles.some((each) => each === role)).map(({ name }) => name);
  return role === 'viewer' ? { change, read: [...read, ...added] } : { change: [...change, ...added], read };
}

/** The scopes of roles together, and those of them in which nothing may be changed. */
export function scopesOf(
  roles: readonly Role[],
  brought: Brought,
): {
  readonly scopes: readonly Scope[];
  readonly readOnly: readonly Scope[];
} {
  const all = roles.map((role) => permissionsOf(role, brought));
  const change = new Set(all.flatMap((each) => each.change));
  const readOnly = [...new Set(all.flatMap(({ read }) => read))].filter((scope) => !change.has(scope));
  return { scopes: [...change, ...readOnly], readOnly };
}

/** Those of the first person: it runs the host, and administers its account. */
export const firstRoles: readonly Role[] = ['operator', 'admin'];

/** The first role in an account whose scopes a key has, and that of an operator, for a screen that shows them. */
export function rolesOfKey(scopes: readonly Scope[]): readonly Role[] {
  const held = builtIn.options.filter(
    (name) => permissions[name].change.length > 0 && permissions[name].change.every((scope) => scopes.includes(scope)),
  );
  const role = held.find((name) => name !== 'operator');
  return held.filter((name) => name === 'operator' || name === role);
}

/** What a person's own screens show of it. */
export const ProfileShape = z.object({
  id: z.string().describe('`per_…`'),
  name: z.string().describe('For others: in the audit log and in versions of records'),
  email: z.string().meta({ format: 'email' }).describe('Signs in with it'),
  roles: z.array(Role).readonly().describe('What the person may do'),
  language: z.string().nullable().describe('Of the screens; null for that of the browser'),
  scheme: z.string().nullable().describe('Of the screens: light, dark or auto; null for that of the browser'),
  has_password: z.boolean().describe('Whether the person has chosen a password'),
  has_totp: z.boolean().describe('Whether a code is asked for beside the password'),
});
export type Profile = z.output<typeof ProfileShape>;
