import { defineKind } from '../api/kind.ts';

/** One thing that a store holds, as it is carried to another store. */
export interface ArchiveEntry {
  /** What it is: `documents/<collection>`, `counters`, or `journal/<what>`. */
  readonly section: string;
  /** Plain JSON. */
  readonly value: unknown;
}

/** Moves all that a store holds; a store provides it. Files are not in it: they are among the blobs. */
export interface Archive {
  /**
   * Everything as it was at one moment, whatever is written meanwhile: the moment is within the call that asks for the first entry. Sections come in the order of their names, and what
   * is in one in an order that depends on nothing but its content: two stores that hold the same give the same entries, whatever databases they are.
   */
  entries(): AsyncIterable<ArchiveEntry>;
  /**
   * Fills a store in which nothing is kept yet: all or nothing, also where the process dies meanwhile.
   *
   * @throws Error that says what is there already, or names the section of the faulty entry.
   */
  fill(entries: AsyncIterable<ArchiveEntry>): Promise<void>;
}

export const Archive = defineKind<Archive>('archive');
