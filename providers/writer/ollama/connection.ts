import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { type ConnectionOptions, send } from '../connection.ts';
import { brokenOff, type Service } from '../service.ts';
import { faultOf, ServerError } from './faults.ts';

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
