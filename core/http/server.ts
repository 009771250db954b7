import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server as HttpServer, type RequestListener, request, type ServerOptions } from 'node:http';
import { createServer as createTlsServer, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createSecureContext } from 'node:tls';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import { messageOf } from '../api/text.ts';
import { runPeriodically } from '../concurrency/periodic.ts';
import type { HostSettings } from '../config/host-settings.ts';
import { clientOf, createTurns } from '../limits/turns.ts';
import { isClosing } from './body/body-stream.ts';
import { inheritAuditId } from './client-address.ts';
import { type ConnectionCap, capConnections } from './connection-cap.ts';
import type { HttpEnv } from './middleware.ts';
import { problemResponse } from './responses.ts';

export interface StopOptions {
  /**
   * How long, in milliseconds, requests are still answered, with `Connection: close`, before new connections are
   * refused. A load balancer sees meanwhile that the host is not ready, and sends no request to a connection that is
   * being closed.
   */
  readonly drainMs: number;
  /** Milliseconds from the beginning of the stop after which the remaining connections are closed. */
  readonly deadlineMs: number;
  /** Called just before that, so that waiting clients can still be answered. */
  onDeadline(): void;
}

/**
 * How many connections may wait to be accepted while the process is busy. The system may allow fewer (on Linux
 * `net.core.somaxconn`, usually 4096).
 */
const backlog = 16_384;

/** How long requests are begun in one turn of the event loop, in milliseconds. */
const beginMs = 1;

/** How long requests have to write an answer after the deadline. */
const graceMs = 500;

/** @throws Error with a remedy if the address cannot be listened on, or the certificate cannot be used. */
export async function listen(
  app: Hono<HttpEnv>,
  { host, port, tls }: Pick<HostSettings['http'], 'host' | 'port' | 'tls'>,
  log: Logger,
) {
  // A handler may run on after its client has closed the connection.
  const running = new Set<Promise<void>>();
  /**
   * The number of requests in progress on each connection. For Node, a connection without a whole request is busy too.
   */
  const connections = new Map<Socket, number>();
  const count = (socket: Socket, more: 1 | -1): void => {
    const requests = connections.get(socket);
    if (requests !== undefined) connections.set(socket, requests + more);
  };
  const cap = capConnections((socket) => (connections.get(socket) ?? 0) === 0);
  let isDraining = false;
  const closeUnused = (): void => {
    for (const [socket, requests] of connections) if (requests === 0) socket.destroy();
  };
  const turns = createTurns({ shareMs: beginMs });
  const listener: RequestListener = (incoming, outgoing) => {
    const { socket } = incoming;
    count(socket, 1);
    outgoing.once('close', () => count(socket, -1));
    turns.take(clientOf(incoming), () => {
      // Either may have happened while it waited.
      if (isClosing(socket) || outgoing.destroyed) return;
      if (isDraining) outgoing.shouldKeepAlive = false;
      const request = handle(incoming, outgoing).finally(() => running.delete(request));
      running.add(request);
    });
  };
  const limits = { requestTimeout: 0, headersTimeout: 20_000, keepAliveTimeout: 65_000 };
  const secured = tls === null ? undefined : await securedServer(tls, limits, listener, log);
  const server = secured?.server ?? createServer(limits, listener);
  const handle = requestListener(app);
  if (secured !== undefined) countHandshakes(server, cap);
  // The socket that requests come on. Of TLS, it is there once the handshake is done.
  server.on(secured === undefined ? 'connection' : 'secureConnection', (socket: Socket) => {
    connections.set(socket, 0);
    cap.opened(socket);
    socket.once('close', () => connections.delete(socket));
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen(cause, host, port)));
    server.listen({ port, host, backlog }, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;

  return {
    /** `http://127.0.0.1:8080`, or `https://…`, with the actual port. */
    url: `${secured === undefined ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    /** Refuses new connections, waits for running requests, and closes the remaining connections at the deadline. */
    async stop({ drainMs, deadlineMs, onDeadline }: StopOptions) {
      isDraining = true;
      await secured?.stopReloading();
      if (drainMs > 0) await wait(Math.min(drainMs, deadlineMs));
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Not at once: a request may have arrived without having been read. Repeatedly: connections become idle as
      // requests finish.
      const idle = setInterval(closeUnused, 50);
      const cancel = new AbortController();
      const late = wait(Math.max(0, deadlineMs - drainMs), undefined, { signal: cancel.signal }).then(
        async () => {
          onDeadline();
          await Promise.race([closed, wait(graceMs)]);
          server.closeAllConnections();
        },
        () => undefined,
      );
      await closed;
      cancel.abort();
      await late;
      clearInterval(idle);
      await Promise.race([Promise.allSettled(running), wait(graceMs, undefined, { ref: false })]);
    },
  };
}

async function securedServer(tls: TlsFiles, limits: ServerOptions, listener: RequestListener, log: Logger) {
  const certificate = await readCertificate(tls);
  // A connection without a handshake is not known to the server, so nothing else would end it at a stop.
  const server = createTlsServer({ ...limits, ...certificate, handshakeTimeout: 5_000 }, listener);
  return { server, stopReloading: reloadCertificate(server, tls, certificate, log) };
}

/** Counts connections whose handshake goes on. Node tells which two sockets are one only by their address. */
function countHandshakes(server: Pick<HttpServer, 'on'>, cap: ConnectionCap): void {
  const handshakes = new Map<string, Socket>();
  const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;
  server.on('connection', (socket: Socket) => {
    const name = nameOf(socket);
    handshakes.set(name, socket);
    cap.opened(socket);
    socket.once('close', () => {
      if (handshakes.get(name) === socket) handshakes.delete(name);
    });
  });
  server.on('secureConnection', (socket: Socket) => {
    const begun = handshakes.get(nameOf(socket));
    if (begun !== undefined) cap.forget(begun);
    handshakes.delete(nameOf(socket));
  });
}

/** What Node's server calls for each request. */
function requestListener(app: Hono<HttpEnv>): ReturnType<typeof getRequestListener> {
  return getRequestListener(app.fetch, {
    // HTTP/1.0, which simple health checks use, needs no Host header.
    hostname: 'localhost',
    errorHandler: malformedRequest,
    // Otherwise the library closes a connection half a second after a response if the request's body was not read to
    // its end, even during a later request. `app.ts` handles unread bodies.
    autoCleanupIncoming: false,
  });
}

export interface LocalRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The IP address of the client that it stands for. */
  readonly address: string;
  /** The host's own id of the request that this one is made for. */
  readonly auditId: string;
  /** JSON. */
  readonly body: string;
}

/**
 * Sends requests to an app without a network: Node's server takes any duplex stream as a connection. So nothing of HTTP
 * is imitated, and neither the address that a host listens on nor its certificate matters.
 */
export function localClient(
  app: Hono<HttpEnv>,
): (request: LocalRequest) => Promise<{ readonly status: number; readonly body: string }> {
  const server = createServer(requestListener(app));
  return ({ method, path, headers, address, auditId, body }) =>
    new Promise((resolve, reject) => {
      const [client, connection] = duplexPair();
      inheritAuditId(connection, auditId);
      server.emit('connection', Object.assign(connection, { remoteAddress: address }));
      const given = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
      request({ createConnection: () => client, method, path, headers: given })
        .once('response', (response) => {
          text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: answer }), reject);
        })
        .once('error', reject)
        .end(body);
    });
}

/** Answers a request whose target and Host form no URL. It has no path, so its errors have the default shape. */
function malformedRequest(thrown: unknown): Response {
  const requestId = randomUUID();
  const detail = 'The request line or the Host header does not make a URL.';
  const isMalformed = thrown instanceof RequestError;
  const problem = isMalformed ? new Problem('malformed-request', { status: 400, detail }) : Problem.of(thrown);
  return problemResponse(problem, 'problem', requestId, { 'x-request-id': requestId });
}

function cannotListen(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  const address = `${host}:${port}`;
  switch (cause.code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} on ${host} is in use. Stop what listens there, or choose another with --port (0 picks a free ` +
          'one).',
        { cause },
      );
    case 'EACCES':
      return new Error(`Listening on ${address} is not allowed. Choose a port above 1023 with --port.`, { cause });
    default:
      return new Error(`Listening on ${address} failed: ${cause.message}. Check http.host and http.port.`, { cause });
  }
}

