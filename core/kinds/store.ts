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

/**
 * A collection, for `store.prepare` and the methods of `Documents`. Fields that are absent or `null` in a document sort
 * before all others.
 *
 * @param definition its name, the schema of a document, and the indexes that its queries need
 * @returns the same, with the type of a document
 * @example
 * ```ts
 * const notes = defineCollection({
 *   name: 'my_plugin_notes',
 *   schema: z.object({ id: z.string(), account: z.string(), createdAt: z.number(), text: z.string() }),
 *   indexes: [['account', 'createdAt']],
 * });
 * ```
 */
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
  /** Throws an `Error` that names the missing index where none serves the query. */
  find<T extends Document>(collection: Collection<T>, query: Query<NoInfer<T>>): Promise<Page<T>>;
  /** Adds one to a named counter and returns it; the first value is 1. Values never repeat, and may have gaps. */
  next(counter: string): Promise<number>;
}

/**
 * Where everything is kept that is not a file. A promise that resolves means the change is on the disk, not in a
 * buffer.
 *
 * @throws what a damaged or foreign file gives: an `Error` that names the file and says how to mend it; it is never
 *   overwritten.
 */
export interface Store extends Documents {
  /**
   * Makes sure that the collections and their indexes exist; called by whoever owns them before they are used. Harmless
   * when repeated.
   */
  prepare(...collections: readonly AnyCollection[]): Promise<void>;
  /**
   * Runs `work` so that all of its changes happen or none, and as if no other transaction ran meanwhile. Readers
   * outside see nothing of it before it is done. If `work` throws, nothing happened and the error is passed on. Not
   * nested: inside, only `documents` is used, and nothing outside the store is waited for. Using the store itself
   * inside is an `Error`.
   *
   * `work` may run more than once, where others changed meanwhile what it had seen; what it did before is forgotten
   * then. So it has no effect but on `documents`, and hands on what it found by its result.
   */
  transaction<T>(work: (documents: Documents) => Promise<T>): Promise<T>;
  /**
   * Sees to it that nothing is left in any file of what was deleted or replaced before, not even where nobody reads:
   * called once a person's text was deleted. A store that is kept by a server of its own does as much of that as it
   * may, and says what it cannot. It takes a while with a large store, and changes may wait for it. Where it cannot be
   * done now (a full disk) it is tried again by itself, and `health` says so.
   */
  scrub(): Promise<void>;
}

export const Store = defineKind<Store>('store');
