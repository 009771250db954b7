import { unknownName } from 'chronoscribe/host';
import { z } from 'zod';
import { type Brought, Role, roleNames } from '../sessions/roles.ts';

export const OidcSettings = z
  .strictObject({
    issuer: z
      .url({ protocol: /^https?$/ })
      .refine(isSafe, 'http is for an issuer on this machine alone; use https')
      .describe('the issuer of the identity provider, whose /.well-known/openid-configuration describes it'),
    clientId: z.string().min(1).describe('the client that the provider knows this host by'),
    clientSecret: z.string().min(1).optional().describe('its secret; none for a public client'),
    name: z.string().min(1).default('Single sign-on').describe('the name on the button'),
    scope: z.string().default('openid email profile').describe('the scopes to ask for'),
    emailVerified: z
      .enum(['required', 'assumed'])
      .default('required')
      .describe('`assumed` for a provider that never sends email_verified and lets nobody choose an address'),
    roleClaim: z.string().min(1).optional().describe('the claim that holds groups or roles, such as groups'),
    roles: z
      .record(z.string(), z.union([Role, z.array(Role)]))
      .default({})
      .describe('the roles here of each value of roleClaim'),
  })
  .refine(({ roleClaim, roles }) => roleClaim !== undefined || Object.keys(roles).length === 0, {
    path: ['roles'],
    message: 'roles are given for values of roleClaim, which is missing',
  });

export type OidcSettings = Readonly<z.output<typeof OidcSettings>>;

/** @throws Error for a scope that no plugin brings, once all have started */
export function requireKnownRoles(roles: OidcSettings['roles'], brought: Brought): void {
  const known = roleNames(brought);
  const unknown = Object.values(roles)
    .flat()
    .find((role) => !known.includes(role));
  if (unknown !== undefined) throw new Error(`oidc.roles: ${unknownName('role', unknown, known)}`);
}

function isSafe(issuer: string): boolean {
  const { protocol, hostname } = new URL(issuer);
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
