import { z } from 'zod';
import { anySchema, checkDefinition, definitionError, name } from '../api/definition.ts';
import { defineKind } from '../api/kind.ts';
import type { Logger } from '../api/logger.ts';
import { unknownName } from '../api/text.ts';

/** A document: plain JSON with an id that is unique in its collection. */
export interface Document {
  readonly id: string;
}

/** The fields of `T` that an index can hold: strings and numbers. */
export type IndexableField<T> = {
  [F in keyof T]-?: NonNullable<T[F]> extends string | number ? F : never;
}[keyof T] &
  string;

/** A named set of documents of one shape. */
export interface Collection<T extends Document> {
  /** Lower-case words joined by `_`. */
  readonly name: string;
  /** Parses documents when they are read, so that a damaged document is reported and never passed on. */
  readonly schema: z.ZodType<T>;
  /**
   * The fields of each index. A query needs an index that fits it exactly (see `Query`), so that no query becomes slow
   * unnoticed. The id is the implicit last field of every index. Names of indexed fields consist of letters, digits and
   * `_`.
   */
  readonly indexes: readonly (readonly IndexableField<T>[])[];
  /**
   * The field that documents are searched by, if the store can: its words are of ASCII letters, digits, `-` and `_`, with
   * a space between two. Words that differ in case alone may be the same to a store.
   */
  readonly words?: string;
}

/** A collection of any shape. */
export interface AnyCollection {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly indexes: readonly (readonly string[])[];
  readonly words?: string;
}

const Definition = z.strictObject({
  ...{ name, schema: anySchema, indexes: z.array(z.array(name).min(1)) },
  words: name.optional(),
});

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
  readonly words?: IndexableField<NoInfer<T>>;
}): Collection<T> {
  checkDefinition(`collection "${definition?.name}"`, Definition, definition);
  checkFields(definition);
  return definition;
}

/** @throws Error for documents that have no id or are not JSON, and for an index of an unknown field */
function checkFields({ name, schema, indexes, words = 'id' }: AnyCollection): void {
  if (!(schema instanceof z.ZodObject)) return;
  const fields = Object.keys(schema.shape);
  const unknown = ['id', words, ...indexes.flat()].find((field) => !fields.includes(field));
  const lost = fields.find((field) => isLost(schema.shape[field]));
  const fault =
    unknown === undefined ? lost && `the field "${lost}" is not JSON` : unknownName('field', unknown, fields);
  if (fault !== undefined) throw definitionError(`collection "${name}": ${fault}. Mend its schema.`);
}

function isLost(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return isLost(schema.unwrap());
  return [z.ZodBigInt, z.ZodDate, z.ZodMap, z.ZodSet, z.ZodSymbol].some((type) => schema instanceof type);
}

/** Bounds of a field. A document in which the field is absent or null is outside every range. */
export interface Range<Value> {
  /** Inclusive lower bound. */
  readonly from?: Value;
  /** Exclusive lower bound. */
  readonly above?: Value;
  /** Inclusive upper bound. */
  readonly to?: Value;
  /** Exclusive upper bound. */
  readonly below?: Value;
}

/**
 * A query: equality on some fields, and at most one field that orders the result and may have bounds. It needs an index
 * of exactly the `equals` fields in any order, followed by `orderBy` if there is one. A query without both needs no
 * index.
 *
 * The result is ordered by `orderBy`, then by `id`. Strings compare by code point, of which a store may use only the
 * first 400 bytes; numbers compare by value.
 */
export interface Query<T extends Document> {
  /** `null` finds documents in which the field is absent or null. */
  readonly equals?: { readonly [F in IndexableField<T>]?: T[F] };
  readonly orderBy?: IndexableField<T>;
  /** Bounds of the `orderBy` field. */
  readonly range?: Range<string | number>;
  readonly direction?: 'ascending' | 'descending';
  /** 1 to 1000, default 1000. */
  readonly limit?: number;
  /** `next` of the previous page of the same query. */
  readonly cursor?: string;
}

