import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { TestHost } from 'chronoscribe/testing';
import { expect, onTestFinished } from 'vitest';

/** Collects what comes. */
export function listen(incoming: IncomingMessage): { readonly text: () => string } {
  let text = '';
  incoming.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  incoming.on('error', () => undefined);
  return { text: () => text };
}

/** Opens an event stream of a host, until the end of the test. */
export async function openEventStream(
  host: TestHost,
  path: string,
  { json, headers }: { readonly json?: object; readonly headers?: object } = {},
) {
  const outgoing = request(new URL(path, host.url), {
    method: json === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${host.key}`,
      accept: 'text/event-stream',
      ...(json && { 'content-type': 'application/json' }),
      ...headers,
    },
    agent: false,
  }).end(json && JSON.stringify(json));
  onTestFinished(() => void outgoing.destroy());
  // What `once` gives for this event.
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(incoming.statusCode).toBe(200);
  return incoming;
}
