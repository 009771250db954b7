import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../../api/problem.ts';
import { clientOf, createTurns } from '../../limits/turns.ts';

/**
 * The least that a client must send in each window of waiting. A limit of the total time would end uploads of gigabytes
 * over slow connections, and without a limit idle connections would accumulate.
 */
const minimumRate = { windowMs: 30_000, bytesPerWindow: 16 * 1024 };

/**
 * In a turn of the event loop, one piece of one body is passed on. It is parsed, hashed and written, and a piece of
 * each of dozens of uploads would come between any two steps of another request.
 */
const pieces = createTurns({ shareMs: 0 });

/** Whether a request has a body, by its headers. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
}

/** Limits for reading on after a refusal. */
export interface DiscardLimits {
  readonly bytes: number;
  readonly ms: number;
  readonly signal?: AbortSignal;
}

/**
 * A body that ends within these limits is read before the refusal is sent, so that the connection can be used again.
 */
export const keepAliveLimits: DiscardLimits = { bytes: 1024 * 1024, ms: 1_000 };

/** A connection that is to be closed is read on for so long after the refusal, as nginx does (`lingering_time`). */
export const lingerMs = 30_000;

/**
 * Reads and drops the rest of a request's body.
 *
 * @returns whether the body came to its end within the limits.
 */
export async function discardBody(incoming: IncomingMessage, { bytes, ms, signal }: DiscardLimits): Promise<boolean> {
  if (!hasBody(incoming) || incoming.readableEnded) return true;
  if (incoming.destroyed || signal?.aborted || Number(incoming.headers['content-length'] ?? 0) > bytes) return false;
  const { promise, resolve } = Promise.withResolvers<void>();
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    resolve();
  };
  const timer = setTimeout(stop, ms);
  const client = clientOf(incoming);
  let left = bytes;
  const count = (piece: Uint8Array): void => {
    left -= piece.byteLength;
    if (left < 0) stop();
    incoming.pause();
    pieces.take(client, () => {
      if (!isStopped) incoming.resume();
    });
  };
  incoming.on('data', count);
  for (const event of ['end', 'error', 'close']) incoming.on(event, stop);
  signal?.addEventListener('abort', stop);
  incoming.resume();
  await promise;
  clearTimeout(timer);
  incoming.off('data', count);
  for (const event of ['end', 'error', 'close']) incoming.off(event, stop);
  signal?.removeEventListener('abort', stop);
  if (!incoming.readableEnded) incoming.pause();
  return incoming.readableEnded;
}

/** Connections whose last answer has been made. */
const closing = new WeakSet<Socket>();

/**
 * Whether a request must not be processed, because an answer with `Connection: close` stands before it (RFC 9112, 9.6).
 */
export function isClosing(socket: Socket): boolean {
  return closing.has(socket);
}

/**
 * The same answer, after which the connection is closed. The client is given time to read the answer while it still
 * sends its body: a connection that is closed with unread bytes is reset, and the client may lose the answer.
 */
export async function closingResponse(
  response: Response,
  incoming: IncomingMessage,
  signal: AbortSignal,
): Promise<Response> {
  closing.add(incoming.socket);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set('connection', 'close');
  headers.set('content-length', String(bytes.byteLength));
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes),
    async pull(controller) {
      await discardBody(incoming, { bytes: Number.POSITIVE_INFINITY, ms: lingerMs, signal });
      controller.close();
    },
  });
  return new Response(body, { status: response.status, headers });
}

/**
 * The body of a request in chunks, up to `maxBytes`. It reads Node's request: `Request.body` is empty for a GET.
 *
 * @throws Problem `too-large`; `request-timeout` if the client sends too slowly; `client-closed-request` if it goes
 * away.
 */
export async function* bodyStream(
  incoming: IncomingMessage,
  maxBytes: number,
  { windowMs, bytesPerWindow } = minimumRate,
): AsyncGenerator<Uint8Array> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  // The default iterator would destroy the connection when it is returned.
  const chunks: AsyncIterator<Uint8Array> = incoming.iterator({ destroyOnReturn: false });
  const client = clientOf(incoming);
  let total = 0;
  // Only the time spent waiting for the client, not that of our own processing.
  let waitedMs = 0;
  let arrived = 0;
  try {
    for (;;) {
      const startedAt = performance.now();
      const slow = Promise.withResolvers<never>();
      const timer = setTimeout(() => slow.reject(tooSlow(windowMs, bytesPerWindow)), windowMs - waitedMs);
      const next = await Promise.race([chunks.next(), slow.promise]).finally(() => clearTimeout(timer));
      if (next.done) return;
      waitedMs += performance.now() - startedAt;
      arrived += next.value.byteLength;
      total += next.value.byteLength;
      if (total > maxBytes) throw tooLarge(maxBytes);
      if (arrived >= bytesPerWindow) [waitedMs, arrived] = [0, 0];
      await new Promise<void>((begin) => pieces.take(client, begin));
      yield next.value;
    }
  } catch (thrown) {
    if (incoming.errored === null || thrown instanceof Problem) throw thrown;
    // Nobody reads this answer. Web servers use this status in their logs.
    const detail = 'The client closed the connection before its request was complete.';
    throw new Problem('client-closed-request', { status: 499, detail, cause: thrown });
  } finally {
    // Not awaited: it waits for the chunk that is being read. Until then, nobody else can read the request.
    chunks.return?.().catch(() => undefined);
  }
}

/**
 * A body as a whole. One that has arrived already, as small ones have, is read without waiting.
 *
 * @throws Problem as `bodyStream` does
 */
export async function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (!hasBody(incoming)) return new Uint8Array();
  const { readableLength } = incoming;
  if (readableLength === Number(incoming.headers['content-length']) && readableLength <= maxBytes) {
    const arrived: Uint8Array | null = incoming.read();
    if (arrived !== null) {
      // The stream ends only once somebody reads on.
      incoming.resume();
      return arrived;
    }
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyStream(incoming, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function tooSlow(windowMs: number, bytesPerWindow: number): Problem {
  return new Problem('request-timeout', {
    status: 408,
    detail: `The request body arrived too slowly: at least ${bytesPerWindow / 1024} KiB are expected every ${windowMs / 1000} s.`,
  });
}

function tooLarge(maxBytes: number): Problem {
  return new Problem('too-large', { detail: `The request body is larger than the limit of ${maxBytes} bytes.` });
}
