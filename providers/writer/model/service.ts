import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { Problem } from 'chronoscribe';
import { parseRetryAfter } from 'chronoscribe/host';

/** The server of a model, described for error messages. */
export interface ModelService {
  /** Title and origin, such as `Ollama at http://127.0.0.1:11434`. Not the whole URL, which may contain a password. */
  readonly name: string;
  readonly model: string;
  /**
   * Instruction for when it cannot be reached: `Start it with "ollama serve", or correct the writer's setting baseUrl.`
   */
  readonly connectionHint: string;
  /** Instruction for when it refuses access: `Correct the writer's setting apiKey.` */
  readonly accessHint: string;
}

/** There is no connection, or it broke before the response. */
export function unreachable({ name, connectionHint }: ModelService, cause: Error): Problem {
  return new Problem('provider-unavailable', {
    detail: `${name} cannot be reached. ${connectionHint}`,
    transient: true,
    cause,
  });
}

/** Nothing was received within the limit. Not transient: a retry would wait as long again. */
export function timedOut({ name }: ModelService, timeoutMs: number): Problem {
  return new Problem('provider-unavailable', {
    detail: `${name} sent nothing for ${timeoutMs / 1000} s. Use a smaller model, or raise the writer's setting timeoutMs.`,
  });
}

/** The response has another content type: from a proxy or another service. */
export function unexpectedContentType({ name, connectionHint }: ModelService): Problem {
  return new Problem('provider-failed', {
    detail: `${name} gave a response that is not one of that service. ${connectionHint}`,
  });
}

/** The answer is incomplete or unusable. Has no `cause`: a parser's error quotes the text. */
export function incompleteAnswer({ name }: ModelService): Problem {
  return new Problem('provider-failed', {
    detail: `The answer of ${name} is incomplete or malformed. Try again, or use another model.`,
  });
}

/** A temporary failure, reported by a status or within an answer. */
export function transientFailure({ name }: ModelService, how: string, headers: IncomingHttpHeaders = {}): Problem {
  const retryAfter = parseRetryAfter(headers['retry-after']);
  return new Problem('provider-unavailable', {
    detail: `${name} ${how}. Try again later.`,
    transient: true,
    ...(retryAfter !== undefined && { retryAfter }),
  });
}

/**
 * Maps statuses with the same meaning at every service.
 *
 * @returns undefined for statuses below 300 and those that depend on the service
 */
export function statusProblem(
  service: ModelService,
  status: number,
  headers: IncomingHttpHeaders,
): Problem | undefined {
  const { name, connectionHint, accessHint } = service;
  if (status === 401 || status === 403) {
    return new Problem('provider-unavailable', { detail: `${name} refuses access (${status}). ${accessHint}` });
  }
  if (status === 429) return transientFailure(service, 'received too many requests (429)', headers);
  if (status >= 500) return transientFailure(service, `failed with status ${status}`, headers);
  if (status < 400) {
    return new Problem('provider-failed', {
      detail: `${name} answered with a redirection (${status}); redirections are not followed. ${connectionHint}`,
    });
  }
  return undefined;
}

export interface ConnectionOptions {
  readonly service: ModelService;
  /** Maximum time without data, before the response and within it. */
  readonly timeoutMs: number;
}

/** Error bodies are read up to this size. */
const maxErrorBytes = 64 * 1024;

/**
 * Sends a request and resolves with the response headers, whatever the status. Redirections are not followed.
 *
 * Uses `node:http` because Node's `fetch` gives up after five minutes without headers; a large model on a small machine
 * needs longer for a long prompt.
 *
 * @throws Problem `provider-unavailable` if nothing answers or nothing is received within the limit; the latter also
 *   ends a response that has begun
 */
export function sendRequest(
  url: URL,
  { method, headers, body, signal }: RequestInit,
  { service, timeoutMs }: ConnectionOptions,
): Promise<IncomingMessage> {
  const begin = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // A new connection for each request: the server may close an idle one just when it is reused.
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
      // The reader gets the error. A response that nobody reads to the end must not end the process.
      incoming.on('error', () => {});
      resolve(incoming);
    });
    request.once('timeout', () => (answer ?? request).destroy(timedOut(service, timeoutMs)));
    request.on('error', (error) => reject(error instanceof Problem ? error : unreachable(service, error)));
    request.end(typeof body === 'string' ? body : undefined);
  });
}

/**
 * Reads the JSON body of an error response and discards the rest.
 *
 * @returns undefined if the body is not JSON or too large
 */
export async function readErrorBody(incoming: IncomingMessage): Promise<unknown> {
  const announced = Number(incoming.headers['content-length'] ?? 0);
  try {
    if (!isJson(incoming) || announced > maxErrorBytes) return undefined;
    return JSON.parse(await text(limitBytes(incoming)));
  } catch {
    // The status suffices.
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
    // Without an encoding the chunks are buffers.
    const piece = chunk as Buffer;
    bytes += piece.length;
    if (bytes > maxErrorBytes) throw new RangeError('the error body is too large');
    yield piece;
  }
}
