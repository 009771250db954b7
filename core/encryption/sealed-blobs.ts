import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../api/problem.ts';
import { hashed } from '../files/hashed.ts';
import { type BlobEntry, type BlobRange, type Blobs, blobName } from '../kinds/blobs.ts';
import type { KeyRing } from './key-ring.ts';
import { headerBytes, open, plainLength, rewrapHeader, seal, sealedRange } from './sealed-bytes.ts';

/** A blob that only proves by which key all others are sealed. */
const proof = 'encryption-key';

/** Another one, for the key by which they are being sealed anew: while it is there, either key may have sealed one. */
const proofOfNext = 'encryption-key-next';

const proofs: readonly string[] = [proof, proofOfNext];

/** What the name of a sealed blob ends with; those that were written before are as they were, until they are replaced. */
const suffix = '.sealed';

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
    let bytes = 0;
    for await (const entry of inner.list(stored)) if (entry.name === stored) bytes = entry.bytes;
    const part = sealedRange(bytes, range);
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

/**
 * Who uses what is stored: a host `alone`, hosts that `share` it, a `command` beside them, or one that only `reads`.
 */
export type Use = 'alone' | 'shared' | 'command' | 'reads';

/**
 * Checks that the keys of the configuration open what is there, before anything is read or written. A host alone then
 * wraps the keys of all blobs that a former key has wrapped by the new one, before anything else is done with them:
 * afterwards the former key can be thrown away.
 *
 * @param ring undefined if the configuration has no key
 * @returns how many blobs got another key
 * @throws Error that names the key that is missing
 */
export async function proveKey(inner: Blobs, ring: KeyRing | undefined, use: Use): Promise<number> {
  const there = await entriesOf(inner, proof);
  if (ring === undefined) {
    if (there.length === 0) return 0;
    throw new Error('The data are sealed. Set encryption.key to the key that they were sealed with.');
  }
  for (const { name } of there) for await (const _chunk of open(ring, plainName(name), inner.read(name)));
  const write = (name: string) =>
    inner.write(name + suffix, seal(ring, name, ReadableStream.from([Buffer.from(ring.id)])));
  if (there.length === 0) {
    if (use !== 'reads') await write(proof);
    return 0;
  }
  const renewed = await Promise.all(there.map((entry) => rewrapped(inner, ring, entry)));
  const isOfOneKey = there.length === 1 && renewed.every((blob) => blob === undefined);
  if (isOfOneKey || use === 'command' || use === 'reads') return 0;
  await write(proofOfNext);
  if (use === 'shared') return 0;
  const count = await rewrapAll(inner, ring);
  await write(proof);
  await inner.delete(proofOfNext + suffix);
  return count;
}

async function rewrapAll(inner: Blobs, ring: KeyRing): Promise<number> {
  let count = 0;
  for (const entry of await entriesOf(inner, '')) {
    if (proofs.includes(plainName(entry.name))) continue;
    const bytes = await rewrapped(inner, ring, entry);
    if (bytes === undefined) continue;
    await inner.write(entry.name, bytes);
    count += 1;
  }
  return count;
}

/** A sealed blob with another header; undefined if the key of now has sealed it. */
async function rewrapped(
  inner: Blobs,
  ring: KeyRing,
  { name, bytes }: BlobEntry,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const header = Buffer.concat(await Array.fromAsync(inner.read(name, { from: 0, to: headerBytes - 1 })));
  const renewed = rewrapHeader(ring, plainName(name), header);
  if (renewed === undefined) return undefined;
  return (async function* () {
    yield renewed;
    yield* inner.read(name, { from: headerBytes, to: bytes - 1 });
  })();
}

async function entriesOf(inner: Blobs, prefix: string): Promise<readonly BlobEntry[]> {
  const entries = await Array.fromAsync(inner.list(prefix));
  return entries.filter(({ name }) => name.endsWith(suffix));
}

const plainName = (sealedName: string): string => sealedName.slice(0, -suffix.length);