/** A page of a longer list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Opaque, safe in a URL; null on the last page. */
  readonly next: string | null;
}

/** The operations on documents, inside and outside a transaction. */
export interface Documents {
  /** The document with this id; undefined if there is none. */
  get<T extends Document>(collection: Collection<T>, id: string): Promise<T | undefined>;
  /** Inserts a document. False, and nothing written, if its id exists. */
  insert<T extends Document>(collection: Collection<T>, document: NoInfer<T>): Promise<boolean>;
  /** Inserts or replaces a document. */
  put<T extends Document>(collection: Collection<T>, document: NoInfer<T>): Promise<void>;
  /** Deletes a document. False if the id does not exist. */
  delete<T extends Document>(collection: Collection<T>, id: string): Promise<boolean>;
  /**
   * A page of documents.
   *
   * @throws Error that quotes the missing index as JSON (`["account","time"]`), if none fits the query; Problem
   *   `invalid-cursor` if the cursor is of another query
   */
  find<T extends Document>(collection: Collection<T>, query: Query<NoInfer<T>>): Promise<Page<T>>;
  /** Increments a named counter. @returns its new value, from 1 on; values never repeat and may have gaps */
  next(counter: string): Promise<number>;
}

/**
 * The store of everything that is not a file. When a promise resolves, its change is on the disk.
 *
 * @throws Error that names a damaged or foreign file and says how to repair it; such a file is never overwritten. A
 *   damaged document is an `Error` that quotes its id and its collection, and none of its values. Misuse is an `Error`
 *   that quotes the collection: a query outside of its limits, a collection that was not prepared, a name that a store
 *   cannot use. Every call after the store was stopped is an `Error`.
 *
 * @example
 * const letters = defineCollection({
 *   name: 'letters',
 *   schema: z.object({ id: z.string(), account: z.string(), sentAt: z.number() }),
 *   indexes: [['account', 'sentAt']],
 * });
 * await store.prepare(letters);
 * await store.transaction(async (documents) => {
 *   const letter = await documents.get(letters, 'letter-1');
 *   if (letter !== undefined) await documents.put(letters, { ...letter, sentAt: Date.now() });
 * });
 * const { items } = await store.find(letters, { equals: { account }, orderBy: 'sentAt', limit: 20 });
 * log.info({ letters: items.length }, 'found');
 */
export interface Store extends Documents {
  /** Creates collections and their indexes if they do not exist. Their owner calls it before it uses them. */
  prepare(...collections: readonly AnyCollection[]): Promise<void>;
  /**
   * Runs `work` in a serializable transaction: all of its changes are made or none, as if no other transaction ran at
   * the same time. Readers outside see the changes after it has ended.
   *
   * `work` may run more than once, if other transactions change what it has read. So it changes nothing but
   * `documents`, waits for nothing outside the store, and returns its result. Transactions are not nested: to use the
   * store itself in `work` is an `Error`, as it is to use `documents` after `work` has settled.
   *
   * @returns what `work` returns
   * @throws what `work` throws, or a transient `provider-unavailable` problem if others changed what it has read in
   *   every attempt; nothing is changed then
   */
  transaction<T>(work: (documents: Documents) => Promise<T>): Promise<T>;
  /**
   * The ids of documents that have all of these words in the field `words` of the collection, at most `limit`, those that
   * were written last first. Absent in a store that keeps no index of words.
   */
  search?(collection: AnyCollection, words: readonly string[], limit: number): Promise<readonly string[]>;
  /**
   * Removes the residue of deleted and replaced documents from all files, also where no reader would find it. Call it
   * after a person's data was deleted. It takes a while in a large store, and changes may wait for it. A store on a
   * database server does what it is allowed to, and reports the rest. If it cannot be done now (a full disk), it is
   * repeated, and `health` reports it.
   */
  scrub(): Promise<void>;
}

export const Store = defineKind<Store>('store', {
  ...({ get: 'function', insert: 'function', put: 'function', delete: 'function', find: 'function' } as const),
  ...({ next: 'function', prepare: 'function', transaction: 'function', scrub: 'function' } as const),
});

