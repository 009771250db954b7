import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../api/problem.ts';
import { hashed } from '../files/hashed.ts';
import { type BlobEntry, type BlobRange, type Blobs, blobName } from '../kinds/blobs.ts';
import type { KeyRing } from './key-ring.ts';
import { headerBytes, open, plainLength, seal, sealedRange } from './sealed-bytes.ts';

/** A blob that only proves by which key all others are sealed. */
export const proof = 'encryption-key';

/** Another one, for the key by which they are being sealed anew: while it is there, either key may have sealed one. */
export const proofOfNext = 'encryption-key-next';

export const proofs: readonly string[] = [proof, proofOfNext];

/** What the name of a sealed blob ends with; those that were written before are as they were, until they are replaced. */
export const suffix = '.sealed';

/** An invalid name stays as it is, so that the store refuses it. */
const sealedName = (name: string): string => (blobName.test(name) ? name + suffix : name);

/**
 * Blobs that are sealed in another store.
 *
 * @param temporaryPath a new path for a file that a program reads; it is deleted afterwards
 */
export function sealedBlobs(inner: Blobs, ring: KeyRing, temporaryPath: () => string): Blobs {
  async function* readSealed(name: string, range?: BlobRange): AsyncGenerator<Uint8Array> {
    const stored = sealedName(name);
    if (range === undefined) return yield* open(ring, name, inner.read(stored));
    const entry = await entryOf(inner, stored);
    const part = sealedRange(entry?.bytes ?? 0, range);
    const header = Buffer.concat(await Array.fromAsync(inner.read(stored, { from: 0, to: headerBytes - 1 })));
    yield* part.open(ring, name, header, inner.read(stored, { from: part.from, to: part.to }));
  }

  async function* read(name: string, range?: BlobRange): AsyncGenerator<Uint8Array> {
    let hasBegun = false;
    try {
      for await (const chunk of readSealed(name, range)) {
        hasBegun = true;
        yield chunk;
      }
      return;
    } catch (thrown) {
      if (hasBegun || !(thrown instanceof Problem && thrown.code === 'not-found')) throw thrown;
    }
    yield* inner.read(name, range);
  }

  return {
    async write(name, source, options) {
      const plain = hashed(source);
      await inner.write(sealedName(name), seal(ring, name, plain), options);
      await inner.delete(name);
      return plain.digest();
    },
    read,
    async withFile(name, use) {
      const path = temporaryPath();
      try {
        await pipeline(read(name), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
        return await use(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    async delete(name) {
      await Promise.all([inner.delete(name), inner.delete(sealedName(name))]);
    },
    async *list(prefix) {
      const sealed = new Set<string>();
      const plain: BlobEntry[] = [];
      for await (const entry of inner.list(prefix)) {
        if (!entry.name.endsWith(suffix)) {
          plain.push(entry);
          continue;
        }
        const name = entry.name.slice(0, -suffix.length);
        sealed.add(name);
        if (!proofs.includes(name)) yield { ...entry, name, bytes: plainLength(entry.bytes) };
      }
      // A crash may have left a blob as it was beside the sealed one that replaces it.
      for (const entry of plain) if (!sealed.has(entry.name)) yield entry;
    },
  };
}

/** @returns undefined if there is no such blob */
async function entryOf(blobs: Blobs, name: string): Promise<BlobEntry | undefined> {
  for await (const entry of blobs.list(name)) if (entry.name === name) return entry;
  return undefined;
}
