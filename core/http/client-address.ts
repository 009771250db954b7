import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { addressFilter, parseAddress } from '../api/address-range.ts';

/** The IP address of the client of a request; empty once it has gone. */
export type ClientAddress = (incoming: IncomingMessage) => string;

/**
 * Finds the address of the client. Whoever connects is believed to be a proxy if its address is trusted: then the
 * client is the rightmost address of `X-Forwarded-For` that is not trusted itself. What stands left of it was sent by
 * the client, and may be anything. Without trusted proxies, the header counts for nothing.
 *
 * @param trustedProxies addresses and ranges in CIDR notation
 */
export function clientAddressBy(trustedProxies: readonly string[]): ClientAddress {
  const isTrusted = addressFilter(trustedProxies);
  return ({ socket, headers }) => {
    const peer = socket.remoteAddress ?? '';
    let address = parseAddress(peer) ?? peer;
    if (!isTrusted(address)) return address;
    for (const hop of [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').toReversed()) {
      const next = parseAddress(withoutPort(hop.trim()));
      // What is no address tells nothing, so the proxy that passed it on is the last that is known.
      if (next === undefined) return address;
      address = next;
      if (!isTrusted(address)) return address;
    }
    return address;
  };
}

/** Some proxies add the port: `192.0.2.7:4711`, `[2001:db8::7]:4711`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}

/** By connection within the process: the id of the request that it is made for. */
const inherited = new WeakMap<object, string>();

/** Gives the requests of a connection within the process the id of the request that they are made for. */
export function inheritAuditId(connection: object, auditId: string): void {
  inherited.set(connection, auditId);
}

/** The host's own id of a request, which no client chooses. */
export function auditIdOf(connection: object): string {
  return inherited.get(connection) ?? randomUUID();
}
