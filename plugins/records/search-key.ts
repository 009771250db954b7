import { randomBytes, randomUUID } from 'node:crypto';
import { type Blobs, defineCollection, type Logger, type Store, undefinedIfNotFound } from 'chronoscribe';
import { z } from 'zod';
import { type SearchKey, type SearchTerms, searchTerms } from './search-terms.ts';

/** The search terms of a host. The key is loaded, or created, when it is needed first. */
export function openSearchTerms(store: Store, tools: KeyTools): () => Promise<SearchTerms> {
  let terms: Promise<SearchTerms> | undefined;
  return () => {
    terms ??= loadSearchKey(store, tools)
      .then(searchTerms)
      .catch((thrown: unknown) => {
        // The next call tries again.
        terms = undefined;
        throw thrown;
      });
    return terms;
  };
}

interface KeyTools {
  readonly blobs: Blobs;
  readonly log: Logger;
}

/** Where the key is. The key itself is with the contents of the records, and never in the store. */
const searchKeys = defineCollection({
  name: 'records_search_key',
  schema: z.object({ id: z.literal('key'), blob: z.string() }),
  indexes: [],
});

const keyBytes = 32;

/** What the names of the files of keys start with. */
export const searchKeyPrefix = 'records/search-key-';

/**
 * The key of the search terms, which all hosts on one store share. The first one creates it. If its file is lost, a new
 * one is created: records with terms of the former key are then searched by their contents.
 */
async function loadSearchKey(store: Store, { blobs, log }: KeyTools): Promise<SearchKey> {
  await store.prepare(searchKeys);
  const known = await store.get(searchKeys, 'key');
  const key = known && (await readKey(blobs, known.blob));
  if (key !== undefined) return key;
  if (known !== undefined) {
    log.warn(
      { file: known.blob },
      'the key that records are searched with is lost; a new one is made, and searches are slow',
    );
  }
  const name = `${searchKeyPrefix}${randomUUID()}`;
  await blobs.write(name, new Blob([randomBytes(keyBytes)]).stream());
  const isFirst = await store.transaction(async (documents) => {
    if ((await documents.get(searchKeys, 'key'))?.blob !== known?.blob) return false;
    await documents.put(searchKeys, { id: 'key', blob: name });
    return true;
  });
  if (!isFirst) await blobs.delete(name);
  return loadSearchKey(store, { blobs, log });
}

async function readKey(blobs: Blobs, name: string): Promise<SearchKey | undefined> {
  const pieces = await undefinedIfNotFound(Array.fromAsync(blobs.read(name)));
  const bytes = Buffer.concat(pieces ?? []);
  return bytes.length === keyBytes ? { name, bytes } : undefined;
}
