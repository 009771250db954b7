import type { Scope } from 'chronoscribe';
import { z } from 'zod';

export const Role = z.enum(['operator', 'admin', 'clinician', 'viewer', 'developer']);
export type Role = z.output<typeof Role>;

/** What each role may do. A viewer reads what a clinician may change. */
const permissions: Readonly<Record<Role, { readonly change: readonly Scope[]; readonly read: readonly Scope[] }>> = {
  operator: { change: ['operator'], read: [] },
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

/** Those of the first person: it runs the host, and administers its account. */
export const firstRoles: readonly Role[] = ['operator', 'admin'];

/** The first role in an account whose scopes a key has, and that of an operator, for a screen that shows them. */
export function rolesOfKey(scopes: readonly Scope[]): readonly Role[] {
  const held = Role.options.filter(
    (name) => permissions[name].change.length > 0 && permissions[name].change.every((scope) => scopes.includes(scope)),
  );
  const role = held.find((name) => name !== 'operator');
  return held.filter((name) => name === 'operator' || name === role);
}
