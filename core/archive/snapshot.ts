import type { Archive, ArchiveEntry } from '../kinds/archive.ts';
import type { Blobs } from '../kinds/blobs.ts';
import { addNames, blobCopies } from './blob-copies.ts';
import type { Extent, TempFile } from './temp-file.ts';

/** What a store holds in one section: lines of JSON. */
export interface SnapshotSection extends Extent {
  readonly name: string;
  readonly entries: number;
}

/** Blobs and a store as they were at one moment, in a spool. */
export interface Snapshot {
  readonly blobs: readonly (readonly [name: string, extent: Extent])[];
  readonly store: readonly SnapshotSection[];
}

/** A moment is missed where a file was written shortly before it and deleted right after it. That this happens so often in a row is next to impossible. */
const mostTries = 20;

/**
 * Brings what a store and its blobs hold at one moment into a spool, while others change both.
 *
 * Blobs are copied first, then the store's moment is taken, then what blobs came since are copied: they are never changed once a document names them, and there before it does. A document
 * names its blobs by their whole names. Of those that it named at the moment, one may have been deleted before it could be copied: then a later moment is taken, at which either nothing
 * names it any more, or it was gone then too.
 *
 * @param signal ends it early
 */
export async function takeSnapshot(
  { archive, blobs, spool }: { readonly archive: Archive; readonly blobs: Blobs; readonly spool: TempFile },
  signal: AbortSignal,
): Promise<Snapshot> {
  const copies = blobCopies(blobs, spool, signal);
  const gone = new Set<string>();
  for (let tries = 0; tries < mostTries; tries += 1) {
    await copies.catchUp();
    await using moment = await momentOf(archive);
    copies.atTheMoment();
    await copies.catchUp();
    const begin = spool.end();
    const named = new Set<string>();
    const store = await writeSections(moment.entries, spool, named, signal);
    const missing = copies.missing(named);
    if (missing.every((name) => gone.has(name))) return { blobs: copies.wanted(named), store };
    for (const name of missing) gone.add(name);
    await spool.cut(begin);
  }
  throw new Error(
    'What is kept changes too fast to be copied: files are deleted as soon as they are written. Try again, or stop the host first.',
  );
}

/** The moment is that of the first entry. */
async function momentOf(archive: Archive): Promise<AsyncDisposable & { readonly entries: AsyncIterable<ArchiveEntry> }> {
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

/** @param named is given the strings in documents that could name a blob */
async function writeSections(
  entries: AsyncIterable<ArchiveEntry>,
  spool: TempFile,
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
        if (section.startsWith('documents/')) addNames(next.value.value, named);
        count += 1;
        yield `${JSON.stringify(next.value.value)}\n`;
      }
    };
    const extent = await spool.add(inPieces(lines()));
    sections.push({ name: section, ...extent, entries: count });
  }
  return sections;
}

const pieceLength = 65_536;

/** Short lines together, so that not each is written alone. */
async function* inPieces(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let piece = '';
  for await (const line of lines) {
    piece += line;
    if (piece.length < pieceLength) continue;
    yield Buffer.from(piece);
    piece = '';
  }
  if (piece !== '') yield Buffer.from(piece);
}