/**
 * All documents that a query finds, page after page. A document that changes its place in the order meanwhile may be
 * missed or come twice.
 *
 * @param query its `limit` is the size of a page
 * @example
 * ```ts
 * async function countDocuments<T extends Document>(store: Store, documents: Collection<T>) {
 *   let count = 0;
 *   for await (const _ of findAll(store, documents, { limit: 100 })) count += 1;
 *   return count;
 * }
 * ```
 */
export async function* findAll<T extends Document>(
  documents: Pick<Documents, 'find'>,
  collection: Collection<T>,
  query: Query<NoInfer<T>>,
): AsyncGenerator<T> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: Page<T> = await documents.find(collection, { ...query, ...(cursor !== undefined && { cursor }) });
    yield* page.items;
    cursor = page.next;
  }
}

const migrations = defineCollection({ name: 'migrations', schema: z.object({ id: z.string() }), indexes: [] });

/**
 * Changes stored documents once in the life of a store, in one transaction: a crash leaves them as they were, and of
 * hosts that start at the same time one does it.
 *
 * @param name of the migration, never used for another
 * @param migrate changes documents, and returns the ids of what it has decided on, by what became of them, for the log
 * @example
 * const letters = defineCollection({
 *   name: 'letters',
 *   schema: z.object({ id: z.string(), text: z.string() }),
 *   indexes: [],
 * });
 * await migrateOnce(store, log, 'letters-trimmed', async (documents) => {
 *   const trimmed: string[] = [];
 *   for await (const letter of findAll(documents, letters, {})) {
 *     await documents.put(letters, { ...letter, text: letter.text.trim() });
 *     trimmed.push(letter.id);
 *   }
 *   return { trimmed };
 * });
 */
export async function migrateOnce(
  store: Store,
  log: Logger,
  name: string,
  migrate: (documents: Documents) => Promise<Readonly<Record<string, readonly string[]>>>,
): Promise<void> {
  await store.prepare(migrations);
  const decided = await store.transaction(async (documents) => {
    if ((await documents.get(migrations, name)) !== undefined) return undefined;
    await documents.insert(migrations, { id: name });
    return migrate(documents);
  });
  const found = Object.entries(decided ?? {}).filter(([, ids]) => ids.length > 0);
  if (found.length > 0) log.info({ migration: name, ...Object.fromEntries(found) }, 'stored documents were migrated');
}

/** One entry of a store's content, in a form that every store can read. */
export interface ArchiveEntry {
  /** What it is: `documents/<collection>`, `counters`, or `journal/<what>`. */
  readonly section: string;
  /** Plain JSON. */
  readonly value: unknown;
}

/**
 * Export and import of everything in a store. A store provides it. Files are not included: they are blobs.
 *
 * @example
 * // Copies one store into another one, which is empty.
 * const copy = (source: Archive, target: Archive): Promise<void> => target.fill(source.entries());
 */
export interface Archive {
  /**
   * All entries as of one moment, whatever is written meanwhile. The moment is taken when the first entry is requested.
   * Sections are sorted by name, and the order within a section depends on its content alone: two stores with the same
   * content give the same entries, whatever databases they use.
   */
  entries(): AsyncIterable<ArchiveEntry>;
  /**
   * Fills an empty store. It takes all entries or none, even if the process crashes.
   *
   * @throws Error that says what the store holds already, or names the section of the invalid entry
   */
  fill(entries: AsyncIterable<ArchiveEntry>): Promise<void>;
}

export const Archive = defineKind<Archive>('archive', { entries: 'function', fill: 'function' });

const documents = 'documents/';

/** The documents of a collection, for a command that only reads: to prepare a collection would change the store. */
export async function* documentsIn<T extends Document>(
  archive: Pick<Archive, 'entries'>,
  { name, schema }: Collection<T>,
): AsyncGenerator<T> {
  for await (const { section, value } of archive.entries()) {
    // Sections are sorted by name.
    if (section > documents + name) return;
    if (section === documents + name) yield schema.parse(value);
  }
}
