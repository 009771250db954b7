import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { Problem } from '../api/problem.ts';
import { isClosing } from './body-stream.ts';
import type { HttpEnv } from './middleware.ts';
import { problemResponse } from './responses.ts';

export interface Server {
  /** `http://127.0.0.1:8080`, with the actual port. */
  readonly url: string;
  /** Refuses new connections, waits for running requests, and closes the remaining connections at the deadline. */
  stop(options: StopOptions): Promise<void>;
}

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

/** How long requests have to write an answer after the deadline. */
const graceMs = 500;

/** @throws Error with the address and a remedy if it cannot be listened on. */
export async function listen(app: Hono<HttpEnv>, host: string, port: number): Promise<Server> {
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
  let isDraining = false;
  const closeUnused = (): void => {
    for (const [socket, requests] of connections) if (requests === 0) socket.destroy();
  };
  const server = createServer(
    { requestTimeout: 0, headersTimeout: 20_000, keepAliveTimeout: 65_000 },
    (incoming, outgoing) => {
      const { socket } = incoming;
      if (isClosing(socket)) return;
      count(socket, 1);
      if (isDraining) outgoing.shouldKeepAlive = false;
      outgoing.once('close', () => count(socket, -1));
      const request = handle(incoming, outgoing).finally(() => running.delete(request));
      running.add(request);
    },
  );
  const handle = getRequestListener(app.fetch, {
    // HTTP/1.0, which simple health checks use, needs no Host header.
    hostname: 'localhost',
    errorHandler: malformedRequest,
    // Otherwise the library closes a connection half a second after a response if the request's body was not read to
    // its end, even during a later request. `app.ts` handles unread bodies.
    autoCleanupIncoming: false,
  });
  server.on('connection', (socket: Socket) => {
    connections.set(socket, 0);
    socket.once('close', () => connections.delete(socket));
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(cannotListen(cause, host, port)));
    server.listen({ port, host, backlog }, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    async stop({ drainMs, deadlineMs, onDeadline }) {
      isDraining = true;
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

/** Answers a request whose target and Host form no URL. It has no path, so its errors have the default shape. */
function malformedRequest(thrown: unknown): Response {
  const requestId = randomUUID();
  const problem =
    thrown instanceof RequestError
      ? new Problem('malformed-request', {
          status: 400,
          detail: 'The request line or the Host header does not make a URL.',
        })
      : Problem.of(thrown);
  return problemResponse(problem, 'problem', requestId, { 'x-request-id': requestId });
}

function cannotListen(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  const address = `${host}:${port}`;
  switch (cause.code) {
    case 'EADDRINUSE':
      return new Error(
        `Port ${port} on ${host} is in use. Stop what listens there, or choose another with --port (0 picks a free one).`,
        { cause },
      );
    case 'EACCES':
      return new Error(`Listening on ${address} is not allowed. Choose a port above 1023 with --port.`, { cause });
    default:
      return new Error(`Listening on ${address} failed: ${cause.message}. Check http.host and http.port.`, { cause });
  }
}
