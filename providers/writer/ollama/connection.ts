import type { IncomingMessage } from 'node:http';
import { Problem } from 'chronoscribe';
import { z } from 'zod';
import { ContextExceeded } from '../model/model.ts';
import {
  type ConnectionOptions,
  incompleteAnswer,
  isJson,
  type ModelService,
  readErrorBody,
  sendRequest,
  statusProblem,
  unexpectedContentType,
} from '../model/service.ts';

/** How Ollama reports a failure after the response has begun. */
const streamedError = z.object({ error: z.string().optional() });

/**
 * A `fetch` for the `ollama` package, which prints what it cannot parse, possibly clinical text, to the console. It
 * detects errors before the package does.
 *
 * @throws Problem `provider-unavailable` or `provider-failed`
 */
export function serverFetch(signal: AbortSignal, options: ConnectionOptions): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const incoming = await sendRequest(url, { ...init, signal }, options);
    const fault = await responseError(incoming, options.service);
    if (fault !== undefined) throw fault;
    const lines = jsonLines(incoming, options.service);
    return new Response(ReadableStream.from(lines), { headers: { 'content-type': 'application/json' } });
  };
}

/** Passes on a body of JSON lines, each checked. */
async function* jsonLines(incoming: IncomingMessage, service: ModelService): AsyncGenerator<Uint8Array> {
  let begun = '';
  for await (const chunk of incoming.setEncoding('utf8')) {
    const lines = (begun + chunk).split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) yield checkedLine(line, service);
  }
  yield checkedLine(begun, service);
}

function checkedLine(line: string, service: ModelService): Uint8Array {
  if (line.trim() !== '') {
    const { error } = streamedError.catch({}).parse(parseLine(line, service));
    if (error !== undefined) throw new ServerError(error);
  }
  return new TextEncoder().encode(`${line}\n`);
}

function parseLine(line: string, service: ModelService): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw incompleteAnswer(service);
  }
}

/** The server does not have the model. */
export class ModelNotFound extends Error {
  override readonly name = 'ModelMissing';
}

/** The server failed within its answer. The message is Ollama's. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
}

const errorBody = z.object({ error: z.string() }).catch({ error: '' });

/**
 * Maps a response to an error, by its status and type. Ollama's own messages stay out of the detail.
 *
 * @returns undefined if the body is the requested JSON
 */
export async function responseError(incoming: IncomingMessage, service: ModelService): Promise<Error | undefined> {
  const status = incoming.statusCode ?? 0;
  if (status === 200 && isJson(incoming)) return undefined;
  const { error } = errorBody.parse(await readErrorBody(incoming));
  if (status === 200) return unexpectedContentType(service);
  if (status === 404 && /not found/i.test(error)) return new ModelNotFound();
  if (status === 400 && /context|too long/i.test(error)) return new ContextExceeded();
  return (
    statusProblem(service, status, incoming.headers) ??
    new Problem('provider-failed', {
      detail: `${service.name} answered with status ${status}. Check the writer's setting baseUrl.`,
    })
  );
}
