import type { Context, Handler, Hono } from 'hono';
import { mayCall } from '../api/access.ts';
import type { Health } from '../api/provider.ts';
import { refuseOtherAddress } from '../kinds/accounts.ts';
import { type AuthenticationServices, authorize, identify, keyIn } from './callers/authentication.ts';
import { docsPage } from './docs-page.ts';
import type { Metrics } from './metrics.ts';
import type { HttpEnv } from './middleware.ts';
import type { HostPath, OpenApiDocument } from './openapi.ts';

/** What the host's own routes show. */
export interface HostRouteOptions extends AuthenticationServices {
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
export function mountHostRoutes(app: Hono<HttpEnv>, options: HostRouteOptions): void {
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
