import type { Scope } from 'chronoscribe';
import { z } from 'zod';

export const Role = z.enum(['admin', 'clinician', 'viewer', 'developer']);
export type Role = z.output<typeof Role>;

/** What each role may do. A viewer reads what a clinician may change. */
const permissions: Readonly<Record<Role, { readonly change: readonly Scope[]; readonly read: readonly Scope[] }>> = {
  admin: { change: ['time', 'clinical', 'admin'], read: [] },
  clinician: { change: ['time', 'clinical'], read: [] },
  viewer: { change: [], read: ['time', 'clinical'] },
  developer: { change: ['time'], read: [] },
};

/** The scopes of roles together, and those of them in which nothing may be changed. */
export function scopesOf(roles: readonly Role[]): {
  readonly scopes: readonly Scope[];
  readonly readOnly: readonly Scope[];
} {
  const change = new Set(roles.flatMap((role) => permissions[role].change));
  const readOnly = [...new Set(roles.flatMap((role) => permissions[role].read))].filter((scope) => !change.has(scope));
  return { scopes: [...change, ...readOnly], readOnly };
}

/** The first role whose scopes a key has, for a screen that shows what a role may see. */
export function rolesOfKey(scopes: readonly Scope[]): readonly Role[] {
  const role = Role.options.find(
    (name) => permissions[name].change.length > 0 && permissions[name].change.every((scope) => scopes.includes(scope)),
  );
  return role === undefined ? [] : [role];
}
