import { type Collection, type Documents, findAll } from 'chronoscribe';
import type { ArchiveEntry } from 'chronoscribe/types';
import { z } from 'zod';
import { JournalItem, type JournalRestore } from '../journal/restore.ts';

/** A document of any collection, as it is stored. */
export interface ArchivedDocument {
  readonly id: string;
}

/** One item of a store's contents, for moving it to another store. */
export type StoreEntry =
  | { readonly section: 'counters'; readonly value: { readonly name: string; readonly value: number } }
  | { readonly section: `documents/${string}`; readonly value: ArchivedDocument }
  | JournalItem;

export type ArchiveEntries = AsyncIterable<ArchiveEntry> | Iterable<ArchiveEntry>;

const Counter = z.strictObject({
  section: z.literal('counters'),
  value: z.strictObject({ name: z.string(), value: z.int().nonnegative() }),
});
const documentsSection = /^documents\/[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const WithId = z.object({ id: z.string() });
// Objects pass unchanged: zod would drop a field called `__proto__`.
export const StoredDocument = z.custom<ArchivedDocument>(
  (value) => WithId.safeParse(value).success,
  'a document is an object with an "id"',
);

/**
 * Validates the entries of an archive one by one: the order of the sections, and the shape of each value. The store
 * that they go into checks whether they fit together.
 *
 * @throws Error that names the first faulty entry by its section and position, without quoting it
 */
export async function* parseEntries(entries: ArchiveEntries): AsyncGenerator<StoreEntry> {
  let section = '';
  let place = 0;
  for await (const entry of entries) {
    place = entry.section === section ? place + 1 : 1;
    const fault = entry.section < section ? 'it comes too late' : undefined;
    section = entry.section;
    const parsed = fault ?? parse(entry);
    if (typeof parsed !== 'string') yield parsed;
    else throw new Error(`The entry ${place} of "${section}" is faulty: ${parsed}.`);
  }
}

/** The entry, or a description of its fault. */
function parse(entry: ArchiveEntry): StoreEntry | string {
  const { section, value } = entry;
  if (isDocuments(section)) {
    const document = StoredDocument.safeParse(value);
    return document.success ? { section, value: document.data } : 'a document is an object with an "id"';
  }
  const parsed = section === 'counters' ? Counter.safeParse(entry) : JournalItem.safeParse(entry);
  if (parsed.success) return parsed.data;
  return parsed.error.issues.map(({ path, code }) => `${path.join('.') || 'the whole'} (${code})`).join(', ');
}

function isDocuments(section: string): section is `documents/${string}` {
  return documentsSection.test(section);
}

/** A collection of which only the name is known. Its documents pass unchanged. */
export function unknownCollection(name: string): Collection<ArchivedDocument> {
  return { name, schema: StoredDocument, indexes: [] };
}

/** The documents of collections, by collection and by id. */
export async function* documentEntries(
  documents: Pick<Documents, 'find'>,
  collections: readonly string[],
): AsyncGenerator<StoreEntry> {
  for (const name of collections.toSorted()) {
    for await (const value of findAll(documents, unknownCollection(name), {})) {
      yield { section: `documents/${name}`, value };
    }
  }
}

/** A store that is being filled, inside one transaction. */
export interface RestoreTarget {
  counter(name: string, value: number): Promise<void>;
  /** False if the collection has a document with this id. The collection need not be prepared. */
  document(collection: string, document: ArchivedDocument): Promise<boolean>;
  readonly journal: JournalRestore;
}

/**
 * Writes the entries of an archive to a store, in their order.
 *
 * @throws Error that names the faulty entry
 */
export async function restoreEntries(entries: ArchiveEntries, store: RestoreTarget): Promise<void> {
  for await (const entry of parseEntries(entries)) await addEntry(store, entry);
  await store.journal.end();
}

async function addEntry(store: RestoreTarget, entry: StoreEntry): Promise<void> {
  switch (entry.section) {
    case 'counters':
      return store.counter(entry.value.name, entry.value.value);
    case 'journal/branches':
    case 'journal/commits':
    case 'journal/receipts':
    case 'journal/revisions':
      return store.journal.add(entry);
    default: {
      const collection = entry.section.slice('documents/'.length);
      if (await store.document(collection, entry.value)) return;
      throw new Error(`"${entry.section}" has two documents with the id ${JSON.stringify(entry.value.id)}.`);
    }
  }
}

/** @param place the name of the store in errors */
export function notEmptyError(place: string, found: string): Error {
  return new Error(
    `${place} is not empty (${found}), and an archive is restored to an empty store only. ` +
      'Name another data folder with --data, or another store in the configuration; or stop the host and move the existing files away.',
  );
}
