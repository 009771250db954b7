import { version } from '../api/package.ts';
import { undefinedIfNotFound } from '../api/problem.ts';
import type { HostSealing } from '../encryption/sealing.ts';
import { type Extent, openTempFile, type TempFile } from '../files/temp-file.ts';
import { type BlobEntry, type Blobs, blobName } from '../kinds/blobs.ts';
import type { Archive, ArchiveEntry } from '../kinds/store.ts';
import { runFiles, uploads } from '../runs/stored-run.ts';
import {
  blobEntryName,
  formatVersion,
  type Manifest,
  manifestHash,
  manifestHashName,
  manifestName,
  sectionEntryName,
} from './format.ts';
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
    const manifest = {
      format: formatVersion,
      chronoscribe: version,
      blobs: snapshot.blobs.map(([name, { bytes, sha256 }]) => ({ name, bytes, sha256 })),
      store: snapshot.store.map(({ name, bytes, sha256, entries }) => ({ name, bytes, sha256, entries })),
    } satisfies Manifest;
    const tar = untilAborted(packTar(entriesOf(manifest, snapshot, temp)), signal);
    await write(from.sealing?.sealBackup(tar) ?? tar);
    return manifest;
  } finally {
    await temp.close();
  }
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

/** One section of a store: lines of JSON in a temporary file. */
interface SnapshotSection extends Extent {
  readonly name: string;
  readonly entries: number;
}

/** A store and its blobs as they were at one moment, in a temporary file. */
interface Snapshot {
  readonly blobs: readonly (readonly [name: string, extent: Extent])[];
  readonly store: readonly SnapshotSection[];
}

/** An attempt fails if a blob was written shortly before its moment and deleted right after it. */
const maxAttempts = 20;

/**
 * Copies a store and its blobs, as they are at one moment, into a temporary file while others change both.
 *
 * Blobs are copied first, then the moment of the store is taken, then the blobs that were added since are copied. That
 * is consistent because a blob is written before a document names it (by its whole name) and never changes after that.
 * A blob that was named at the moment may be deleted before it is copied. Then a later moment is taken: either nothing
 * names the blob any more, or it was missing at that moment too.
 *
 * @param signal cancels the work
 * @throws Error if blobs are created and deleted too fast to be copied
 */
async function takeSnapshot(
  { archive, blobs, temp }: { readonly archive: Archive; readonly blobs: Blobs; readonly temp: TempFile },
  signal: AbortSignal,
): Promise<Snapshot> {
  const copies = copyBlobs(blobs, temp, signal);
  const gone = new Set<string>();
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    await copies.update();
    await using moment = await takeMoment(archive);
    copies.markMoment();
    await copies.update();
    const start = temp.end();
    const named = new Set<string>();
    const store = await writeSections(moment.entries, temp, named, signal);
    const missing = copies.missing(named);
    if (missing.every((name) => gone.has(name))) return { blobs: copies.needed(named), store };
    for (const name of missing) gone.add(name);
    await temp.truncate(start);
  }
  throw new Error(
    'The data changes too fast to be copied: files are deleted as soon as they are written. Try again, or stop the host first.',
  );
}

/** Reads the first entry: its moment is the moment of all entries. */
async function takeMoment(
  archive: Archive,
): Promise<AsyncDisposable & { readonly entries: AsyncIterable<ArchiveEntry> }> {
  const entries = archive.entries()[Symbol.asyncIterator]();
  const first = await entries.next();
  return {
    entries: {
      async *[Symbol.asyncIterator]() {
        for (let entry = first; !entry.done; entry = await entries.next()) yield entry.value;
      },
    },
    async [Symbol.asyncDispose]() {
      await entries.return?.();
    },
  };
}

