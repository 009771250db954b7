import type { Handler, Hono } from 'hono';
import type { AccountRegistry } from '../accounts/registry.ts';
import type { Health } from '../api/provider.ts';
import { authenticate } from './authentication.ts';
import { docsPage } from './docs-page.ts';
import type { Exchange } from './endpoint.ts';
import type { Metrics } from './metrics.ts';
import { hostOperations, type OpenApiDocument } from './openapi.ts';

/** What the host says of itself, without a key. */
export interface HostSurface {
  readonly accounts: AccountRegistry;
  readonly document: OpenApiDocument;
  readonly metrics: Metrics;
  readonly metricsNeedKey: boolean;
  /** By the name of the part. Not asked more often than a part should be. */
  readonly checks: () => Promise<Readonly<Record<string, Health>>>;
  /** True from the moment a stop is asked. */
  readonly stopping: () => boolean;
}

export const hostPaths: readonly string[] = Object.keys(hostOperations);

/** Not counted by rate limits. */
export function mountHostRoutes(app: Hono<Exchange>, surface: HostSurface): void {
  const get = (path: keyof typeof hostOperations, handler: Handler<Exchange>): void => {
    app.get(path, (c, next) => {
      c.set('route', path);
      return handler(c, next);
    });
  };

  get('/health', (c) => c.json({ status: 'ok' }));

  get('/ready', async (c) => {
    const checks = Object.fromEntries(
      Object.entries(await surface.checks()).map(([name, { status, detail }]) => [name, { status, detail }]),
    );
    if (surface.stopping()) return c.json({ status: 'stopping', checks }, 503);
    const failed = Object.values(checks).some((check) => check.status === 'failed');
    return c.json({ status: failed ? 'failed' : 'ok', checks }, failed ? 503 : 200);
  });

  get('/openapi.json', (c) => c.json(surface.document));

  const page = docsPage(surface.document);
  get('/docs', (c) => c.html(page));

  get('/metrics', async (c) => {
    if (surface.metricsNeedKey) await authenticate(c.req.raw.headers, 'admin', surface.accounts);
    const { text, contentType } = await surface.metrics.exposition();
    return c.body(text, 200, { 'content-type': contentType });
  });
}
