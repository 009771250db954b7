import { z } from 'zod';
import type { AnyCollection, Collection } from '../kinds/store.ts';
import type { KeyRing } from './key-ring.ts';
import { openJson, sealedMember, sealJson } from './sealed-json.ts';

/** A document as it is stored: its id and the fields of its indexes, and all others sealed. */
export const StoredDocument = z.looseObject({ id: z.string(), [sealedMember]: z.string().optional() });
export type StoredDocument = z.output<typeof StoredDocument>;

/** A document of any shape. */
export const OpenDocument = z.looseObject({ id: z.string() });
export type OpenDocument = z.output<typeof OpenDocument>;

/** The collection with the shape of what is stored. The boundary of types: the indexed fields are not sealed. */
export function storedCollection({ name, indexes }: AnyCollection): Collection<StoredDocument> {
  return { name, schema: StoredDocument, indexes: indexes as unknown as Collection<StoredDocument>['indexes'] };
}

/** The fields by which documents are found, in the order of their names. */
export const foundFields = ({ indexes }: AnyCollection): readonly string[] => [...new Set(indexes.flat())].toSorted();

/** @param fields that are not sealed, besides the id */
export function sealDocument(ring: KeyRing, fields: readonly string[], document: OpenDocument): StoredDocument {
  const found = new Set(['id', ...fields]);
  const all = Object.entries(document);
  const rest = Object.fromEntries(all.filter(([field]) => !found.has(field)));
  return { ...Object.fromEntries(all.filter(([field]) => found.has(field))), id: document.id, ...sealJson(ring, rest) };
}

/** The document; one that was stored before the installation encrypted, as it is. */
export function openDocument(ring: KeyRing, stored: StoredDocument): OpenDocument {
  const { [sealedMember]: sealed, ...found } = stored;
  if (sealed === undefined) return found;
  const rest = z.looseObject({}).parse(openJson(ring, { [sealedMember]: sealed }));
  return { ...rest, ...found };
}
