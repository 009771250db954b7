/** What a key may be allowed to do. */
export const scopes = ['time', 'clinical', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** The scope that a key needs to call a plugin's routes. `any` takes every key, `public` needs none. */
export type PluginAuth = Scope | 'any' | 'public';

/** Whether a key with these scopes may call a plugin. */
export function mayCall(held: readonly Scope[], auth: PluginAuth): boolean {
  return auth === 'any' || auth === 'public' || held.includes(auth);
}
