import type { PluginAuth, Route } from '../api/route.ts';

/** A route, and what a key needs to call it. */
export interface MountedRoute {
  readonly plugin: string;
  readonly auth: PluginAuth;
  readonly route: Route;
}

/** What two paths that answer for each other have in common: `/notes/{}` for `/notes/{id}` and for `/notes/{note}`. */
export function pathShape(path: string): string {
  return path.replace(/\{\w+\}/g, '{}');
}
