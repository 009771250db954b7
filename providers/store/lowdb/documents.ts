import type { Documents } from 'chronoscribe';
import { writeCursor } from '../cursor.ts';
import { parseDocument } from '../document.ts';
import { findAmong } from '../find-among.ts';
import { keyOf } from '../order.ts';
import type { PreparedCollections } from '../prepared.ts';
import { planQuery } from '../query.ts';
import type { Collections, StoredDocument } from './collections.ts';
import type { Draft } from './draft.ts';

export interface LowdbParts {
  readonly prepared: PreparedCollections;
  /** They only ever rise, also where what they were handed out for fails. */
  readonly counters: Map<string, number>;
  /** What an error calls the file. */
  readonly place: string;
}

/** Reading, from whatever the collections are at the time of the call. */
export function readable(collections: () => Collections, { prepared, place }: LowdbParts): Pick<Documents, 'get' | 'find'> {
  return {
    async get(collection, id) {
      prepared.require(collection);
      const stored = collections().get(collection.name)?.get(id);
      // A copy, so that whoever changes what they got changes nothing here.
      return stored && parseDocument(collection, id, structuredClone(stored), place);
    },
    async find(collection, query) {
      prepared.require(collection);
      const { plan, after } = planQuery(collection, query);
      const found = findAmong(collections().get(collection.name)?.values() ?? [], plan, after);
      const stored = found.slice(0, plan.limit);
      const last = found.length > stored.length ? stored.at(-1) : undefined;
      const position = last && { key: plan.orderBy === undefined ? null : keyOf(last, plan.orderBy), id: last.id };
      return {
        items: stored.map((document) => parseDocument(collection, document.id, structuredClone(document), place)),
        next: position === undefined ? null : writeCursor(plan, position),
      };
    },
  };
}

/** Reading and changing a draft. Each call has done its work before it returns its promise. */
export function documentsOf(draft: Draft, parts: LowdbParts): Documents {
  const { prepared, counters } = parts;
  const exists = (collection: string, id: string) => draft.collections().get(collection)?.has(id) ?? false;
  return {
    ...readable(draft.collections, parts),
    async insert(collection, document) {
      prepared.require(collection);
      if (exists(collection.name, document.id)) return false;
      draft.set(collection.name, document.id, asStored(document));
      return true;
    },
    async put(collection, document) {
      prepared.require(collection);
      draft.set(collection.name, document.id, asStored(document));
    },
    async delete(collection, id) {
      prepared.require(collection);
      if (!exists(collection.name, id)) return false;
      draft.set(collection.name, id, undefined);
      return true;
    },
    async next(counter) {
      const value = (counters.get(counter) ?? 0) + 1;
      counters.set(counter, value);
      return value;
    },
  };
}

/** What reading the file again would give. */
function asStored(document: StoredDocument): StoredDocument {
  return JSON.parse(JSON.stringify(document));
}
