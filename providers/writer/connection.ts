import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { Problem } from 'chronoscribe';
import { type Service, silent, unreachable } from './service.ts';

export interface ConnectionOptions {
  readonly service: Service;
  /** How long the service may be silent, before its answer and within it. */
  readonly timeoutMs: number;
}

/** No answer that tells of a fault is longer than this; what comes after it is not read. */
const longestFaultBytes = 64 * 1024;

/**
 * Sends a request and gives its answer as soon as it begins; whatever its status, and redirections are not followed. Node's own `fetch` gives up
 * after five minutes without headers, which a large model on a small machine takes to read a long prompt.
 *
 * @throws Problem where nothing answers or the service is silent for too long; the latter also ends an answer that has begun
 */
export function send(
  url: URL,
  { method, headers, body, signal }: RequestInit,
  { service, timeoutMs }: ConnectionOptions,
): Promise<IncomingMessage> {
  const begin = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // A connection of its own for each request: one kept open may be closed by the server just when it is used again.
    const request = begin(url, {
      method: method ?? 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      agent: false,
      ...(signal != null && { signal }),
      timeout: timeoutMs,
    });
    let answer: IncomingMessage | undefined;
    request.once('response', (incoming) => {
      answer = incoming;
      // Whoever reads it meets the error; an answer that nobody reads to its end must not end the process.
      incoming.on('error', () => {});
      resolve(incoming);
    });
    request.once('timeout', () => (answer ?? request).destroy(silent(service, timeoutMs)));
    request.on('error', (error) => reject(error instanceof Problem ? error : unreachable(service, error)));
    request.end(typeof body === 'string' ? body : undefined);
  });
}

/** The JSON of an answer that tells of a fault; undefined where it is none. The rest of the answer is dropped. */
export async function faultBody(incoming: IncomingMessage): Promise<unknown> {
  const announced = Number(incoming.headers['content-length'] ?? 0);
  try {
    if (!isJson(incoming) || announced > longestFaultBytes) return undefined;
    return JSON.parse(await text(limited(incoming)));
  } catch {
    // The status alone tells enough.
    return undefined;
  } finally {
    incoming.destroy();
  }
}

export function isJson(incoming: IncomingMessage): boolean {
  return /json/.test(incoming.headers['content-type'] ?? '');
}

async function* limited(incoming: IncomingMessage): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of incoming) {
    // A response without an encoding gives buffers.
    const piece = chunk as Buffer;
    bytes += piece.length;
    if (bytes > longestFaultBytes) throw new RangeError('too long for a fault');
    yield piece;
  }
}
