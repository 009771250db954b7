import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Failing, type Fault, FaultPlan, isRequest } from './faults.ts';

/** A request as the service saw it, read to its end. */
export interface VendorRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface VendorAnswer {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON in one piece. */
  readonly json?: unknown;
  /** Sent piece by piece as it comes, instead of `json`; `Content-Type` is up to `headers`. */
  readonly stream?: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

export type VendorHandler = (request: VendorRequest) => VendorAnswer | Promise<VendorAnswer>;

export interface VendorServer {
  /** `http://127.0.0.1:<port>`; it stays the same through `refuse` and `listen`. */
  readonly url: string;
  /** All requests since the start or the last `reset`, failed ones too. */
  readonly requests: readonly VendorRequest[];
  /** How many requests are being answered now. */
  openRequests(): number;
  /** How many requests were `POST /v2/upload` (a `*` stands for one part of the path). */
  count(on: string): number;
  /** From now on requests fail as described. */
  fail(failing: Failing): void;
  /** Closes the port: connections are refused. */
  refuse(): Promise<void>;
  /** Opens the port again after `refuse`. */
  listen(): Promise<void>;
  /** Works as new: no faults, no requests remembered, port open. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a real HTTP server on 127.0.0.1 that stands for a vendor's service and can fail in every way that one does.
 */
export async function startVendorServer(handler: VendorHandler): Promise<VendorServer> {
  const plan = new FaultPlan();
  const requests: VendorRequest[] = [];
  let open = 0;

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    const request = await read(incoming);
    requests.push(request);
    const fault = plan.next(request.method, request.path);
    await send(response, fault, () => handler(request));
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((thrown: unknown) => {
      // A client that goes away in the middle is part of what tests do; all else is a fault of the double and must be
      // seen.
      if (!incoming.destroyed || incoming.complete)
        process.emitWarning(thrown instanceof Error ? thrown : String(thrown));
      response.destroy();
    });
  });
  const port = await listen(server, 0);

  const refuse = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  const reopen = async () => {
    if (!server.listening) await listen(server, port);
  };

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    openRequests: () => open,
    count: (on) => requests.filter(({ method, path }) => isRequest(on, method, path)).length,
    fail: (failing) => plan.add(failing),
    refuse,
    listen: reopen,
    async reset() {
      plan.clear();
      requests.length = 0;
      await reopen();
    },
    stop: refuse,
  };
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function read(incoming: IncomingMessage): Promise<VendorRequest> {
  const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://127.0.0.1');
  return {
    method: incoming.method ?? 'GET',
    path: pathname,
    query: searchParams,
    headers: incoming.headers,
    body: await buffer(incoming),
  };
}

async function send(
  response: ServerResponse,
  fault: Fault | undefined,
  answer: () => VendorAnswer | Promise<VendorAnswer>,
): Promise<void> {
  switch (fault?.fault) {
    case undefined:
      return sendAnswer(response, await answer());
    case 'status':
      response
        .writeHead(fault.status, fault.headers)
        .end(fault.body ?? JSON.stringify({ error: `status ${fault.status}` }));
      return;
    case 'hang':
      return;
    case 'cut':
      await sendHalf(response, await answer());
      response.destroy();
      return;
    case 'stall':
      return sendHalf(response, await answer());
    case 'wrong-shape':
      return sendAnswer(response, { json: { unexpected: ['shape'] } });
    case 'invalid-json':
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": "half an obj');
      return;
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome to nginx!</title>');
      return;
    default:
      fault satisfies never | undefined;
  }
}

async function sendAnswer(
  response: ServerResponse,
  { status = 200, headers, json, stream }: VendorAnswer,
): Promise<void> {
  if (stream === undefined) {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json ?? {}));
    return;
  }
  response.writeHead(status, headers);
  for await (const piece of stream) {
    if (response.destroyed) return;
    response.write(piece);
  }
  response.end();
}

/** Half of a JSON body, as its length announced the whole; of a stream the first piece and half of the second. */
async function sendHalf(
  response: ServerResponse,
  { status = 200, headers, json, stream }: VendorAnswer,
): Promise<void> {
  if (stream === undefined) {
    const body = JSON.stringify(json ?? {});
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...headers,
    });
    return flushed(response, body.slice(0, body.length / 2));
  }
  response.writeHead(status, headers);
  let sent = 0;
  for await (const piece of stream) {
    await flushed(response, sent === 0 ? piece : piece.slice(0, piece.length / 2));
    sent += 1;
    if (sent === 2) return;
  }
}

function flushed(response: ServerResponse, piece: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    response.write(piece, () => resolve());
  });
}
