/** A document as it is kept: plain JSON with an id, not yet parsed by its collection's schema. */
export interface StoredDocument {
  readonly id: string;
}

/** Documents by id, by collection. */
export type Collections = ReadonlyMap<string, ReadonlyMap<string, StoredDocument>>;
