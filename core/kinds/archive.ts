import { defineKind } from '../api/kind.ts';
import type { Collection, Document } from './store.ts';

/** One entry of a store's content, in a form that every store can read. */
export interface ArchiveEntry {
  /** What it is: `documents/<collection>`, `counters`, or `journal/<what>`. */
  readonly section: string;
  /** Plain JSON. */
  readonly value: unknown;
}

/**
 * Export and import of everything in a store. A store provides it. Files are not included: they are blobs.
 *
 * @example
 * // Copies one store into another one, which is empty.
 * const copy = (source: Archive, target: Archive): Promise<void> => target.fill(source.entries());
 */
export interface Archive {
  /**
   * All entries as of one moment, whatever is written meanwhile. The moment is taken when the first entry is requested.
   * Sections are sorted by name, and the order within a section depends on its content alone: two stores with the same
   * content give the same entries, whatever databases they use.
   */
  entries(): AsyncIterable<ArchiveEntry>;
  /**
   * Fills an empty store. It takes all entries or none, even if the process crashes.
   *
   * @throws Error that says what the store holds already, or names the section of the invalid entry
   */
  fill(entries: AsyncIterable<ArchiveEntry>): Promise<void>;
}

export const Archive = defineKind<Archive>('archive');

const documents = 'documents/';

/** The documents of a collection, for a command that only reads: to prepare a collection would change the store. */
export async function* documentsIn<T extends Document>(
  archive: Pick<Archive, 'entries'>,
  { name, schema }: Collection<T>,
): AsyncGenerator<T> {
  for await (const { section, value } of archive.entries()) {
    // Sections are sorted by name.
    if (section > documents + name) return;
    if (section === documents + name) yield schema.parse(value);
  }
}
