import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Hono } from 'hono';
import { Problem } from '../api/problem.ts';
import { isClosing } from './body-stream.ts';
import type { Exchange } from './endpoint.ts';
import { problemResponse } from './problem-response.ts';

export interface Server {
  /** `http://127.0.0.1:8080`, with the port that was really taken. */
  readonly url: string;
  /** Refuses new connections, lets running requests finish, and cuts what is left. */
  stop(options: StopOptions): Promise<void>;
}

export interface StopOptions {
  /**
   * Before it refuses anybody, it answers for so many milliseconds more, and asks each to come no more on that connection: a balancer that keeps connections notices meanwhile
   * that the host is not ready, and is not about to send a request on one that closes, or to one that refuses.
   */
  readonly leaveMs: number;
  /** Milliseconds from the beginning after which what is left is cut. */
  readonly deadlineMs: number;
  /** Called just before that, so that whoever waits can still be told. */
  expired(): void;
}

/** Connections that may wait to be taken: many may come while one long answer is made. The system may allow fewer (on Linux `net.core.somaxconn`, usually 4096). */
const backlog = 16_384;

/** How long a cut request has to write its last words. */
const graceMs = 500;

/** @throws Error that names the address and says how to mend it where it cannot be listened on. */
export async function listen(app: Hono<Exchange>, host: string, port: number): Promise<Server> {
  // A client that goes away ends its connection, but not the handler that works for it.
  const working = new Set<Promise<void>>();
  /**
   * How many requests are being answered on each connection. Node counts one that has never sent a whole request among the busy
   * ones.
   */
  const connections = new Map<Socket, number>();
  const count = (socket: Socket, more: 1 | -1): void => {
    const requests = connections.get(socket);
    if (requests !== undefined) connections.set(socket, requests + more);
  };
  let isLeaving = false;
  const closeUnused = (): void => {
    for (const [socket, requests] of connections) if (requests === 0) socket.destroy();
  };
  const server = createServer({ requestTimeout: 0, headersTimeout: 20_000, keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
    const { socket } = incoming;
    if (isClosing(socket)) return;
    count(socket, 1);
    if (isLeaving) outgoing.shouldKeepAlive = false;
    outgoing.once('close', () => count(socket, -1));
    const work = handle(incoming, outgoing).finally(() => working.delete(work));
    working.add(work);
  });
  const handle = getRequestListener(app.fetch, {
    // HTTP/1.0 needs no Host header, and simple health checks speak it.
    hostname: 'localhost',
    errorHandler: unreadableRequest,
    // The library resets a connection half a second after an answer if the body was not read to its end by then, also in the
    // middle of a later request. Unread bodies are dealt with in `app.ts`.
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
    async stop({ leaveMs, deadlineMs, expired }) {
      isLeaving = true;
      if (leaveMs > 0) await wait(Math.min(leaveMs, deadlineMs));
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Not at once: a request that has arrived but was not read yet is one that runs. And again and again: connections fall idle
      // while others finish.
      const idle = setInterval(closeUnused, 50);
      const cancel = new AbortController();
      const late = wait(Math.max(0, deadlineMs - leaveMs), undefined, { signal: cancel.signal }).then(
        async () => {
          expired();
          await Promise.race([closed, wait(graceMs)]);
          server.closeAllConnections();
        },
        () => undefined,
      );
      await closed;
      cancel.abort();
      await late;
      clearInterval(idle);
      await Promise.race([Promise.allSettled(working), wait(graceMs, undefined, { ref: false })]);
    },
  };
}

/**
 * Answers a request whose target or Host is no URL, so that no route ever sees it. Only here is there no path to take the style
 * of errors from.
 */
function unreadableRequest(thrown: unknown): Response {
  const requestId = randomUUID();
  const problem =
    thrown instanceof RequestError
      ? new Problem('malformed-request', { status: 400, detail: 'The request line or the Host header does not make a URL.' })
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
