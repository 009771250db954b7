import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** An IP address, in the form that `net.connect` expects. */
export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** A destination that a client must not reach through the host. The message says why, as a sentence. */
export class ForbiddenDestination extends Error {
  override readonly name = 'ForbiddenDestination';
}

/** Public addresses that the cloud of a machine answers: Azure's metadata and agents. */
const cloudAgents: readonly string[] = ['168.63.129.16'];

/** The IPv6 addresses that may be routed on the public internet (RFC 4291, 2.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Tells whether an address is on the public internet. Private, loopback, link-local (metadata services of clouds),
 * shared, reserved and multicast addresses are not, nor are those that embed another address (6to4, Teredo, NAT64,
 * IPv4-compatible), which may be any of these. An IPv4-mapped address is that IPv4 address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || cloudAgents.includes(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(globalUnicast);
}

/**
 * Returns why a URL is not allowed for a webhook; undefined if it is. An IP address is checked here in any notation,
 * since `URL` normalises it; a name is resolved at each delivery.
 */
export function rejectUrl(url: URL, allowPrivate: boolean): string | undefined {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'must begin with https:// or http://';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  if (allowPrivate) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isLocalName = /(^|\.)localhost\.?$/i.test(host);
  if (!isLocalName && (!ipaddr.isValid(host) || isPublicAddress(host))) return undefined;
  return 'must not lead to a private, loopback or metadata address; the setting allowPrivateAddresses of the plugin webhooks permits that';
}

/**
 * Resolves a host name once. The connection must use these addresses: a second lookup could give others.
 *
 * @throws ForbiddenDestination if any address is not public and `allowPrivate` is false; the system's error if there is
 *   none
 */
export async function resolveAddresses(
  hostname: string,
  allowPrivate: boolean,
  resolve: (hostname: string) => Promise<readonly Address[]> = lookUpAll,
): Promise<readonly Address[]> {
  const found = await resolve(hostname.replace(/^\[|\]$/g, ''));
  if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address))) {
    throw new ForbiddenDestination('The host name resolves to a private, loopback or metadata address.');
  }
  return found;
}

async function lookUpAll(hostname: string): Promise<readonly Address[]> {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}
