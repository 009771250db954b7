import type { BlobEntry, Blobs } from '../kinds/blobs.ts';
import type { KeyRing } from './key-ring.ts';
import { proof, proofOfNext, proofs, suffix } from './sealed-blobs.ts';
import { headerBytes, open, rewrapHeader, seal } from './sealed-bytes.ts';

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
