import { undefinedIfNotFound } from '../api/problem.ts';
import type { Extent, TempFile } from '../files/temp-file.ts';
import { type BlobEntry, type Blobs, blobName } from '../kinds/blobs.ts';
import { runFiles, uploads } from '../runs/stored-run.ts';

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
export function copyBlobs(blobs: Blobs, temp: TempFile, signal: AbortSignal) {
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
export function addBlobNames(value: unknown, names: Set<string>): void {
  if (typeof value === 'string') {
    if (value.includes('/') && blobName.test(value)) names.add(value);
  } else if (Array.isArray(value)) {
    for (const member of value) addBlobNames(member, names);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) addBlobNames(member, names);
  }
}

const topFolder = (name: string): string => name.slice(0, name.indexOf('/') + 1);
