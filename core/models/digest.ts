import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** How long a file is, and its SHA-256 in lower-case hex; read piece by piece. */
export async function digestOf(path: string, signal: AbortSignal): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of createReadStream(path, { signal, highWaterMark: 1024 ** 2 })) {
    hash.update(piece);
    bytes += piece.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}
