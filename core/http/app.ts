import { type Context, Hono } from 'hono';
import type { Logger } from '../logger.ts';
import { Problem } from '../problem.ts';
import { type EndpointServices, type Exchange, endpoint } from './endpoint.ts';
import { type HostSurface, mountHostRoutes } from './host-routes.ts';
import type { MountedRoute } from './mounted-route.ts';
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

  mountHostRoutes(app, surface);
  for (const [path, mounted] of byPath(routes)) {
    for (const { route, auth } of mounted) app.on(route.method, honoPath(path), endpoint(route, auth, services));
    const allow = mounted.map(({ route }) => route.method).join(', ');
    app.all(honoPath(path), (c) => {
      c.set('route', path);
      const problem = new Problem('method-not-allowed', { detail: `${path} takes ${allow}, not ${c.req.method}.` });
      return refusal(c, problem, { allow });
    });
  }

  app.notFound((c) =>
    refusal(c, new Problem('not-found', { detail: `There is nothing at ${c.req.path}. All endpoints are listed at /docs.` })),
  );
  app.onError((thrown, c) => {
    const problem = Problem.of(thrown);
    if (problem.code === 'internal') c.set('fault', thrown);
    return refusal(c, problem);
  });
  return app;
}

function refusal(c: Context<Exchange>, problem: Problem, headers: Readonly<Record<string, string>> = {}): Response {
  return problemResponse(problem, errorStyle(c.req.path), c.get('requestId'), {
    ...headers,
    // The rest of a body that was refused is not read, and what is pipelined behind it is not answered.
    ...(!c.env.incoming.complete && { connection: 'close' }),
  });
}

/** `/transcripts/{id}` as hono spells it. */
function honoPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Paths without parameters come first, so that `/transcripts/{id}` never answers for `/transcripts/batch`. */
function byPath(routes: readonly MountedRoute[]): readonly (readonly [path: string, routes: readonly MountedRoute[]])[] {
  const groups = Map.groupBy(routes, ({ route }) => route.path);
  const parameters = (path: string): number => path.split('{').length;
  return [...groups].toSorted(([a], [b]) => parameters(a) - parameters(b));
}
