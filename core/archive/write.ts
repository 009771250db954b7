import { version } from '../api/package.ts';
import type { HostSealing } from '../encryption/sealing.ts';
import { openTempFile, type TempFile } from '../files/temp-file.ts';
import type { Blobs } from '../kinds/blobs.ts';
import type { Archive } from '../kinds/store.ts';
import {
  blobEntryName,
  formatVersion,
  type Manifest,
  manifestHash,
  manifestHashName,
  manifestName,
  sectionEntryName,
} from './format.ts';
import { type Snapshot, takeSnapshot } from './snapshot.ts';
import { packTar, type TarEntry } from './tar.ts';

/**
 * Writes an archive of a store and its blobs as they are at one moment, while others change both. See `Manifest` for
 * the format.
 *
 * @param from.sealing seals the archive, if the installation encrypts what it keeps
 * @param from.folder a folder for a temporary file: its disk must have room for everything
 * @param write gets the bytes of the archive
 * @param signal cancels the work
 */
export async function writeArchive(
  from: {
    readonly archive: Archive;
    readonly blobs: Blobs;
    readonly folder: string;
    readonly sealing?: HostSealing | undefined;
  },
  write: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
  signal: AbortSignal,
): Promise<Manifest> {
  const temp = await openTempFile(from.folder);
  try {
    const snapshot = await takeSnapshot({ archive: from.archive, blobs: from.blobs, temp }, signal);
    const manifest = manifestOf(snapshot);
    const tar = untilAborted(packTar(entriesOf(manifest, snapshot, temp)), signal);
    await write(from.sealing?.sealBackup(tar) ?? tar);
    return manifest;
  } finally {
    await temp.close();
  }
}

function manifestOf({ blobs, store }: Snapshot): Manifest {
  return {
    format: formatVersion,
    chronoscribe: version,
    blobs: blobs.map(([name, { bytes, sha256 }]) => ({ name, bytes, sha256 })),
    store: store.map(({ name, bytes, sha256, entries }) => ({ name, bytes, sha256, entries })),
  };
}

function* entriesOf(manifest: Manifest, { blobs, store }: Snapshot, temp: TempFile): Generator<Omit<TarEntry, 'type'>> {
  const text = Buffer.from(`${JSON.stringify(manifest)}\n`);
  yield { name: manifestName, bytes: text.byteLength, content: ReadableStream.from([text]) };
  for (const [name, extent] of blobs) {
    yield { name: blobEntryName({ name }), bytes: extent.bytes, content: temp.read(extent) };
  }
  for (const section of store) {
    yield { name: sectionEntryName(section), bytes: section.bytes, content: temp.read(section) };
  }
  const hash = manifestHash(text);
  yield { name: manifestHashName, bytes: hash.byteLength, content: ReadableStream.from([hash]) };
}

async function* untilAborted(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    signal.throwIfAborted();
    yield chunk;
  }
}
