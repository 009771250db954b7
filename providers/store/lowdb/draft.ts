import type { Collections, StoredDocument } from './collections.ts';

/** Changes to collections that nobody else sees. What is not changed is shared with the collections it was made from. */
export interface Draft {
  /** The collections with the changes so far. */
  collections(): Collections;
  /** Sets a document, or deletes it where `document` is undefined. */
  set(collection: string, id: string, document: StoredDocument | undefined): void;
  /** How many changes were made and not undone. */
  changes(): number;
  /** Takes the latest changes back until `changes` are left. */
  undoTo(changes: number): void;
}

export function draftOf(base: Collections): Draft {
  const collections = new Map(base);
  const copies = new Map<string, Map<string, StoredDocument>>();
  const undo: (() => void)[] = [];

  const copyOf = (name: string): Map<string, StoredDocument> => {
    const copy = copies.get(name) ?? new Map(base.get(name));
    copies.set(name, copy);
    collections.set(name, copy);
    return copy;
  };
  const write = (documents: Map<string, StoredDocument>, id: string, document: StoredDocument | undefined) => {
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
