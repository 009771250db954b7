import type { PluginAuth } from '../plugin.ts';
import type { Route } from '../route.ts';

/** A route, and what a key needs to call it. */
export interface MountedRoute {
  readonly plugin: string;
  readonly auth: PluginAuth;
  readonly route: Route;
}
