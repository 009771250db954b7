import { once } from 'node:events';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from 'chronoscribe';
import { parseJson } from 'chronoscribe/host';
import { z } from 'zod';
import { answeredBy, commonRefusal, exchange, malformedAnswer, metered, type RequestName } from '../service.ts';
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
 * recognition may take longer. No redirect is followed.
 *
 * @throws what `exchange` throws
 */
export async function sendRequest<T, Instead = never>(
  connection: Connection,
  inquiry: RequestSpec<T, Instead>,
  signal: AbortSignal,
): Promise<T | Instead> {
  const { timeoutMs, baseUrl } = connection;
  const server = `the server at ${new URL(baseUrl).host}`;
  const name: RequestName = { server, request: inquiry.doing, transcriber: 'openai-compatible' };
  return exchange(name, { timeoutMs, signal }, async (limit) => {
    const response = await send(connection, inquiry, limit.signal, (bytes) => {
      limit.moved();
      inquiry.sent(bytes);
    });
    limit.answered();
    const body = await textOf(response, limit.moved);
    const { statusCode = 0 } = response;
    if (inquiry.instead?.of.includes(statusCode)) return inquiry.instead.result;
    if (statusCode >= 300) throw refusal(name, response, body);
    const parsed = inquiry.answer.safeParse(JSON.parse(body));
    if (!parsed.success) throw malformedAnswer(name);
    return parsed.data;
  });
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

/** The problem for a response with status 300 or more. */
function refusal(name: RequestName, { statusCode = 0, headers }: IncomingMessage, body: string): Problem {
  const code = codeOf(body);
  const reason = code === undefined ? '' : ` (${code})`;
  const answered = `${answeredBy(name, statusCode)}${reason}`;
  if (statusCode === 404) {
    const mend = 'Check the settings `baseUrl`, which ends with /v1, and `model`';
    return new Problem('provider-unavailable', {
      detail: `${answered}. ${mend} of the transcriber openai-compatible.`,
    });
  }
  if (statusCode === 413) {
    const mend = 'Lower the setting `maxUploadBytes` of the transcriber openai-compatible';
    return new Problem('provider-failed', { detail: `${answered}: too large. ${mend}.` });
  }
  if (statusCode === 429 && code === 'insufficient_quota') {
    return new Problem('provider-unavailable', { detail: `${answered}: the account there has no credit left.` });
  }
  const common = commonRefusal(name, { status: statusCode, retryAfter: headers['retry-after'], reason });
  if (common !== undefined) return common;
  return new Problem('provider-failed', {
    detail: `${answered}. Check the settings \`model\` and \`responseFormat\`, and its log for the reason.`,
  });
}

/** A server's error code. Its message is not used: it may quote clinical text. */
function codeOf(body: string): string | undefined {
  const code = refusalBody.safeParse(parseJson(body)).data?.error.code;
  return code != null && /^[a-z][a-z_]{1,60}$/.test(code) ? code : undefined;
}

/** The error code in OpenAI's format. */
const refusalBody = z.object({ error: z.object({ code: z.string().nullish() }) });
