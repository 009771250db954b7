import type { Archive, ArchiveEntry } from '../kinds/archive.ts';
import type { KeyRing } from './key-ring.ts';
import { OpenDocument, openDocument, StoredDocument, sealDocument } from './sealed-document.ts';
import { sealedCollections } from './sealed-store.ts';

const documents = 'documents/';
const ownSection = `${documents}${sealedCollections.name}`;

/**
 * The content of a sealed store, open: a backup is sealed as a whole, and another installation seals it with a key of its
 * own. What is filled in is sealed but for its ids; fields by which it is found follow when its collection is prepared.
 */
export function sealedArchive(inner: Archive, ring: KeyRing): Archive {
  return {
    async *entries() {
      for await (const entry of inner.entries()) {
        if (entry.section === ownSection) continue;
        yield change(entry, (document) => openDocument(ring, StoredDocument.parse(document)));
      }
    },
    fill: (entries) => inner.fill(sealed(entries, ring)),
  };
}

async function* sealed(entries: AsyncIterable<ArchiveEntry>, ring: KeyRing): AsyncGenerator<ArchiveEntry> {
  for await (const entry of entries) {
    yield change(entry, (document) => sealDocument(ring, [], OpenDocument.parse(document)));
  }
}

function change({ section, value }: ArchiveEntry, changed: (document: unknown) => object): ArchiveEntry {
  return { section, value: section.startsWith(documents) ? changed(value) : value };
}
