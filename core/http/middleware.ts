import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { discloseMessage, type Logger } from '../api/logger.ts';
import { developmentProblem, Problem } from '../api/problem.ts';
import { trace } from '../api/tracing.ts';
import type { Audit } from '../kinds/audit.ts';
import { auditIdOf, type ClientAddress } from './client-address.ts';
import type { Metrics } from './metrics.ts';

/** What hono holds for each request: Node's request and response, and variables of ours. */
export interface HttpEnv {
  readonly Bindings: HttpBindings;
  readonly Variables: {
    /** What the response says: the client's own id of the request if it sent one, else the host's. */
    requestId: string;
    /** The host's own id of the request, for the audit log: a client could send the id of another request. */
    auditId: string;
    /** Whether responses show the messages of unexpected errors. */
    development?: boolean;
    /** Whether the route may process clinical text, so that the messages of its errors are not logged. */
    clinical?: boolean;
    /** The path of the route that answers, as declared; absent if there is none. */
    route?: string;
    /** The IP address of the client; empty once it has gone. */
    address: string;
    /** Whether the route needs a key or a session. */
    guarded?: boolean;
    /** The key of the caller and its account, once they are known. */
    keyId?: string;
    account?: string;
    /** Whether the caller reaches other accounts by the route, as operators do. */
    reachesOthers?: boolean;
    /** The account that the request acts on, once the handler has said so. */
    actedOn?: string;
    /** The person who is signed in, by id and name. */
    person?: { readonly person: string; readonly by: string };
    /** Whether the request belongs in the audit log. */
    audited?: boolean;
    /** The id of what the request made. */
    recordId?: string;
    /** The error behind a 500, for the log. */
    fault?: unknown;
  };
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

/**
 * Gives each request an id and its client's address, and each response its headers, and writes a line of the log and
 * the metrics for it.
 *
 * @param withTls whether the host speaks TLS itself: then browsers are told to use nothing else (RFC 6797)
 */
export function logRequests(
  log: Logger,
  metrics: Metrics,
  { clientAddress, withTls }: { readonly clientAddress: ClientAddress; readonly withTls: boolean },
): MiddlewareHandler<HttpEnv> {
  const headers = Object.entries({
    ...securityHeaders,
    ...(withTls && { 'strict-transport-security': 'max-age=31536000' }),
  });
  return async (c, next) => {
    const startedAt = performance.now();
    const given = c.req.header('x-request-id');
    const auditId = auditIdOf(c.env.incoming.socket);
    const requestId = given !== undefined && acceptableRequestId.test(given) ? given : auditId;
    c.set('requestId', requestId);
    c.set('auditId', auditId);
    c.set('address', clientAddress(c.env.incoming));

    // Set on Node's response, so that a `Response` need not be copied to add them.
    for (const [name, value] of headers) c.env.outgoing.setHeader(name, value);
    c.env.outgoing.setHeader('x-request-id', requestId);
    // A response has ended when its last byte is sent, which for a stream is long after the handler returned.
    c.env.outgoing.once('close', () => {
      const seconds = (performance.now() - startedAt) / 1000;
      const { method } = c.req;
      const status = c.env.outgoing.statusCode;
      const route = c.get('route') ?? 'none';
      const fault = c.get('fault');
      metrics.requestFinished(method, route, status, seconds);
      const fields = {
        requestId,
        auditId: auditId === requestId ? undefined : auditId,
        method,
        route,
        status,
        ms: Math.round(seconds * 1000),
        key: c.get('keyId'),
        cut: c.env.outgoing.writableFinished ? undefined : true,
      };
      if (fault === undefined) log.info(fields, 'request');
      else log.error({ ...fields, err: fault }, 'a fault of ours');
    });
    await next();
  };
}

/** Gives each request a span, below that of its client if it names one. Of the request only its route is told. */
export const traceRequests: MiddlewareHandler<HttpEnv> = (c, next) => {
  const { method } = c.req;
  const parent = c.req.header('traceparent') ?? null;
  return trace(method, { kind: 'server', attributes: { 'http.request.method': method }, parent }, async (span) => {
    await next();
    const route = c.get('route');
    const { status } = c.res;
    if (route !== undefined) span.rename(`${method} ${route}`);
    span.set({
      'http.route': route,
      'http.response.status_code': status,
      'chronoscribe.request': c.get('requestId'),
      'error.type': status >= 500 ? String(status) : undefined,
    });
  });
};

/** The ids that we make. Any other text in their place in a path is not recorded. */
const recordId = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Records each request to a clinical or administrative endpoint in the audit log before it is answered, and each one
 * that was refused for who or where its client is: key, person, address, route, record and outcome.
 */
export function auditRequests(audit: Audit, log: Logger): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    await next();
    const key = c.get('keyId') ?? null;
    const { status } = c.res;
    const isRefused = status === 403 || (c.get('guarded') && key === null && (status === 401 || status === 429));
    if (!isRefused && (!c.get('audited') || key === null)) return;
    const id = c.req.param('id');
    const record = (id !== undefined && recordId.test(id) ? id : c.get('recordId')) ?? null;
    // What an operator does to another account is not for the administrators of its own.
    const own = c.get('reachesOthers') && record !== null ? undefined : c.get('account');
    const event = {
      account: c.get('actedOn') ?? own ?? null,
      key,
      ...c.get('person'),
      address: c.get('address'),
      request: c.get('auditId'),
      action: `${c.req.method} ${c.get('route')}`,
      record,
      outcome: status,
    };
    try {
      await audit.record(event);
    } catch (thrown) {
      log.error({ ...event, err: thrown }, 'an entry of the audit log could not be written');
      // Nothing of the answer was sent yet. A file that it would have sent is closed.
      await c.res.body?.cancel();
      c.res = undefined;
      throw thrown;
    }
  };
}
