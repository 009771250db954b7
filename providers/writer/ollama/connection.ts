import type { IncomingMessage } from 'node:http';
import { Problem } from 'chronoscribe';
import { z } from 'zod';
import { ContextExceeded } from '../model/model.ts';
import {
  brokenOff,
  type ConnectionOptions,
  faultBody,
  isJson,
  notTheService,
  type Service,
  send,
  statusFault,
} from '../model/service.ts';

/** How Ollama tells of a failure when its answer has begun already. */
const reported = z.object({ error: z.string().optional() });

/**
 * A `fetch` for the `ollama` package, which itself prints what it cannot parse to the console: that may be clinical text. Here faults are found
 * before it sees them.
 *
 * @throws Problem `provider-unavailable` or `provider-failed`
 */
export function connection(signal: AbortSignal, options: ConnectionOptions): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const incoming = await send(url, { ...init, signal }, options);
    const fault = await faultOf(incoming, options.service);
    if (fault !== undefined) throw fault;
    const lines = wholeLines(incoming, options.service);
    return new Response(ReadableStream.from(lines), { headers: { 'content-type': 'application/json' } });
  };
}

/** Passes a body on line by line, each a JSON value of its own. */
async function* wholeLines(incoming: IncomingMessage, service: Service): AsyncGenerator<Uint8Array> {
  let begun = '';
  for await (const chunk of incoming.setEncoding('utf8')) {
    const lines = (begun + chunk).split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) yield checked(line, service);
  }
  yield checked(begun, service);
}

function checked(line: string, service: Service): Uint8Array {
  if (line.trim() !== '') {
    const { error } = reported.catch({}).parse(parsed(line, service));
    if (error !== undefined) throw new ServerError(error);
  }
  return new TextEncoder().encode(`${line}\n`);
}

function parsed(line: string, service: Service): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw brokenOff(service);
  }
}

/** The server does not have the model. */
export class ModelMissing extends Error {
  override readonly name = 'ModelMissing';
}

/** The server failed while it was answering. Its message is Ollama's own. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
}

const errorBody = z.object({ error: z.string() }).catch({ error: '' });

/** What is wrong with an answer, by its status and type; undefined where its body can be read. Ollama's own words stay out of the detail. */
export async function faultOf(incoming: IncomingMessage, service: Service): Promise<Error | undefined> {
  const status = incoming.statusCode ?? 0;
  if (status === 200 && isJson(incoming)) return undefined;
  const { error } = errorBody.parse(await faultBody(incoming));
  if (status === 200) return notTheService(service);
  if (status === 404 && /not found/i.test(error)) return new ModelMissing();
  if (status === 400 && /context|too long/i.test(error)) return new ContextExceeded();
  return (
    statusFault(service, status, incoming.headers) ??
    new Problem('provider-failed', { detail: `${service.name} answered with status ${status}. Check baseUrl of the writer.` })
  );
}
