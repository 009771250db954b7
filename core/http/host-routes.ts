import type { Handler, Hono } from 'hono';
import type { Health } from '../api/provider.ts';
import type { Accounts } from '../kinds/accounts.ts';
import type { Sessions } from '../kinds/sessions.ts';
import { authenticate } from './authentication.ts';
import { docsPage } from './docs-page.ts';

import type { Metrics } from './metrics.ts';
import type { HttpEnv } from './middleware.ts';
import { hostOperations, type OpenApiDocument } from './openapi.ts';

/** What the host's own routes show. */
export interface HostRouteOptions {
  readonly accounts: Accounts;
  readonly sessions: Sessions | undefined;
  readonly document: OpenApiDocument;
  readonly metrics: Metrics;
  readonly metricsNeedKey: boolean;
  /** The health of each part, by its name. Cached by the caller. */
  readonly checks: () => Promise<Readonly<Record<string, Health>>>;
  /** Whether a stop has been requested. */
  readonly stopping: () => boolean;
}

export const hostPaths: readonly string[] = Object.keys(hostOperations);

/** Mounts the routes of the host itself: health, documentation and metrics. They need no key and have no rate limit. */
export function mountHostRoutes(app: Hono<HttpEnv>, options: HostRouteOptions): void {
  const get = (path: keyof typeof hostOperations, handler: Handler<HttpEnv>): void => {
    app.get(path, (c, next) => {
      c.set('route', path);
      return handler(c, next);
    });
  };

  get('/health', (c) => c.json({ status: 'ok' }));

  get('/ready', async (c) => {
    const checks = Object.fromEntries(
      Object.entries(await options.checks()).map(([name, { status, detail }]) => [name, { status, detail }]),
    );
    if (options.stopping()) return c.json({ status: 'stopping', checks }, 503);
    const failed = Object.values(checks).some((check) => check.status === 'failed');
    return c.json({ status: failed ? 'failed' : 'ok', checks }, failed ? 503 : 200);
  });

  get('/openapi.json', (c) => c.json(options.document));

  const page = docsPage(options.document);
  get('/docs', (c) => c.html(page));

  get('/metrics', async (c) => {
    if (options.metricsNeedKey) await authenticate(c.req.raw, 'admin', options);
    const { text, contentType } = await options.metrics.exposition();
    return c.body(text, 200, { 'content-type': contentType });
  });
}
