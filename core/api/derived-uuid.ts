import { createHash } from 'node:crypto';

/** A UUID that is the same for the same text, and another for any other (RFC 9562, version 8: a scheme of our own). */
export function derivedUuid(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `8${hash.slice(17, 20)}`, hash.slice(20, 32)].join('-');
}
