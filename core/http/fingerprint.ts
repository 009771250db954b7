import { createHash } from 'node:crypto';

/** SHA-256 over the parts of a request, in whatever order they came: tells whether a repeated request is the same. */
export function fingerprint(parts: readonly (readonly string[])[]): string {
  return createHash('sha256')
    .update(JSON.stringify(parts.map((part) => JSON.stringify(part)).toSorted()))
    .digest('hex');
}
