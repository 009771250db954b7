import type { ArchiveEntry } from 'chronoscribe';
import type { JournalRestoring } from '../journal/restore.ts';
import { type ArchivedDocument, type StoreEntry, storeEntries } from './entries.ts';

/** A store that is being filled, inside one transaction of it. */
export interface Filling {
  counter(name: string, value: number): Promise<void>;
  /** False where the collection has a document with this id. The collection may be one that nobody has prepared. */
  document(collection: string, document: ArchivedDocument): Promise<boolean>;
  readonly journal: JournalRestoring;
}

/**
 * Brings the entries of an archive into a store, in their order.
 *
 * @throws Error that says which entry is faulty.
 */
export async function fillFrom(entries: AsyncIterable<ArchiveEntry>, store: Filling): Promise<void> {
  for await (const entry of storeEntries(entries)) await take(store, entry);
  await store.journal.end();
}

async function take(store: Filling, entry: StoreEntry): Promise<void> {
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
      throw new Error(`The archive has two documents ${JSON.stringify(entry.value.id)} of the collection "${collection}".`);
    }
  }
}

/** @param place what an error calls the store */
export function notEmpty(place: string, found: string): Error {
  return new Error(
    `${place} holds something already (${found}), and an archive is only brought into an empty store. ` +
      'Name another data folder with --data, or another store in the configuration; or stop the host and move what is there away.',
  );
}
