import { type Context, Hono } from 'hono';
import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import { audited } from './audited.ts';
import { closingResponse, discardBody, keepAliveLimits } from './body-stream.ts';
import { type EndpointServices, type Exchange, endpoint, problemOf } from './endpoint.ts';
import { type HostSurface, hostPaths, mountHostRoutes } from './host-routes.ts';
import { type MountedRoute, pathShape } from './mounted-route.ts';
import { observe } from './observe.ts';
import { errorStyle, problemResponse } from './problem-response.ts';

/** The whole HTTP interface: every route of every plugin, and what answers in their place where a path or a method is wrong. */
export function createApp(
  routes: readonly MountedRoute[],
  services: EndpointServices,
  surface: HostSurface,
  log: Logger,
): Hono<Exchange> {
  const app = new Hono<Exchange>();
  app.use(observe(log, surface.metrics));
  app.use(audited(services.audit, log));

  const refuse = async (
    c: Context<Exchange>,
    problem: Problem,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> => {
    const response = problemResponse(problem, errorStyle(c.req.path), c.get('requestId'), headers);
    const isRead = await discardBody(c.env.incoming, keepAliveLimits);
    return isRead ? response : closingResponse(response, c.env.incoming, services.stopping);
  };
  /** Answers for a path whose routes, mounted before, do not take the method. */
  const refuseOtherMethods = (path: string, methods: readonly string[]): void => {
    const allow = methods.join(', ');
    app.all(honoPath(path), (c) => {
      c.set('route', path);
      return refuse(c, new Problem('method-not-allowed', { detail: `${path} takes ${allow}, not ${c.req.method}.` }), { allow });
    });
  };

  mountHostRoutes(app, surface);
  for (const path of hostPaths) refuseOtherMethods(path, ['GET']);
  for (const mounted of byShape(routes)) {
    for (const { route, auth } of mounted) app.on(route.method, honoPath(route.path), endpoint(route, auth, services));
    const [first] = mounted;
    if (first !== undefined) {
      refuseOtherMethods(
        first.route.path,
        mounted.map(({ route }) => route.method),
      );
    }
  }

  app.notFound((c) =>
    refuse(c, new Problem('not-found', { detail: `There is nothing at ${c.req.path}. All endpoints are listed at /docs.` })),
  );
  app.onError((thrown, c) => refuse(c, problemOf(c, thrown)));
  return app;
}

/** `/transcripts/{id}` as hono spells it. */
function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/**
 * The routes of each path, whatever its parameters are called: what takes no method of one plugin's `/notes/{id}` may be
 * another's `/notes/{note}`. Paths without parameters come first, so that `/transcripts/{id}` never answers for
 * `/transcripts/batch`.
 */
function byShape(routes: readonly MountedRoute[]): readonly (readonly MountedRoute[])[] {
  const groups = Map.groupBy(routes, ({ route }) => pathShape(route.path));
  const parameters = (shape: string): number => shape.split('{').length;
  return [...groups].toSorted(([a], [b]) => parameters(a) - parameters(b)).map(([, mounted]) => mounted);
}
