import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net';
import { z } from 'zod';

/**
 * An IP address or a range of them in CIDR notation: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`. A range of
 * IPv4-mapped addresses (`::ffff:192.0.2.0/120`) is one of IPv4.
 */
export const AddressRange = z
  .string()
  .max(64)
  .refine((text) => parseRange(text) !== undefined, {
    error: 'expected an IP address or a range such as 192.0.2.0/24 or 2001:db8::/32',
  })
  .meta({
    anyOf: [z.regexes.ipv4, z.regexes.ipv6, z.regexes.cidrv4, z.regexes.cidrv6].map(({ source }) => ({
      pattern: source,
    })),
  });

/**
 * An address in its shortest form. An IPv4 client of a socket that listens for both is told as `::ffff:192.0.2.7`
 * (RFC 4291, 2.5.5.2), and is 192.0.2.7 here. The other addresses of `::/96`, such as `::1`, are IPv6.
 *
 * @returns undefined for a text that is no address
 */
export function parseAddress(text: string): string | undefined {
  if (isIPv4(text)) return text;
  // With a zone it is an address of one link, which says nothing elsewhere.
  if (!isIPv6(text) || text.includes('%')) return undefined;
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  const mapped = /^::ffff:([\d.]+)$/.exec(address)?.[1];
  return mapped !== undefined && isIPv4(mapped) ? mapped : address;
}

/**
 * A function that tells whether an address is in one of the ranges. An IPv4 address, mapped or not, is in ranges of
 * IPv4 alone: `::/0` is every IPv6 address.
 *
 * @param ranges as `AddressRange` parses them
 * @throws Error for a text that is no range
 * @example
 * ```ts
 * const isInside = addressFilter(['10.0.0.0/8', 'fd00::/8']);
 * isInside('::ffff:10.1.2.3'); // true
 * ```
 */
export function addressFilter(ranges: readonly string[]): (address: string) => boolean {
  if (ranges.length === 0) return () => false;
  // A list for each family: Node compares addresses of one with ranges of the other too.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const text of ranges) {
    const range = parseRange(text);
    if (range === undefined) throw new Error(`"${text}" is no IP address and no range of them`);
    lists[range.family].addSubnet(range.address, range.prefix, range.family);
  }
  return (text) => {
    const address = parseAddress(text);
    if (address === undefined) return false;
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    return lists[family].check(address, family);
  };
}

interface ParsedRange {
  readonly family: 'ipv4' | 'ipv6';
  readonly address: string;
  readonly prefix: number;
}

function parseRange(text: string): ParsedRange | undefined {
  const [, written = '', length] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = parseAddress(written);
  if (address === undefined) return undefined;
  const writtenBits = isIPv4(written) ? 32 : 128;
  const prefix = Number(length ?? writtenBits);
  if (prefix > writtenBits) return undefined;
  if (!isIPv4(address)) return { family: 'ipv6', address, prefix };
  if (writtenBits === 32) return { family: 'ipv4', address, prefix };
  // Written as mapped. A shorter prefix than that of the mapped addresses is a range of IPv6.
  return prefix >= 96 ? { family: 'ipv4', address, prefix: prefix - 96 } : { family: 'ipv6', address: written, prefix };
}
