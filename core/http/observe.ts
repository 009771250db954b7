import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from '../api/logger.ts';
import type { Exchange } from './endpoint.ts';
import type { Metrics } from './metrics.ts';

const acceptableId = /^[A-Za-z0-9._:-]{1,128}$/;

/**
 * Sent with every answer that does not say otherwise: no sniffing, no framing, no caching of what belongs to an account, nothing
 * loaded from elsewhere.
 */
const standingHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
} as const;

/** Gives each request an id, each answer its headers, and each exchange a line in the log and a place in the metrics. */
export function observe(log: Logger, metrics: Metrics): MiddlewareHandler<Exchange> {
  return async (c, next) => {
    const begun = performance.now();
    const given = c.req.header('x-request-id');
    const requestId = given !== undefined && acceptableId.test(given) ? given : randomUUID();
    c.set('requestId', requestId);

    // Straight to Node: an answer need not be taken apart again to get them.
    for (const [name, value] of Object.entries(standingHeaders)) c.env.outgoing.setHeader(name, value);
    c.env.outgoing.setHeader('x-request-id', requestId);
    // An answer counts when its last byte is out, which for a stream is long after the handler returned.
    finished(c.env.outgoing, (cut) => {
      const seconds = (performance.now() - begun) / 1000;
      const { method } = c.req;
      const status = c.env.outgoing.statusCode;
      const route = c.get('route') ?? 'none';
      const fault = c.get('fault');
      metrics.answered(method, route, status, seconds);
      const fields = {
        requestId,
        method,
        route,
        status,
        ms: Math.round(seconds * 1000),
        key: c.get('keyId'),
        cut: cut ? true : undefined,
      };
      if (fault === undefined) log.info(fields, 'request');
      else log.error({ ...fields, err: fault }, 'a fault of ours');
    });
    await next();
  };
}
