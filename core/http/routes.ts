import type { PluginAuth } from '../api/access.ts';
import type { Route } from '../api/route.ts';

/** A route with the plugin that declares it and the scope that a key needs to call it. */
export interface MountedRoute {
  readonly plugin: string;
  readonly auth: PluginAuth;
  readonly route: Route;
}

/**
 * A path without the names of its parameters, `/notes/{}`. Routes whose paths have the same pattern match the same
 * requests.
 */
export function pathPattern(path: string): string {
  return path.replace(/\{\w+(\.{3})?\}/g, '{$1}');
}

/** A path in hono's notation: `/transcripts/:id` for `/transcripts/{id}`, `/files/:path{.*}` for `/files/{path...}`. */
export function honoPath(path: string): string {
  return path.replace(/\{(\w+)\.{3}\}/g, ':$1{.*}').replace(/\{(\w+)\}/g, ':$1');
}

/**
 * The routes of each path pattern. Patterns with fewer parameters come first, so that `/transcripts/{id}` does not
 * match `/transcripts/batch`.
 */
export function routesByPattern(routes: readonly MountedRoute[]): readonly (readonly MountedRoute[])[] {
  const groups = Map.groupBy(routes, ({ route }) => pathPattern(route.path));
  const parameters = (pattern: string): number => pattern.split('{').length;
  return [...groups].toSorted(([a], [b]) => parameters(a) - parameters(b)).map(([, mounted]) => mounted);
}