/** @param named receives the strings in documents that could name a blob */
async function writeSections(
  entries: AsyncIterable<ArchiveEntry>,
  temp: TempFile,
  named: Set<string>,
  signal: AbortSignal,
): Promise<readonly SnapshotSection[]> {
  const sections: SnapshotSection[] = [];
  const rest = entries[Symbol.asyncIterator]();
  let next = await rest.next();
  while (!next.done) {
    const { section } = next.value;
    let count = 0;
    const lines = async function* () {
      for (; !next.done && next.value.section === section; next = await rest.next()) {
        signal.throwIfAborted();
        if (section.startsWith('documents/')) addBlobNames(next.value.value, named);
        count += 1;
        yield `${JSON.stringify(next.value.value)}\n`;
      }
    };
    const extent = await temp.append(inChunks(lines()));
    sections.push({ name: section, ...extent, entries: count });
  }
  return sections;
}

const chunkLength = 65_536;

/** Joins short lines, so that one write takes many of them. */
async function* inChunks(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let chunk = '';
  for await (const line of lines) {
    chunk += line;
    if (chunk.length < chunkLength) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  if (chunk !== '') yield Buffer.from(chunk);
}

interface Copy {
  readonly entry: BlobEntry;
  readonly extent: Extent;
  readonly isBeforeMoment: boolean;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
/**
 * Blobs up to this size are read `concurrency` at a time, since reading one by one would wait for a network each time.
 */
const smallBytes = 1_000_000;
const concurrency = 16;

/** Copies of blobs in a temporary file, while blobs are created and deleted. */
function copyBlobs(blobs: Blobs, temp: TempFile, signal: AbortSignal) {
  const copies = new Map<string, Copy>();
  const folders = new Set<string>();
  let listed = new Map<string, BlobEntry>();

  const copy = async (
    entry: BlobEntry,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | undefined,
  ): Promise<void> => {
    // A blob that is not found any more was deleted.
    const extent = content && (await undefinedIfNotFound(temp.append(content)));
    if (extent !== undefined) copies.set(entry.name, { entry, extent, isBeforeMoment: false });
  };

  return {
    /** Copies the blobs that are new or changed since the last call. */
    async update() {
      listed = new Map();
      const large: BlobEntry[] = [];
      const small: BlobEntry[] = [];
      for await (const entry of blobs.list('')) {
        // Steps can make their files again from the upload.
        if (entry.name.startsWith(runFiles)) continue;
        listed.set(entry.name, entry);
        folders.add(topFolder(entry.name));
        const known = copies.get(entry.name)?.entry;
        if (known?.bytes === entry.bytes && known.modifiedAt === entry.modifiedAt) continue;
        (entry.bytes > smallBytes ? large : small).push(entry);
      }
      for (const entry of large) {
        signal.throwIfAborted();
        await copy(entry, blobs.read(entry.name));
      }
      while (small.length > 0) {
        signal.throwIfAborted();
        const batch = small.splice(0, concurrency);
        const contents = await Promise.all(
          batch.map(({ name }) => undefinedIfNotFound(Array.fromAsync(blobs.read(name)))),
        );
        for (const [at, entry] of batch.entries()) await copy(entry, contents[at]);
      }
    },

    /** Marks the moment of the snapshot. Blobs that are copied later may have been written later. */
    markMoment() {
      for (const [name, copied] of copies) copies.set(name, { ...copied, isBeforeMoment: true });
    },

    /** Those among some strings that name a blob without a copy. */
    missing: (strings: ReadonlySet<string>) =>
      [...strings].filter(
        (name) => !copies.has(name) && !name.startsWith(runFiles) && (uuid.test(name) || folders.has(topFolder(name))),
      ),

    /** The copies that belong to the moment, sorted by name. @param named the strings that the store held then */
    needed: (named: ReadonlySet<string>) =>
      [...copies]
        .filter(
          ([name, { isBeforeMoment }]) =>
            named.has(name) || (isBeforeMoment && listed.has(name) && !name.startsWith(uploads)),
        )
        .map(([name, { extent }]) => [name, extent] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  };
}

/** Adds every string of a JSON value that could name a blob. */
function addBlobNames(value: unknown, names: Set<string>): void {
  if (typeof value === 'string') {
    if (value.includes('/') && blobName.test(value)) names.add(value);
  } else if (Array.isArray(value)) {
    for (const member of value) addBlobNames(member, names);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) addBlobNames(member, names);
  }
}

const topFolder = (name: string): string => name.slice(0, name.indexOf('/') + 1);
