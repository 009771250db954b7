import { createHash } from 'node:crypto';

/** The same UUID for the same names, and another for others: version 5 of RFC 9562, in a namespace of our own. */
export function derivedUuid(...names: readonly (string | number)[]): string {
  const hash = createHash('sha1').update(namespace).update(JSON.stringify(names)).digest();
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = hash.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const namespace = Buffer.from('6f1d9c1e0b7a4c0f9a3d5e2b8c417f60', 'hex');
