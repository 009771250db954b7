import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { Problem, parseRetryAfter } from 'chronoscribe';

/** A service at which models are asked, in the words in which its problems are told. */
export interface ModelService {
  /** `Ollama at http://127.0.0.1:11434`: with the origin alone, as an address may hold a password. */
  readonly name: string;
  /** What to do where nothing answers: `Start it with "ollama serve", or correct baseUrl of the writer.` */
  readonly connectionHint: string;
  /** What to do where it lets nobody in: `Correct apiKey of the writer.` */
  readonly accessHint: string;
}

/** No connection, or one that broke before its answer began. */
export function unreachable({ name, connectionHint }: ModelService, cause: Error): Problem {
  return new Problem('provider-unavailable', { detail: `${name} cannot be reached. ${connectionHint}`, transient: true, cause });
}

/** Nothing came for so long. Not tried again: it would be waited for as long once more. */
export function timedOut({ name }: ModelService, timeoutMs: number): Problem {
  return new Problem('provider-unavailable', {
    detail: `${name} was silent for ${timeoutMs / 1000} s. A smaller model answers sooner; timeoutMs of the writer sets the limit.`,
  });
}

/** An answer of another kind than was asked for: a page of a proxy, or another service. */
export function unexpectedContentType({ name, connectionHint }: ModelService): Problem {
  return new Problem('provider-failed', { detail: `${name} does not answer as that service does. ${connectionHint}` });
}

/** An answer that broke off or makes no sense. No cause is kept: a parser's error quotes the text. */
export function incompleteAnswer({ name }: ModelService): Problem {
  return new Problem('provider-failed', { detail: `${name} broke off its answer, or answered with something unexpected.` });
}

/** A failure that may pass, told within an answer or by its status. */
export function transientFailure({ name }: ModelService, how: string, headers: IncomingHttpHeaders = {}): Problem {
  const retryAfter = parseRetryAfter(headers['retry-after']);
  return new Problem('provider-unavailable', {
    detail: `${name} ${how}. Try again later.`,
    transient: true,
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/** What every service means by a status of 300 or more; undefined for those that each explains in its own way. */
export function statusProblem(service: ModelService, status: number, headers: IncomingHttpHeaders): Problem | undefined {
  const { name, connectionHint, accessHint } = service;
  if (status === 401 || status === 403) {
    return new Problem('provider-unavailable', { detail: `${name} refuses access (${status}). ${accessHint}` });
  }
  if (status === 429) return transientFailure(service, 'has too many requests (429)', headers);
  if (status >= 500) return transientFailure(service, `failed with status ${status}`, headers);
  if (status < 400) {
    return new Problem('provider-failed', {
      detail: `${name} answered with a redirection (${status}), which is not followed. ${connectionHint}`,
    });
  }
  return undefined;
}

export interface ConnectionOptions {
  readonly service: ModelService;
  /** How long the service may be silent, before its answer and within it. */
  readonly timeoutMs: number;
}

/** No answer that tells of a fault is longer than this; what comes after it is not read. */
const maxErrorBytes = 64 * 1024;

/**
 * Sends a request and gives its answer as soon as it begins; whatever its status, and redirections are not followed. Node's own `fetch` gives up
 * after five minutes without headers, which a large model on a small machine takes to read a long prompt.
 *
 * @throws Problem where nothing answers or the service is silent for too long; the latter also ends an answer that has begun
 */
export function sendRequest(
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
    request.once('timeout', () => (answer ?? request).destroy(timedOut(service, timeoutMs)));
    request.on('error', (error) => reject(error instanceof Problem ? error : unreachable(service, error)));
    request.end(typeof body === 'string' ? body : undefined);
  });
}

/** The JSON of an answer that tells of a fault; undefined where it is none. The rest of the answer is dropped. */
export async function readErrorBody(incoming: IncomingMessage): Promise<unknown> {
  const announced = Number(incoming.headers['content-length'] ?? 0);
  try {
    if (!isJson(incoming) || announced > maxErrorBytes) return undefined;
    return JSON.parse(await text(limitBytes(incoming)));
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

async function* limitBytes(incoming: IncomingMessage): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of incoming) {
    // A response without an encoding gives buffers.
    const piece = chunk as Buffer;
    bytes += piece.length;
    if (bytes > maxErrorBytes) throw new RangeError('too long for a fault');
    yield piece;
  }
}
