import { createHash } from 'node:crypto';
import { type Collection, Problem } from 'chronoscribe';
import type { Document, Query } from 'chronoscribe/types';
import { z } from 'zod';

/** The sort key of a document in one field; null if the field is absent or null. */
export type Key = string | number | null;

/** The key of a stored document in one field. */
export function keyOf(document: object, field: string): Key {
  const value: unknown = Object.hasOwn(document, field) ? Reflect.get(document, field) : null;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/**
 * Null first, then numbers by value, then strings by code point. Negative if `left` comes first, 0 if they are equal.
 */
export function compareKeys(left: Key, right: Key): number {
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right);
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return rank(left) - rank(right);
}

/** By code point. JavaScript's own `<` compares UTF-16 units, which puts an emoji before U+FF5E. */
export function compareText(left: string, right: string): number {
  for (let at = 0; at < left.length && at < right.length; at += 1) {
    const one = left.codePointAt(at) ?? 0;
    const other = right.codePointAt(at) ?? 0;
    if (one !== other) return one - other;
  }
  return left.length - right.length;
}

function rank(key: Key): number {
  if (key === null) return 0;
  return typeof key === 'number' ? 1 : 2;
}

/** A validated query with all defaults. */
export interface QueryPlan {
  readonly collection: string;
  /** Sorted by field, so that equal queries have equal plans. */
  readonly equals: readonly { readonly field: string; readonly value: Key }[];
  /** Undefined: ordered by id, without bounds. */
  readonly orderBy: string | undefined;
  /** All must hold. A document without the field is in no range: a missing expiry date is never "before now". */
  readonly lower: readonly Bound[];
  readonly upper: readonly Bound[];
  readonly descending: boolean;
  readonly limit: number;
}

/** A bound of the ordered field. `inclusive` is true for `from` and `to`. */
export interface Bound {
  readonly value: string | number;
  readonly inclusive: boolean;
}

const largestPage = 1000;

/**
 * Validates a query against the indexes of its collection and parses its cursor.
 *
 * @throws Error that names the collection and the missing index, if no index serves the query
 * @throws Problem `invalid-cursor`
 */
export function planQuery<T extends Document>(
  collection: Collection<T>,
  query: Query<T>,
): { readonly plan: QueryPlan; readonly after: Position | undefined } {
  const { orderBy, range = {}, direction = 'ascending', limit = largestPage, cursor } = query;
  const equals = Object.entries<unknown>(query.equals ?? {})
    .map(([field, value]) => ({ field, value: comparable(collection, field, value ?? null) }))
    .sort((one, other) => (one.field < other.field ? -1 : 1));
  const bound = (value: unknown, inclusive: boolean): Bound[] => {
    if (value === undefined) return [];
    const key = comparable(collection, orderBy ?? 'range', value);
    if (orderBy === undefined || key === null) {
      throw new Error(
        `A query of the collection "${collection.name}" has a range but no field to order by. Give it orderBy.`,
      );
    }
    return [{ value: key, inclusive }];
  };
  const plan: QueryPlan = {
    collection: collection.name,
    equals,
    orderBy,
    lower: [...bound(range.from, true), ...bound(range.above, false)],
    upper: [...bound(range.to, true), ...bound(range.below, false)],
    descending: direction === 'descending',
    limit,
  };
  if (!Number.isInteger(limit) || limit < 1 || limit > largestPage) {
    throw new Error(
      `A query of the collection "${collection.name}" has the limit ${limit}. Give it 1 to ${largestPage}.`,
    );
  }
  requireIndex(collection, plan);
  return { plan, after: cursor === undefined ? undefined : parseCursor(plan, cursor) };
}

function comparable<T extends Document>(collection: Collection<T>, field: string, value: unknown): Key {
  if (value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value)))
    return value;
  throw new Error(
    `A query of the collection "${collection.name}" compares "${field}" with something that is neither text nor a finite number.`,
  );
}

function requireIndex<T extends Document>(collection: Collection<T>, { equals, orderBy }: QueryPlan): void {
  const wanted = equals.map(({ field }) => field);
  const ordered = orderBy === undefined ? [] : [orderBy];
  // Every collection can list its documents in the order of their ids.
  if (wanted.length + ordered.length === 0) return;
  const serves = (index: readonly string[]) => {
    const [prefix, last] = [index.slice(0, wanted.length), index.slice(wanted.length)];
    return last.length === ordered.length && last[0] === orderBy && wanted.every((field) => prefix.includes(field));
  };
  if (collection.indexes.some(serves)) return;
  throw new Error(
    `No index of the collection "${collection.name}" serves this query. ` +
      `Declare ${JSON.stringify([...wanted, ...ordered])} among its indexes and prepare it again.`,
  );
}

/** The end of a page: the last document's key in the ordered field (null without one) and its id. */
export interface Position {
  readonly key: Key;
  readonly id: string;
}

const shape = z.tuple([z.union([z.string(), z.number(), z.null()]), z.string()]);

/** Formats a position as `<position>.<checksum>`, safe in a URL. The checksum binds it to the query. */
export function formatCursor(plan: QueryPlan, { key, id }: Position): string {
  const position = Buffer.from(JSON.stringify([key, id])).toString('base64url');
  return `${position}.${seal(plan, position)}`;
}

/** @throws Problem `invalid-cursor` for text that `formatCursor` did not make from this query */
export function parseCursor(plan: QueryPlan, cursor: string): Position {
  const [position = '', mark, ...rest] = cursor.split('.');
  if (rest.length === 0 && mark === seal(plan, position)) {
    const parsed = shape.safeParse(parse(position));
    if (parsed.success) return { key: parsed.data[0], id: parsed.data[1] };
  }
  throw new Problem('invalid-cursor', {
    detail: 'This cursor was not made by this query. Start again without one, and change nothing else between pages.',
  });
}

/** Detects mistakes; it is no secret. A cursor cannot widen what `equals` selects. */
function seal({ limit: _anySize, ...query }: QueryPlan, position: string): string {
  return createHash('sha256')
    .update(JSON.stringify([query, position]))
    .digest('base64url')
    .slice(0, 16);
}

function parse(position: string): unknown {
  try {
    return JSON.parse(Buffer.from(position, 'base64url').toString());
  } catch {
    return undefined;
  }
}
