import { z } from 'zod';
import {
  type AnyCollection,
  type Collection,
  type Document,
  type Documents,
  defineCollection,
  findAll,
  type Page,
  type Store,
} from '../kinds/store.ts';
import type { KeyRing } from './key-ring.ts';
import type { Use } from './rewrap.ts';
import {
  foundFields,
  OpenDocument,
  openDocument,
  type StoredDocument,
  sealDocument,
  storedCollection,
} from './sealed-document.ts';

/** The fields that are not sealed in the documents of each collection, and the id of the key that sealed the others. */
export const sealedCollections = defineCollection({
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
