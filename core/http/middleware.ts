import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { discloseMessage, type Logger } from '../api/logger.ts';
import { developmentProblem, Problem } from '../api/problem.ts';
import type { Audit } from '../kinds/audit.ts';
import type { Metrics } from './metrics.ts';

/** What hono holds for each request: Node's request and response, and variables of ours. */
export interface HttpEnv {
  readonly Bindings: HttpBindings;
  readonly Variables: {
    requestId: string;
    /** Whether responses show the messages of unexpected errors. */
    development?: boolean;
    /** Whether the route may process clinical text, so that the messages of its errors are not logged. */
    clinical?: boolean;
    /** The path of the route that answers, as declared; absent if there is none. */
    route?: string;
    /** The key of the caller and its account, once they are known. */
    keyId?: string;
    account?: string;
    /** The person who is signed in, by id and name. */
    person?: { readonly person: string; readonly by: string };
    /** Whether the request belongs in the audit log. */
    audited?: boolean;
    /** The run that the request started. */
    runId?: string;
    /** The error behind a 500, for the log. */
    fault?: unknown;
  };
}

/** The IP address of the client; empty once it has gone. */
export function clientAddress(c: Context<HttpEnv>): string {
  return c.env.incoming.socket.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') ?? '';
}

/** The problem to answer with. An internal error is kept for the log. */
export function problemFrom(c: Context<HttpEnv>, thrown: unknown): Problem {
  const problem = c.get('development') ? developmentProblem(thrown) : Problem.of(thrown);
  if (problem.code === 'internal') {
    if (c.get('clinical') === false) discloseMessage(thrown);
    c.set('fault', thrown);
  }
  return problem;
}

const acceptableRequestId = /^[A-Za-z0-9._:-]{1,128}$/;

/**
 * Headers of every response that does not override them: nothing is sniffed, framed, cached, or loaded from elsewhere.
 */
const securityHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
} as const;

/** Gives each request an id and each response its headers, and writes a line of the log and the metrics for it. */
export function logRequests(log: Logger, metrics: Metrics): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const startedAt = performance.now();
    const given = c.req.header('x-request-id');
    const requestId = given !== undefined && acceptableRequestId.test(given) ? given : randomUUID();
    c.set('requestId', requestId);

    // Set on Node's response, so that a `Response` need not be copied to add them.
    for (const [name, value] of Object.entries(securityHeaders)) c.env.outgoing.setHeader(name, value);
    c.env.outgoing.setHeader('x-request-id', requestId);
    // A response has ended when its last byte is sent, which for a stream is long after the handler returned.
    finished(c.env.outgoing, (cut) => {
      const seconds = (performance.now() - startedAt) / 1000;
      const { method } = c.req;
      const status = c.env.outgoing.statusCode;
      const route = c.get('route') ?? 'none';
      const fault = c.get('fault');
      metrics.requestFinished(method, route, status, seconds);
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

/** The ids that we make. Any other text in their place in a path is not recorded. */
const recordId = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Records each request to a clinical or administrative endpoint in the audit log before it is answered: key, route,
 * record and outcome. Requests without a valid key have nobody to name, and appear in the request log only.
 */
export function auditRequests(audit: Audit, log: Logger): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    await next();
    const key = c.get('keyId');
    if (!c.get('audited') || key === undefined) return;
    const id = c.req.param('id');
    const event = {
      account: c.get('account') ?? null,
      key,
      ...c.get('person'),
      address: clientAddress(c),
      action: `${c.req.method} ${c.get('route')}`,
      record: (id !== undefined && recordId.test(id) ? id : c.get('runId')) ?? null,
      outcome: c.res.status,
    };
    try {
      await audit.record(event);
    } catch (cause) {
      // The request has taken effect, and an error would not undo it. The log has at least this line.
      log.error({ ...event, err: cause }, 'an entry of the audit log could not be written');
    }
  };
}
