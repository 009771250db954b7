import type { Collection } from 'chronoscribe';
import type { AnyCollection, Document } from 'chronoscribe/types';
import { restoreHint } from './store-file.ts';

const collectionName = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const fieldName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Which collections were prepared; see `preparedCollections`. */
export type PreparedCollections = ReturnType<typeof preparedCollections>;

/** The collections that `prepare` was called with. */
export function preparedCollections() {
  const indexes = new Map<string, Set<string>>();
  // Called for every document, so collections that were found are remembered.
  const found = new WeakSet<AnyCollection>();
  return {
    /** @throws Error if the name of the collection or of a field is invalid */
    add(collection: AnyCollection) {
      checkNames(collection);
      const known = indexes.get(collection.name) ?? new Set();
      for (const index of collection.indexes) known.add(index.join());
      indexes.set(collection.name, known);
    },
    /** @throws Error that names the collection, or its index, if it was not prepared */
    require(collection: AnyCollection) {
      if (found.has(collection)) return;
      const known = indexes.get(collection.name);
      if (known === undefined) {
        throw new Error(
          `The collection "${collection.name}" was not prepared. Call store.prepare with it before using it.`,
        );
      }
      const missing = collection.indexes.find((index) => !known.has(index.join()));
      if (missing !== undefined) {
        throw new Error(
          `The collection "${collection.name}" was prepared without its index ${JSON.stringify(missing)}. Call store.prepare with it.`,
        );
      }
      found.add(collection);
    },
  };
}

function checkNames({ name, indexes }: AnyCollection): void {
  if (!Array.isArray(indexes)) throw new Error(`"${name}" is no collection. Give what defineCollection(…) returns.`);
  if (!collectionName.test(name)) {
    throw new Error(`"${name}" cannot name a collection. Use lower-case words joined by "_", such as "audio_notes".`);
  }
  const odd = indexes.flat().find((field) => !fieldName.test(field));
  if (odd !== undefined) {
    throw new Error(
      `An index of the collection "${name}" has the field "${odd}". Index only fields of letters, digits and "_".`,
    );
  }
}

/**
 * Parses a stored document.
 *
 * @param place the file or database, for the error
 * @throws Error that names the place, the collection, the id and the faulty fields, without their values
 */
export function parseDocument<T extends Document>(
  collection: Collection<T>,
  id: string,
  stored: unknown,
  place: string,
): T {
  const parsed = collection.schema.safeParse(stored);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(({ path, code }) => `${path.join('.') || 'the whole'} (${code})`);
  throw damaged(collection, id, place, faults.join(', '));
}

/** The same from JSON text. */
export function parseDocumentText<T extends Document>(
  collection: Collection<T>,
  id: string,
  text: string,
  place: string,
): T {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    // The parser's message quotes the document, so it is dropped.
    throw damaged(collection, id, place, 'not JSON');
  }
  return parseDocument(collection, id, stored, place);
}

function damaged(collection: { readonly name: string }, id: string, place: string, fault: string): Error {
  return new Error(
    `The document ${JSON.stringify(id)} of the collection "${collection.name}" in ${place} is damaged: ${fault}. ` +
      `Mend or delete it there. Or: ${restoreHint}`,
  );
}
