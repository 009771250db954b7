import type { Extent, TempFile } from '../files/temp-file.ts';
import type { Archive, ArchiveEntry } from '../kinds/archive.ts';
import type { Blobs } from '../kinds/blobs.ts';
import { addBlobNames, copyBlobs } from './blob-copies.ts';

/** One section of a store: lines of JSON in a temporary file. */
export interface SnapshotSection extends Extent {
  readonly name: string;
  readonly entries: number;
}

/** A store and its blobs as they were at one moment, in a temporary file. */
export interface Snapshot {
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
export async function takeSnapshot(
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
