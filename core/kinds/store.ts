import type { z } from 'zod';
import { defineKind } from '../api/kind.ts';

/** A document: plain JSON with an id that is unique in its collection. */
export interface Document {
  readonly id: string;
}

/** The fields of `T` that an index can hold. */
export type IndexableField<T> = {
  [F in keyof T]-?: NonNullable<T[F]> extends string | number ? F : never;
}[keyof T] &
  string;

/**
 * A named set of documents of one shape. A query is served only by an index that fits it exactly (see `Query`), so that
 * no query grows slow unseen. The id is the last field of every index by itself.
 */
export interface Collection<T extends Document> {
  /** Lower-case words joined by `_`. Indexed fields are made of letters, digits and `_`. */
  readonly name: string;
  /** Documents are parsed by it when they are read, so a damaged one is named and never passed on. */
  readonly schema: z.ZodType<T>;
  readonly indexes: readonly (readonly IndexableField<T>[])[];
}

/** A collection whose shape does not matter: what `prepare` needs to know. */
export interface AnyCollection {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly indexes: readonly (readonly string[])[];
}

/** Declares a collection. Fields that are absent or `null` in a document sort before all others. */
export function defineCollection<T extends Document>(definition: {
  readonly name: string;
  readonly schema: z.ZodType<T>;
  readonly indexes: readonly (readonly IndexableField<NoInfer<T>>[])[];
}): Collection<T> {
  return definition;
}

/**
 * Bounds of one field. `from` and `to` are included, `above` and `below` are not. A document in which the field is
 * absent or null is in no range.
 */
export interface Range<Value> {
  readonly from?: Value;
  readonly above?: Value;
  readonly to?: Value;
  readonly below?: Value;
}

/**
 * Equality on some fields, and at most one field that is ordered by and may be bounded. It is served by an index that
 * consists of exactly the `equals` fields in any order, followed by `orderBy` if there is one. Documents come in the
 * order of `orderBy` (strings by code point, though a store may look at no more than the first 400 bytes of each;
 * numbers by value), then of `id`; without `orderBy`, in the order of `id`. A query without `equals` and `orderBy`
 * needs no index; `equals` with `null` finds absent and null.
 */
export interface Query<T extends Document> {
  readonly equals?: { readonly [F in IndexableField<T>]?: T[F] };
  readonly orderBy?: IndexableField<T>;
  readonly range?: Range<string | number>;
  readonly direction?: 'ascending' | 'descending';
  /** 1 to 1000, default 1000. */
  readonly limit?: number;
  /**
   * `next` of the page before, from the same query. One that was not made by this query is an `invalid-cursor` problem.
   */
  readonly cursor?: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Opaque, safe in a URL; null on the last page. */
  readonly next: string | null;
}

/** What can be done with documents, inside a transaction and outside one. */
export interface Documents {
  get<T extends Document>(collection: Collection<T>, id: string): Promise<T | undefined>;
  /** False, and nothing written, where the id exists. */
  insert<T extends Document>(collection: Collection<T>, document: NoInfer<T>): Promise<boolean>;
  /** Writes the document whether or not its id exists. */
  put<T extends Document>(collection: Collection<T>, document: NoInfer<T>): Promise<void>;
  /** False where the id does not exist. */
  delete<T extends Document>(collection: Collection<T>, id: string): Promise<boolean>;
  /** Throws an `Error` that quotes the missing index as JSON, if no index serves the query: `["account","time"]`. */
  find<T extends Document>(collection: Collection<T>, query: Query<NoInfer<T>>): Promise<Page<T>>;
  /** Adds one to a named counter and returns it; the first value is 1. Values never repeat, and may have gaps. */
  next(counter: string): Promise<number>;
}

/**
 * Documents, by collection and id: all data that is not a file. A change is durable when its promise resolves.
 *
 * @throws Error that names the file and a remedy, for a damaged or foreign file, which is never overwritten. A damaged
 * document is an `Error` that quotes its id and its collection, and none of its values. Misuse is an `Error` too: a
 * query outside of its limits, a collection that was not prepared, or a name that a store cannot keep. It quotes the
 * collection. Every call after `stop` is an `Error`.
 */
export interface Store extends Documents {
  /** Creates the collections and indexes that are missing. Their owner calls it at each start, before it uses them. */
  prepare(...collections: readonly AnyCollection[]): Promise<void>;
  /**
   * Runs `work` so that all of its changes happen or none, and as if no other transaction ran meanwhile. Readers outside
   * see its changes once it has succeeded. If `work` throws, nothing is changed and the error is passed on. Transactions
   * are not nested: inside, only `documents` is used, and nothing outside of the store is waited for. Using the store
   * itself inside is an `Error`, and so is using `documents` after `work` has settled.
   *
   * `work` may run more than once, if others change meanwhile what it has read; its earlier changes are undone then. So
   * it must have no effects but on `documents`, and return what it has found. A store that gives up after a number of
   * attempts throws a transient `provider-unavailable` problem.
   */
  transaction<T>(work: (documents: Documents) => Promise<T>): Promise<T>;
  /**
   * Removes deleted and replaced text from the store's files for good; called after a person's text was deleted. A store
   * on a server does what the server allows, and documents the rest. It may take a while, and changes may wait for it.
   * If it fails (a full disk), it is retried, and `health` reports it.
   */
  scrub(): Promise<void>;
}

export const Store = defineKind<Store>('store');
