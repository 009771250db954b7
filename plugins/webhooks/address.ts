import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** An address of a server, as `net.connect` wants it. */
export interface Address {
  readonly address: string;
  readonly family: 4 | 6;
}

/** A destination that the host must not be sent to by a client: why, as a sentence. */
export class ForbiddenDestination extends Error {
  override readonly name = 'ForbiddenDestination';
}

/** Public as addresses go, but answered by the cloud that a machine runs in: Azure's metadata and agents. */
const cloudAgents: readonly string[] = ['168.63.129.16'];

/**
 * Whether an address is on the public internet. Private, loopback, link-local (where clouds keep metadata), shared, reserved and multicast ones are not, nor those that only wrap
 * another address (6to4, Teredo, NAT64), since that may be any of these.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || cloudAgents.includes(address)) return false;
  return ipaddr.process(address).range() === 'unicast';
}

/**
 * Why a URL cannot be a webhook's; undefined where it can. An IP address is known here, in whatever spelling, since URLs have one spelling for each; a name is looked up at
 * each delivery.
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
 * The addresses of a host, to be connected to and no others: were the name looked up a second time, it might lead elsewhere.
 *
 * @throws ForbiddenDestination where any of them is not public and `allowPrivate` is false; the error of the system where there is none
 */
export async function resolveAddresses(
  hostname: string,
  allowPrivate: boolean,
  resolve: (hostname: string) => Promise<readonly Address[]> = lookUpAll,
): Promise<readonly Address[]> {
  const found = await resolve(hostname.replace(/^\[|\]$/g, ''));
  if (!allowPrivate && !found.every(({ address }) => isPublicAddress(address))) {
    throw new ForbiddenDestination('The name of its server leads to a private, loopback or metadata address.');
  }
  return found;
}

async function lookUpAll(hostname: string): Promise<readonly Address[]> {
  const found = await lookup(hostname, { all: true, verbatim: true });
  return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
}
