import { createHash } from 'node:crypto';

/** The same content, which is counted and hashed while it is read. */
export function hashed(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const hash = createHash('sha256');
  let bytes = 0;
  return {
    async *[Symbol.asyncIterator]() {
      for await (const chunk of content) {
        hash.update(chunk);
        bytes += chunk.byteLength;
        yield chunk;
      }
    },
    /** What was read: its length, and its SHA-256 in lower-case hex. Call it once, after the content was read. */
    digest: () => ({ bytes, sha256: hash.digest('hex') }),
  };
}
