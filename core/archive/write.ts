import { version } from '../api/package.ts';
import type { Archive } from '../kinds/archive.ts';
import type { Blobs } from '../kinds/blobs.ts';
import { blobPart, format, type Manifest, manifestName, sealName, sealOf, sectionPart } from './format.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { type TarPart, tarOf } from './tar.ts';
import { openTempFile, type TempFile } from './temp-file.ts';

/**
 * Writes all that a store and its blobs hold, as it was at one moment, while others change both; see `Manifest` for the form.
 *
 * @param folder where copies pass through a file without a name: there must be room for all of it
 * @param write takes the bytes of the archive
 * @param signal ends it early
 */
export async function writeArchive(
  { archive, blobs, folder }: { readonly archive: Archive; readonly blobs: Blobs; readonly folder: string },
  write: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
  signal: AbortSignal,
): Promise<Manifest> {
  const spool = await openTempFile(folder);
  try {
    const gathered = await takeSnapshot({ archive, blobs, spool }, signal);
    const manifest = manifestOf(gathered);
    await write(untilAborted(tarOf(partsOf(manifest, gathered, spool)), signal));
    return manifest;
  } finally {
    await spool.close();
  }
}

function manifestOf({ blobs, store }: Snapshot): Manifest {
  return {
    format,
    chronoscribe: version,
    blobs: blobs.map(([name, { bytes, sha256 }]) => ({ name, bytes, sha256 })),
    store: store.map(({ name, bytes, sha256, entries }) => ({ name, bytes, sha256, entries })),
  };
}

function* partsOf(manifest: Manifest, { blobs, store }: Snapshot, spool: TempFile): Generator<TarPart> {
  const text = Buffer.from(`${JSON.stringify(manifest)}\n`);
  yield { name: manifestName, bytes: text.byteLength, content: one(text) };
  for (const [name, extent] of blobs) yield { name: blobPart({ name }), bytes: extent.bytes, content: spool.read(extent) };
  for (const section of store) yield { name: sectionPart(section), bytes: section.bytes, content: spool.read(section) };
  const seal = sealOf(text);
  yield { name: sealName, bytes: seal.byteLength, content: one(seal) };
}

async function* one(piece: Uint8Array): AsyncGenerator<Uint8Array> {
  yield piece;
}

async function* untilAborted(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    signal.throwIfAborted();
    yield piece;
  }
}
