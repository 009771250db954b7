import { undefinedIfNotFound } from '../api/problem.ts';
import { type BlobEntry, type Blobs, blobName } from '../kinds/blobs.ts';
import { runFiles, uploads } from '../runs/stored-run.ts';
import type { Extent, TempFile } from './temp-file.ts';

/** Copies of blobs, which come and go meanwhile. */
export interface BlobCopies {
  /** Copies what there is and was not copied yet, or has changed since. */
  catchUp(): Promise<void>;
  /** Notes the moment as of which blobs are wanted; what is copied later may have been written later. */
  atTheMoment(): void;
  /** Those among some strings that name a blob of which there is no copy. */
  missing(strings: ReadonlySet<string>): readonly string[];
  /** By name: what was there at the moment, as far as it is needed. @param named strings that the store held then */
  wanted(named: ReadonlySet<string>): readonly (readonly [name: string, extent: Extent])[];
}

interface Copy {
  readonly entry: BlobEntry;
  readonly extent: Extent;
  /** Whether it was made before the moment. */
  readonly early: boolean;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;
/** Up to this size blobs are read together: one at a time would wait for a network each time. */
const smallBytes = 1_000_000;
const together = 16;

export function blobCopies(blobs: Blobs, spool: TempFile, signal: AbortSignal): BlobCopies {
  const copies = new Map<string, Copy>();
  const folders = new Set<string>();
  let listed = new Map<string, BlobEntry>();

  const keep = async (entry: BlobEntry, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> | undefined): Promise<void> => {
    // One that is gone by now was deleted.
    const extent = content && (await undefinedIfNotFound(spool.add(content)));
    if (extent !== undefined) copies.set(entry.name, { entry, extent, early: false });
  };

  return {
    async catchUp() {
      listed = new Map();
      const large: BlobEntry[] = [];
      const small: BlobEntry[] = [];
      for await (const entry of blobs.list('')) {
        // What steps made of an upload, they make again.
        if (entry.name.startsWith(runFiles)) continue;
        listed.set(entry.name, entry);
        folders.add(firstOf(entry.name));
        const known = copies.get(entry.name)?.entry;
        if (known?.bytes === entry.bytes && known.modifiedAt === entry.modifiedAt) continue;
        (entry.bytes > smallBytes ? large : small).push(entry);
      }
      for (const entry of large) {
        signal.throwIfAborted();
        await keep(entry, blobs.read(entry.name));
      }
      while (small.length > 0) {
        signal.throwIfAborted();
        const some = small.splice(0, together);
        const contents = await Promise.all(some.map(({ name }) => undefinedIfNotFound(Array.fromAsync(blobs.read(name)))));
        for (const [at, entry] of some.entries()) await keep(entry, contents[at]);
      }
    },

    atTheMoment() {
      for (const [name, copy] of copies) copies.set(name, { ...copy, early: true });
    },

    missing: (strings) =>
      [...strings].filter(
        (name) => !copies.has(name) && !name.startsWith(runFiles) && (uuid.test(name) || folders.has(firstOf(name))),
      ),

    wanted: (named) =>
      [...copies]
        .filter(([name, copy]) => named.has(name) || (copy.early && listed.has(name) && !name.startsWith(uploads)))
        .map(([name, { extent }]) => [name, extent] as const)
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  };
}

/** Adds each string in a value of plain JSON that could name a blob. */
export function addNames(value: unknown, names: Set<string>): void {
  if (typeof value === 'string') {
    if (value.includes('/') && blobName.test(value)) names.add(value);
  } else if (Array.isArray(value)) {
    for (const member of value) addNames(member, names);
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) addNames(member, names);
  }
}

const firstOf = (name: string): string => name.slice(0, name.indexOf('/') + 1);
