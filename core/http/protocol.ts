import type { Context } from 'hono';
import type { Scope } from '../api/access.ts';
import type { Logger } from '../api/logger.ts';
import type { ProtocolCall, Route } from '../api/route.ts';
import { bodyStream, hasBody } from './body/body-stream.ts';
import type { HttpEnv } from './middleware.ts';

export interface ProtocolRequest {
  readonly c: Context<HttpEnv>;
  readonly route: Route;
  readonly account: string;
  readonly scopes: readonly Scope[];
  readonly services: { readonly log: Logger };
}

/** Serves a request as its protocol answers it. @param operationId the same for each try of a request with a key */
export function serveProtocol(
  { c, route, account, scopes, services }: ProtocolRequest,
  serve: (call: ProtocolCall) => Promise<Response>,
  operationId: string,
): Promise<Response> {
  const { method, headers, url } = c.req.raw;
  // Read from Node's request, so that a client which stops sending is noticed.
  const body =
    route.body === undefined || !hasBody(c.env.incoming)
      ? null
      : ReadableStream.from(bodyStream(c.env.incoming, route.body.maxBytes));
  return serve({
    request: new Request(url, { method, headers, body, duplex: 'half' }),
    account,
    keyId: c.get('keyId') ?? '',
    scopes,
    address: c.get('address'),
    requestId: c.get('requestId'),
    auditId: c.get('auditId'),
    operationId,
    log: services.log,
    // On Node's response, so that an error response has it too.
    setHeader: (name, value) => void c.env.outgoing.setHeader(name, value),
  });
}