/** The absolute paths of a certificate, with those of its issuers after it, and of its private key; both in PEM. */
type TlsFiles = NonNullable<HostSettings['http']['tls']>;

/** The contents of both files. */
interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/**
 * How often the files are read. They are not watched: a certificate is renewed by renaming files and links, of which
 * watchers see different things on each system.
 */
const readEveryMs = 5_000;

/** @throws Error that names the files, and what is wrong with them */
async function readCertificate(files: TlsFiles): Promise<Certificate> {
  try {
    const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)]);
    createSecureContext({ cert, key });
    return { cert, key };
  } catch (cause) {
    throw new Error(
      `http.tls: the certificate ${files.cert} and the key ${files.key} cannot be used: ${messageOf(cause)}. Both must be PEM files that belong together.`,
      { cause },
    );
  }
}

/**
 * Gives new connections the certificate of the files whenever they have changed. Files that do not belong together, as
 * between the replacement of the one and of the other, change nothing.
 *
 * @returns the function that ends this
 */
function reloadCertificate(server: Server, files: TlsFiles, first: Certificate, log: Logger): () => Promise<void> {
  let current = first;
  let lastFault = '';
  const reload = async (): Promise<void> => {
    const next = await readCertificate(files);
    lastFault = '';
    if (next.cert.equals(current.cert) && next.key.equals(current.key)) return;
    server.setSecureContext(next);
    current = next;
    log.info({}, 'the certificate was read anew');
  };
  return runPeriodically(reload, {
    everyMs: readEveryMs,
    onError(thrown) {
      const fault = String(thrown);
      if (fault !== lastFault)
        log.warn({ err: thrown }, 'the certificate could not be read anew; the one before goes on');
      lastFault = fault;
    },
  });
}
