import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Problem } from 'chronoscribe';
import { z } from 'zod';
import { faultOf, ServerError } from './faults.ts';

/** How Ollama tells of a failure when its answer has begun already. */
const reported = z.object({ error: z.string().optional() });

export interface ConnectionOptions {
  readonly signal: AbortSignal;
  /** How long the server may be silent, before its answer and within it. */
  readonly timeoutMs: number;
}

/**
 * A `fetch` for the `ollama` package. Node's own gives up after five minutes without headers, which a large model on a small machine takes
 * to read a long prompt; the package itself prints what it cannot parse to the console, which may be clinical text. Here faults are found
 * before it sees them.
 *
 * @throws Problem `provider-unavailable` or `provider-failed`
 */
export function connection({ signal, timeoutMs }: ConnectionOptions): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const incoming = await send(url, init ?? {}, { signal, timeoutMs });
    const fault = await faultOf(incoming, url.origin);
    if (fault !== undefined) throw fault;
    return new Response(ReadableStream.from(wholeLines(incoming)), { headers: { 'content-type': 'application/json' } });
  };
}

function send(
  url: URL,
  { method, headers, body }: RequestInit,
  { signal, timeoutMs }: ConnectionOptions,
): Promise<IncomingMessage> {
  const begin = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    // A connection of its own for each request: one kept open may be closed by the server just when it is used again.
    const request = begin(url, {
      method: method ?? 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      agent: false,
      signal,
      timeout: timeoutMs,
    });
    let answer: IncomingMessage | undefined;
    request.once('response', (incoming) => {
      answer = incoming;
      // Whoever reads it meets the error; an answer that nobody reads to its end must not end the process.
      incoming.on('error', () => {});
      resolve(incoming);
    });
    request.once('timeout', () => (answer ?? request).destroy(silence(url, timeoutMs)));
    request.on('error', (error) => reject(error instanceof Problem ? error : unreachable(url, error)));
    request.end(typeof body === 'string' ? body : undefined);
  });
}

/** Passes a body on line by line, each a JSON value of its own. */
async function* wholeLines(incoming: IncomingMessage): AsyncGenerator<Uint8Array> {
  let begun = '';
  for await (const chunk of incoming.setEncoding('utf8')) {
    const lines = (begun + chunk).split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) yield checked(line);
  }
  yield checked(begun);
}

function checked(line: string): Uint8Array {
  if (line.trim() !== '') {
    const { error } = reported.catch({}).parse(parsed(line));
    if (error !== undefined) throw new ServerError(error);
  }
  return new TextEncoder().encode(`${line}\n`);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Problem('provider-failed', {
      detail: 'Ollama answered with something that is not JSON, or broke off in the middle of it.',
    });
  }
}

function unreachable({ origin }: URL, cause: Error): Problem {
  return new Problem('provider-unavailable', {
    detail: `Ollama cannot be reached at ${origin}. Start it with "ollama serve", or correct baseUrl of the writer.`,
    cause,
  });
}

function silence({ origin }: URL, timeoutMs: number): Problem {
  return new Problem('provider-unavailable', {
    detail: `Ollama at ${origin} was silent for ${timeoutMs / 1000} s. A smaller model answers sooner; timeoutMs of the writer sets the limit.`,
  });
}
