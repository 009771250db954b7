import type { Documents } from 'chronoscribe';
import type { Document } from 'chronoscribe/types';
import type { ArchivedDocument } from '../archive/entries.ts';
import { type PreparedCollections, parseDocument } from '../collections.ts';
import {
  compareKeys,
  compareText,
  formatCursor,
  type Key,
  keyOf,
  type Position,
  planQuery,
  type QueryPlan,
} from '../query.ts';
import type { Collections } from './file-format.ts';

/** Uncommitted changes to collections. Unchanged collections are shared with the committed ones. */
export interface Draft {
  /** The collections with the changes so far. */
  collections(): Collections;
  /** Sets a document, or deletes it if `document` is undefined. */
  set(collection: string, id: string, document: ArchivedDocument | undefined): void;
  /** The number of changes that were not undone. */
  changes(): number;
  /** Undoes the latest changes until `changes` are left. */
  undoTo(changes: number): void;
}

export function createDraft(base: Collections): Draft {
  const collections = new Map(base);
  const copies = new Map<string, Map<string, ArchivedDocument>>();
  const undo: (() => void)[] = [];

  const copyOf = (name: string): Map<string, ArchivedDocument> => {
    const copy = copies.get(name) ?? new Map(base.get(name));
    copies.set(name, copy);
    collections.set(name, copy);
    return copy;
  };
  const write = (documents: Map<string, ArchivedDocument>, id: string, document: ArchivedDocument | undefined) => {
    if (document === undefined) documents.delete(id);
    else documents.set(id, document);
  };
  return {
    collections: () => collections,
    set(name, id, document) {
      const documents = copyOf(name);
      const before = documents.get(id);
      write(documents, id, document);
      undo.push(() => write(documents, id, before));
    },
    changes: () => undo.length,
    undoTo(changes) {
      for (const takeBack of undo.splice(changes).reverse()) takeBack();
    },
  };
}

export interface LowdbContext {
  readonly prepared: PreparedCollections;
  /** They only increase, even if the transaction that asked for a value fails. */
  readonly counters: Map<string, number>;
  /** The name of the file in errors. */
  readonly place: string;
}

/** Reads from the collections at the time of the call. */
export function documentReads(
  collections: () => Collections,
  { prepared, place }: LowdbContext,
): Pick<Documents, 'get' | 'find'> {
  return {
    async get(collection, id) {
      prepared.require(collection);
      const stored = collections().get(collection.name)?.get(id);
      // A copy, so that callers cannot change the store.
      return stored && parseDocument(collection, id, structuredClone(stored), place);
    },
    async find(collection, query) {
      prepared.require(collection);
      const { plan, after } = planQuery(collection, query);
      const found = queryDocuments(collections().get(collection.name)?.values() ?? [], plan, after);
      const stored = found.slice(0, plan.limit);
      const last = found.length > stored.length ? stored.at(-1) : undefined;
      const position = last && { key: plan.orderBy === undefined ? null : keyOf(last, plan.orderBy), id: last.id };
      return {
        items: stored.map((document) => parseDocument(collection, document.id, structuredClone(document), place)),
        next: position === undefined ? null : formatCursor(plan, position),
      };
    },
  };
}

/** Reads and changes a draft. Each call has finished when it returns its promise. */
export function draftDocuments(draft: Draft, parts: LowdbContext): Documents {
  const { prepared, counters } = parts;
  const exists = (collection: string, id: string) => draft.collections().get(collection)?.has(id) ?? false;
  return {
    ...documentReads(draft.collections, parts),
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

/** The document as reading the file again would give it. */
function asStored(document: ArchivedDocument): ArchivedDocument {
  return JSON.parse(JSON.stringify(document));
}

/** Returns the documents of a page, and one more if another page follows. Scans all documents. */
function queryDocuments<T extends Document>(
  documents: Iterable<T>,
  { equals, orderBy, lower, upper, descending, limit }: QueryPlan,
  after: Position | undefined,
): readonly T[] {
  const keyed = (document: T): Position => ({
    key: orderBy === undefined ? null : keyOf(document, orderBy),
    id: document.id,
  });
  const compare = (one: Position, other: Position) =>
    (compareKeys(one.key, other.key) || compareText(one.id, other.id)) * (descending ? -1 : 1);
  const ranged = lower.length + upper.length > 0;
  const inside = (key: Key) =>
    !(ranged && key === null) &&
    lower.every(({ value, inclusive }) => within(compareKeys(key, value), inclusive)) &&
    upper.every(({ value, inclusive }) => within(compareKeys(value, key), inclusive));
  return Array.from(documents)
    .filter((document) => equals.every(({ field, value }) => keyOf(document, field) === value))
    .map((document) => ({ document, at: keyed(document) }))
    .filter(({ at }) => inside(at.key) && (after === undefined || compare(at, after) > 0))
    .sort((one, other) => compare(one.at, other.at))
    .slice(0, limit + 1)
    .map(({ document }) => document);
}

function within(difference: number, inclusive: boolean): boolean {
  return inclusive ? difference >= 0 : difference > 0;
}
