import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from 'chronoscribe';
import type { z } from 'zod';
import { malformedAnswer, type RequestName, timedOut, unreachable } from './service-problems.ts';

/** A service on the network, and how it is spoken to. */
export interface Service extends Omit<RequestName, 'request'> {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** The header `authorization`; undefined: there is none. */
  readonly authorization: string | undefined;
  /** Longest time without data for one request. */
  readonly timeoutMs: number;
  /** The problem for a response with status 300 or more. */
  refusal(name: RequestName, head: IncomingMessage, body: string): Problem;
}

/** What is sent. */
export interface Body {
  readonly contentType: string;
  /** In bytes; undefined: it is sent in chunks. */
  readonly length?: number;
  readonly pieces: AsyncIterable<Buffer> | Iterable<Buffer>;
}

export interface ServiceRequest<T, Instead = never> {
  /** The name of the request in a problem: "the recording". */
  readonly doing: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `baseUrl`. */
  readonly path: string;
  readonly body?: Body;
  readonly answer: z.ZodType<T>;
  /** The result where the service answers with one of these statuses; other ones of 300 and more are errors. */
  readonly instead?: { readonly of: readonly number[]; readonly result: Instead };
  /** Gets the number of bytes of each piece that was sent. */
  sent?(bytes: number): void;
}

/** The longest response: longer than the transcript of any recording. */
const longestAnswer = 64 * 1024 ** 2;

/**
 * Sends one request and checks its response. It ends with `signal`, or if nothing moves for `timeoutMs`. Nothing is
 * retried here: the workflow retries. It does not use `fetch`, which fails after five minutes without a header:
 * recognition may take longer. No redirect is followed.
 *
 * @throws the reason of `signal` when that aborts; errors of reading the recording; a Problem for every other error
 */
export async function sendRequest<T, Instead = never>(
  service: Service,
  inquiry: ServiceRequest<T, Instead>,
  signal: AbortSignal,
): Promise<T | Instead> {
  const { timeoutMs, server, transcriber } = service;
  const name: RequestName = { server, request: inquiry.doing, transcriber };
  signal.throwIfAborted();
  const over = new AbortController();
  const done = new AbortController();
  const timer = setTimeout(() => over.abort(), timeoutMs);
  const moved = () => void timer.refresh();
  let hasAnswered = false;
  try {
    const either = AbortSignal.any([signal, over.signal, done.signal]);
    const response = await send(service, inquiry, either, moved);
    hasAnswered = true;
    const body = await textOf(response, moved);
    const { statusCode = 0 } = response;
    if (inquiry.instead?.of.includes(statusCode)) return inquiry.instead.result;
    if (statusCode >= 300) throw service.refusal(name, response, body);
    const parsed = inquiry.answer.safeParse(JSON.parse(body));
    if (!parsed.success) throw malformedAnswer(name);
    return parsed.data;
  } catch (thrown) {
    signal.throwIfAborted();
    if (over.signal.aborted) throw timedOut(name, timeoutMs);
    if (thrown instanceof Problem || isOfFile(thrown)) throw thrown;
    throw hasAnswered ? malformedAnswer(name) : unreachable(name, thrown);
  } finally {
    clearTimeout(timer);
    done.abort();
  }
}

/** Whether the error is from reading the recording, not from the network. */
function isOfFile(thrown: unknown): boolean {
  const isOfReading = thrown instanceof Error && 'syscall' in thrown && /^(?:open|read)$/.test(String(thrown.syscall));
  return isOfReading && 'path' in thrown;
}

/** The head of the response. A service may answer before it has read everything; the rest is then not sent. */
async function send(
  { baseUrl, authorization }: Service,
  { method, path, body, sent }: ServiceRequest<unknown, unknown>,
  signal: AbortSignal,
  moved: () => void,
): Promise<IncomingMessage> {
  const url = new URL(baseUrl + path);
  const outgoing = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
    method,
    signal,
    headers: {
      accept: 'application/json',
      // The service may have closed a kept connection in the meantime.
      connection: 'close',
      ...(authorization !== undefined && { authorization }),
      ...(body !== undefined && { 'content-type': body.contentType }),
      ...(body?.length !== undefined && { 'content-length': body.length }),
    },
  });
  const response = once(outgoing, 'response');
  async function* metered(pieces: Body['pieces']): AsyncGenerator<Buffer> {
    for await (const piece of pieces) {
      yield piece;
      moved();
      sent?.(piece.length);
    }
  }
  if (body === undefined) outgoing.end();
  // An error is also an error of the request, which is awaited below.
  else pipeline(Readable.from(metered(body.pieces)), outgoing).catch(() => {});
  const [head] = await response;
  // From now on an error of the request is also an error of the response.
  outgoing.on('error', () => {});
  return head as IncomingMessage;
}

async function textOf(response: IncomingMessage, moved: () => void): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of response) {
    moved();
    length += piece.length;
    if (length > longestAnswer) throw new Error('the answer is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}
