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
  /** How long one request may stand still. */
  readonly timeoutMs: number;
}

export interface RequestSpec<T> {
  /** Names the request in a problem: "the recording". */
  readonly doing: string;
  /** Below `baseUrl`. */
  readonly path: string;
  /** Sent with POST; without one it is a GET. */
  readonly form?: Form;
  readonly answer: z.ZodType<T>;
  /** What it is answered with where the server has nothing under `path`; without it that is a fault. */
  readonly whereMissing?: T;
  /** Gets the bytes of each piece of the form that has been sent. */
  sent(bytes: number): void;
}

/** No transcript of one upload is longer. */
const longestAnswer = 64 * 1024 ** 2;

/**
 * Makes one request and checks its answer. `fetch` would not do: it gives up after five minutes without a header, and a server
 * may listen for longer. Nothing is sent twice here, and no redirection is followed.
 *
 * @throws the reason of `signal` when that aborts; a `Problem` for every fault of the server; what the file system says of the form's file
 */
export async function sendRequest<T>(connection: Connection, inquiry: RequestSpec<T>, signal: AbortSignal): Promise<T> {
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
    if ((statusCode === 404 || statusCode === 405) && inquiry.whereMissing !== undefined) return inquiry.whereMissing;
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

/** The answer's head. A server may answer before it has read everything; the rest is not sent then. */
async function send(
  { baseUrl, apiKey }: Connection,
  { path, form }: RequestSpec<unknown>,
  signal: AbortSignal,
  sent: (bytes: number) => void,
): Promise<IncomingMessage> {
  const url = new URL(baseUrl + path);
  const outgoing = (url.protocol === 'https:' ? requestSecure : requestPlain)(url, {
    method: form === undefined ? 'GET' : 'POST',
    signal,
    headers: {
      accept: 'application/json',
      // A connection that was kept may have been left by the server meanwhile.
      connection: 'close',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
      ...(form !== undefined && { 'content-type': form.contentType, 'content-length': form.length }),
    },
  });
  const response = once(outgoing, 'response');
  if (form === undefined) outgoing.end();
  // What goes wrong is an error of the request too, and awaited there.
  else pipeline(Readable.from(metered(form.body, sent)), outgoing).catch(() => {});
  const [head] = await response;
  // From now on an error of the request is one of the answer, and seen there.
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

/** Whether the recording, and not the network, is the reason. */
function isOfFile(thrown: unknown): boolean {
  return (
    thrown instanceof Error && 'syscall' in thrown && (thrown.syscall === 'open' || thrown.syscall === 'read') && 'path' in thrown
  );
}

/** Aborts with `signal`, when `restart` was not called for `ms`, and at the end, so that nothing of a request is left. */
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
