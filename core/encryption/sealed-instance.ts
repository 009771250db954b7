import { resolve } from 'node:path';
import { z } from 'zod';
import type { Kind } from '../api/kind.ts';
import type { Logger } from '../api/logger.ts';
import { openTempFolder } from '../files/temp-folder.ts';
import { Blobs } from '../kinds/blobs.ts';
import {
  type AnyCollection,
  Archive,
  type ArchiveEntry,
  type Collection,
  type Document,
  type Documents,
  defineCollection,
  findAll,
  type Page,
  Store,
} from '../kinds/store.ts';
import type { KeyRing } from './key-ring.ts';
import { proveKey, sealedBlobs, type Use } from './sealed-blobs.ts';
import type { HostSealing } from './sealing.ts';
import { foundFields, OpenDocument, openDocument, StoredDocument, sealDocument, storedCollection } from './sealing.ts';

/** The fields that are not sealed in the documents of each collection, and the id of the key that sealed the others. */
const sealedCollections = defineCollection({
  name: 'sealed_collections',
  schema: z.object({ id: z.string(), fields: z.array(z.string()).readonly(), key: z.string().optional() }),
  indexes: [],
});

const documentsAtOnce = 100;

/**
 * A store whose documents are sealed but for their ids and the fields by which they are found.
 *
 * @param use a command that only reads seals nothing anew; a host alone, what a former key sealed
 */
export function sealedStore(inner: Store, ring: KeyRing, use: Use): Store {
  return {
    ...sealedDocuments(inner, ring),
    async prepare(...collections) {
      await inner.prepare(sealedCollections, ...collections);
      if (use === 'reads') return;
      for (const collection of collections) await sealAnew(inner, ring, { collection, use });
    },
    transaction: (work) => inner.transaction((documents) => work(sealedDocuments(documents, ring))),
    ...(inner.search && { search: inner.search }),
    scrub: () => inner.scrub(),
  };
}

function sealedDocuments(inner: Documents, ring: KeyRing): Documents {
  const seal = <T extends Document>(collection: Collection<T>, document: T) =>
    sealDocument(ring, foundFields(collection), OpenDocument.parse(document));
  const open = <T extends Document>({ name, schema }: Collection<T>, stored: StoredDocument): T => {
    const parsed = schema.safeParse(openDocument(ring, stored));
    if (parsed.success) return parsed.data;
    throw new Error(`The document "${stored.id}" of the collection "${name}" is damaged. Restore the last backup.`);
  };
  return {
    async get(collection, id) {
      const stored = await inner.get(storedCollection(collection), id);
      return stored && open(collection, stored);
    },
    insert: (collection, document) => inner.insert(storedCollection(collection), seal(collection, document)),
    put: (collection, document) => inner.put(storedCollection(collection), seal(collection, document)),
    delete: (collection, id) => inner.delete(storedCollection(collection), id),
    async find<T extends Document>(collection: Collection<T>, query: object): Promise<Page<T>> {
      const { items, next } = await inner.find(storedCollection(collection), query);
      return { items: items.map((stored) => open(collection, stored)), next };
    },
    next: (counter) => inner.next(counter),
  };
}

/**
 * Seals the documents of a collection again if other fields are to be found by than before: it got an index, or the
 * installation did not encrypt yet. A host alone also does it if a former key sealed them. Repeated after a crash, it goes
 * over all of them again.
 */
async function sealAnew(
  store: Store,
  ring: KeyRing,
  { collection, use }: { readonly collection: AnyCollection; readonly use: Use },
): Promise<void> {
  const fields = foundFields(collection);
  const known = await store.get(sealedCollections, collection.name);
  const hasFields = known !== undefined && known.fields.join() === fields.join();
  if (hasFields && (known.key === ring.id || use !== 'alone')) return;
  const stored = storedCollection(collection);
  const sealAll = (ids: readonly string[]) =>
    store.transaction(async (documents) => {
      for (const id of ids) {
        const document = await documents.get(stored, id);
        if (document !== undefined)
          await documents.put(stored, sealDocument(ring, fields, openDocument(ring, document)));
      }
    });
  const ids: string[] = [];
  for await (const { id } of findAll(store, stored, {})) {
    ids.push(id);
    if (ids.length === documentsAtOnce) await sealAll(ids.splice(0));
  }
  await sealAll(ids);
  await store.put(sealedCollections, { id: collection.name, fields, key: ring.id });
}

/**
 * What a provider answers for a kind, sealed if the installation encrypts what it keeps.
 *
 * @throws Error that names the key that is missing
 */
export async function sealedInstance({ id }: Kind<unknown>, instance: unknown, host: EncryptingHost) {
  // The boundary where types are given back: an instance is of its kind.
  if (id === Blobs.id) {
    const { blobs, close } = await hostBlobs(instance as Blobs, host);
    return { instance: blobs, close };
  }
  const close = async () => {};
  const { sealing, use } = host;
  if (sealing === undefined) return { instance, close };
  if (id === Store.id) return { instance: sealedStore(instance as Store, sealing.ring, use), close };
  if (id === Archive.id) return { instance: sealedArchive(instance as Archive, sealing.ring), close };
  return { instance, close };
}

/** What a host seals with, and where its files are. */
export interface EncryptingHost {
  readonly sealing: HostSealing | undefined;
  readonly dataFolder: string;
  readonly use: Use;
  readonly log: Logger;
}

/**
 * The blobs of a host: sealed if it encrypts, else those of the provider.
 *
 * @throws Error that names the key that is missing
 */
export async function hostBlobs(inner: Blobs, { sealing, dataFolder, use, log }: EncryptingHost) {
  const files = await proveKey(inner, sealing?.ring, use);
  if (files > 0)
    log.info({ files, key: sealing?.ring.id }, 'files that a former key sealed are sealed with the new one');
  if (sealing === undefined) return { blobs: inner, close: async () => {} };
  const folder = await openTempFolder(resolve(dataFolder, sealing.temporaryFolder));
  return {
    blobs: sealedBlobs(inner, sealing.ring, folder.path),
    /** Deletes the files that programs read. */ close: folder.close,
  };
}

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
