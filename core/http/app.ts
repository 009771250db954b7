import { type Context, type Handler, Hono } from 'hono';
import { mayCall } from '../api/access.ts';
import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import type { Health } from '../api/provider.ts';
import { isTracing } from '../api/tracing.ts';
import { refuseOtherAddress } from '../kinds/accounts.ts';
import { type AuthenticationServices, authorize, identify, keyIn } from './authentication.ts';
import { closingResponse, discardBody, keepAliveLimits } from './body/body-stream.ts';
import type { ClientAddress } from './client-address.ts';
import { docsPage } from './docs-page.ts';
import type { Metrics } from './metrics.ts';
import { auditRequests, type HttpEnv, logRequests, problemFrom, traceRequests } from './middleware.ts';
import { type HostPath, hostPaths, type OpenApiDocument } from './openapi.ts';
import { type HostNames, refuseAmbiguousHeaders, refuseDotSegments, refuseOtherHosts } from './request-target.ts';
import { errorStyle, problemResponse } from './responses.ts';
import { type RequestServices, routeHandler } from './route-handler.ts';
import { honoPath, type MountedRoute, routesByPattern } from './routes.ts';

/** How clients reach the host. */
export interface ClientOptions {
  readonly isAllowedHost: HostNames;
  readonly clientAddress: ClientAddress;
  /** Whether the host speaks TLS itself. */
  readonly withTls: boolean;
}

/** The HTTP interface: the routes of all plugins and of the host, and the answers to unknown paths and methods. */
export function createApp(
  routes: readonly MountedRoute[],
  services: RequestServices,
  hostOptions: HostRouteOptions,
  client: ClientOptions,
  log: Logger,
): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.use(logRequests(log, hostOptions.metrics, client));
  if (isTracing()) {
    // What monitors ask every few seconds has no span.
    app.use((c, next) => (hostPaths.some((path) => path === c.req.path) ? next() : traceRequests(c, next)));
  }
  app.use(refuseAmbiguousHeaders);
  app.use(refuseDotSegments);
  app.use(refuseOtherHosts(client.isAllowedHost));
  app.use(auditRequests(services.audit, log));

  const refuse = async (
    c: Context<HttpEnv>,
    problem: Problem,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> => {
    const response = problemResponse(problem, errorStyle(c.req.path), c.get('requestId'), headers);
    const isRead = await discardBody(c.env.incoming, keepAliveLimits);
    return isRead ? response : closingResponse(response, c.env.incoming, services.stopping);
  };
  /** Answers all methods of a path that no handler mounted before has answered. */
  const refuseOtherMethods = (path: string, methods: readonly string[]): void => {
    const allow = methods.join(', ');
    app.all(honoPath(path), (c) => {
      c.set('route', path);
      return refuse(c, new Problem('method-not-allowed', { detail: `${path} takes ${allow}, not ${c.req.method}.` }), {
        allow,
      });
    });
  };

  mountHostRoutes(app, hostOptions);
  for (const path of hostPaths) refuseOtherMethods(path, ['GET']);
  for (const mounted of routesByPattern(routes)) {
    for (const { route, auth } of mounted) {
      const handler = routeHandler(route, auth, services);
      // The router looks for the GET of a path to answer a HEAD, so a HEAD of its own is mounted there.
      if (route.method !== 'HEAD') app.on(route.method, honoPath(route.path), handler);
      else app.get(honoPath(route.path), (c, next) => (c.req.method === 'HEAD' ? handler(c, next) : next()));
    }
    const methods = mounted.map(({ route }) => route.method);
    for (const { route } of mounted.slice(0, 1)) refuseOtherMethods(route.path, methods);
  }
  app.notFound((c) =>
    refuse(
      c,
      new Problem('not-found', { detail: `There is nothing at ${c.req.path}. All endpoints are listed at /docs.` }),
    ),
  );
  app.onError((thrown, c) => refuse(c, problemFrom(c, thrown)));
  return app;
}

/** What the host's own routes show. */
interface HostRouteOptions extends AuthenticationServices {
  /** Describes the routes. It is called when somebody first reads that, since it would be a tenth of each start. */
  readonly describe: () => OpenApiDocument;
  readonly metrics: Metrics;
  readonly metricsNeedKey: boolean;
  /** The health of each part, by its name. Cached by the caller. */
  readonly checks: () => Promise<Readonly<Record<string, Health>>>;
  /** Whether a stop has been requested. */
  readonly stopping: () => boolean;
}

/** Mounts the routes of the host itself: health, documentation and metrics. They have no rate limit. */
function mountHostRoutes(app: Hono<HttpEnv>, options: HostRouteOptions): void {
  const get = (path: HostPath, handler: Handler<HttpEnv>): void => {
    app.get(path, (c, next) => {
      c.set('route', path);
      return handler(c, next);
    });
  };

  get('/health', (c) => c.json({ status: 'ok' }));

  /** @throws Problem as `identify`; `forbidden` if the key may not be used from this address */
  const callerOf = async (c: Context<HttpEnv>) => {
    c.set('guarded', true);
    const { method, headers } = c.req.raw;
    const head = { method, headers, address: c.get('address') };
    const { caller } = await identify(head, options);
    c.set('keyId', caller.keyId);
    c.set('account', caller.account);
    refuseOtherAddress(caller, head.address);
    return { caller, head };
  };

  get('/ready', async (c) => {
    // Details name files and addresses, which are for operators.
    const hasKey = keyIn(c.req.raw.headers) !== undefined;
    const detailed = hasKey && mayCall((await callerOf(c)).caller.scopes, 'operator');
    const checks = Object.fromEntries(
      Object.entries(await options.checks()).map(([name, { status, detail }]) => [
        name,
        detailed ? { status, detail } : { status },
      ]),
    );
    if (options.stopping()) return c.json({ status: 'stopping', checks }, 503);
    const failed = Object.values(checks).some((check) => check.status === 'failed');
    return c.json({ status: failed ? 'failed' : 'ok', checks }, failed ? 503 : 200);
  });

  let document: OpenApiDocument | undefined;
  const described = () => {
    document ??= options.describe();
    return document;
  };
  get('/openapi.json', (c) => c.json(described()));

  let page: string | undefined;
  get('/docs', (c) => {
    page ??= docsPage(described());
    return c.html(page);
  });

  get('/metrics', async (c) => {
    if (options.metricsNeedKey) {
      const { caller, head } = await callerOf(c);
      authorize(caller, head, 'operator');
    }
    const { text, contentType } = await options.metrics.exposition();
    return c.body(text, 200, { 'content-type': contentType });
  });
}
