import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { clientAddressBy } from './client-address.ts';

const trusted = ['10.0.0.0/8', 'fd00::/8'];

/** The client of a request from `peer` with the header `X-Forwarded-For`. */
function clientOf(peer: string, forwarded?: string, proxies: readonly string[] = trusted): string {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const incoming = new IncomingMessage(socket);
  if (forwarded !== undefined) incoming.headers['x-forwarded-for'] = forwarded;
  return clientAddressBy(proxies)(incoming);
}

test.each([
  ['10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['10.0.0.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
  ['10.0.0.1', '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
  ['::ffff:10.0.0.1', '203.0.113.9', '203.0.113.9'],
  ['10.0.0.1', '::ffff:203.0.113.9', '203.0.113.9'],
  ['fd00::1', '[2001:db8::7]:4711', '2001:db8::7'],
  ['10.0.0.1', '203.0.113.9:4711', '203.0.113.9'],
  ['10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['10.0.0.1', '203.0.113.9, unknown, 10.0.0.2', '10.0.0.2'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', undefined, '10.0.0.1'],
])('behind the proxy %s, "%s" names the client %s', (peer, forwarded, client) => {
  expect(clientOf(peer, forwarded)).toBe(client);
});

test('who is no trusted proxy cannot give itself another address', () => {
  expect(clientOf('203.0.113.5', '1.1.1.1')).toBe('203.0.113.5');
  expect(clientOf('::ffff:203.0.113.5', '10.0.0.1')).toBe('203.0.113.5');
  expect(clientOf('10.0.0.1', '1.1.1.1', [])).toBe('10.0.0.1');
});
