import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from 'chronoscribe';
import type { z } from 'zod';
import { malformedAnswer, type RequestName, refusal, timedOut, unreachable } from './faults.ts';
import type { Form } from './form.ts';

export interface Connection {
  /** With its `/v1`, without a slash at the end. */
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  /** Longest time without data for one request. */
  readonly timeoutMs: number;
}

export interface RequestSpec<T, Instead = never> {
  /** The name of the request in a problem: "the recording". */
  readonly doing: string;
  /** Below `baseUrl`. */
  readonly path: string;
  /** Sent with POST; without one it is a GET. */
  readonly form?: Form;
  readonly answer: z.ZodType<T>;
  /** The result where the server answers with one of these statuses; other ones of 300 and more are errors. */
  readonly instead?: { readonly of: readonly number[]; readonly result: Instead };
  /** Gets the number of bytes of each piece that was sent. */
  sent(bytes: number): void;
}

/** The longest response: longer than the transcript of any upload. */
const longestAnswer = 64 * 1024 ** 2;

/**
 * Sends one request and checks its response. It does not use `fetch`, which fails after five minutes without a header:
 * recognition may take longer. Nothing is retried here, and no redirect is followed.
 *
 * @throws the reason of `signal` when that aborts; a Problem for every error of the server; errors of reading the
 *   form's file
 */
export async function sendRequest<T, Instead = never>(
  connection: Connection,
  inquiry: RequestSpec<T, Instead>,
  signal: AbortSignal,
): Promise<T | Instead> {
  signal.throwIfAborted();
  const { timeoutMs, baseUrl } = connection;
  const doing: RequestName = { server: `the server at ${new URL(baseUrl).host}`, request: inquiry.doing };
  const limit = timeLimit(timeoutMs, signal);
  let answered = false;
  try {
    const response = await send(connection, inquiry, limit.signal, (bytes) => {
      limit.restart();
      inquiry.sent(bytes);
    });
    answered = true;
    const body = await textOf(response, limit.restart);
    const { statusCode = 0 } = response;
    if (inquiry.instead?.of.includes(statusCode)) return inquiry.instead.result;
    if (statusCode >= 300) throw refusal(doing, response, body);
    const parsed = inquiry.answer.safeParse(JSON.parse(body));
    if (!parsed.success) throw malformedAnswer(doing);
    return parsed.data;
  } catch (thrown) {
    signal.throwIfAborted();
    if (limit.isOver()) throw timedOut(doing, timeoutMs);
    if (thrown instanceof Problem || isOfFile(thrown)) throw thrown;
    throw answered ? malformedAnswer(doing) : unreachable(doing, thrown);
  } finally {
    limit.end();
  }
}

/** The head of the response. A server may answer before it has read everything; the rest is then not sent. */
async function send(
  { baseUrl, apiKey }: Connection,
  { path, form }: RequestSpec<unknown, unknown>,
  signal: AbortSignal,
  sent: (bytes: number) => void,
): Promise<IncomingMessage> {
  const url = new URL(baseUrl + path);
  const outgoing = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
    method: form === undefined ? 'GET' : 'POST',
    signal,
    headers: {
      accept: 'application/json',
      // The server may have closed a kept connection in the meantime.
      connection: 'close',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(form !== undefined && { 'content-type': form.contentType, 'content-length': form.length }),
    },
  });
  const response = once(outgoing, 'response');
  if (form === undefined) outgoing.end();
  // An error is also an error of the request, which is awaited below.
  else pipeline(Readable.from(metered(form.body, sent)), outgoing).catch(() => {});
  const [head] = await response;
  // From now on an error of the request is also an error of the response.
  outgoing.on('error', () => {});
  return head as IncomingMessage;
}

async function* metered(body: AsyncIterable<Buffer>, sent: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const piece of body) {
    yield piece;
    sent(piece.length);
  }
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

/** Whether the error is from reading the recording, not from the network. */
function isOfFile(thrown: unknown): boolean {
  return (
    thrown instanceof Error &&
    'syscall' in thrown &&
    (thrown.syscall === 'open' || thrown.syscall === 'read') &&
    'path' in thrown
  );
}

/** Aborts with `signal`, if `restart` is not called for `ms`, and at the end, which closes the request. */
function timeLimit(ms: number, signal: AbortSignal) {
  const over = new AbortController();
  const done = new AbortController();
  const timer = setTimeout(() => over.abort(), ms);
  return {
    signal: AbortSignal.any([signal, over.signal, done.signal]),
    isOver: () => over.signal.aborted,
    restart: () => {
      timer.refresh();
    },
    end: () => {
      clearTimeout(timer);
      done.abort();
    },
  };
}
