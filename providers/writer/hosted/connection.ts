import { Readable } from 'node:stream';
import { type ConnectionOptions, send } from '../connection.ts';
import { statusFaultOf } from './faults.ts';

/**
 * A `fetch` for the vendors' packages: faults are found before these see them, and nothing is sent anywhere but to the configured service.
 *
 * @throws Problem `provider-unavailable` or `provider-failed`
 * @throws ContextExceeded where the vendor says that the question is too long
 */
export function connection(options: ConnectionOptions): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const incoming = await send(url, init ?? {}, options);
    const fault = await statusFaultOf(incoming, options.service);
    if (fault !== undefined) throw fault;
    // Node's own types know two kinds of web streams, which are one.
    const body = Readable.toWeb(incoming) as ReadableStream<Uint8Array>;
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}
