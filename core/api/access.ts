import { z } from 'zod';

/** The scopes of a key. `admin` administers the account of the key, `operator` the host with all accounts. */
export const scopes = ['time', 'clinical', 'admin', 'operator'] as const;
/** A scope that a plugin brings, such as `appointments.book`: see `pluginScopes`. */
export type PluginScope = `${string}.${string}`;
/** A scope that a key can have. */
export type Scope = (typeof scopes)[number] | PluginScope;

const scopeOfPlugin = z.templateLiteral(
  [z.string().regex(/^[a-z][a-z0-9-]*$/), '.', z.string().regex(/^[a-z][a-z0-9-]*$/)],
  'expected two words of lower-case letters, digits and "-": "appointments.book"',
);
export const scopeSchemas = {
  /** Of what a plugin brings, whether or not it is enabled. */
  ofPlugin: scopeOfPlugin,
  any: z.union([z.enum(scopes), scopeOfPlugin]),
} as const;

/** Whether it is a scope that a plugin brings, or a role of a person that is one. */
export function isPluginScope(scope: string): scope is PluginScope {
  return scope.includes('.');
}

/**
 * The scope that a key needs to call a plugin's routes. `administration` accepts `admin` and `operator`, `any` every
 * key. `public` needs none. `session` needs that of a browser, and no key will do.
 */
export type PluginAuth = Scope | 'administration' | 'any' | OpenAuth;
type OpenAuth = 'session' | 'public';
/** Of a route that is called with a key. */
export type KeyAuth = Exclude<PluginAuth, OpenAuth>;

/** Whether a route is called without a key. */
export function isOpen(auth: PluginAuth): auth is OpenAuth {
  return auth === 'session' || auth === 'public';
}

/** The scopes of which a key needs one; empty if every key will do. Who administers an account may all of plugins. */
export function acceptedScopes(auth: KeyAuth): readonly Scope[] {
  if (auth === 'any') return [];
  if (isPluginScope(auth)) return [auth, 'admin'];
  return auth === 'administration' ? ['admin', 'operator'] : [auth];
}

/** The scopes that lead to a route, for a message: `"admin" or "operator"`. */
export function scopeNames(auth: KeyAuth): string {
  return acceptedScopes(auth)
    .map((scope) => `"${scope}"`)
    .join(' or ');
}

/** Whether a plugin with this scope may see clinical text, so that the messages of its errors stay out of logs. */
export function isClinical(auth: PluginAuth): boolean {
  return auth === 'clinical' || auth === 'any' || isPluginScope(auth);
}

/** Whether a key with these scopes may call a plugin. */
export function mayCall(held: readonly Scope[], auth: PluginAuth): boolean {
  return auth === 'any' || isOpen(auth) || acceptedScopes(auth).some((scope) => held.includes(scope));
}

/** Methods that change nothing (RFC 9110, 9.2.1). */
export const readingMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Scopes in which no change gives or takes access, unless its route says that it does. */
const everydayScopes: readonly PluginAuth[] = ['time', 'clinical', 'any', 'session', 'public'];

/**
 * Whether a session needs a fresh proof of who it is for a route. The one place of the rule: a route of an
 * administrative scope that says nothing needs one, and each scope that is not an everyday one is administrative.
 *
 * @param auth of the route, or of its plugin
 */
export function needsConfirmation(
  { method, confirm }: { readonly method: string; readonly confirm: boolean | undefined },
  auth: PluginAuth,
): boolean {
  const isEveryday = everydayScopes.includes(auth) || isPluginScope(auth);
  return confirm ?? (!isEveryday && !readingMethods.includes(method));
}
