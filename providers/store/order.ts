import type { Document } from 'chronoscribe';
import type { Position, QueryPlan } from './query.ts';

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

/** Returns the documents of a page, and one more if another page follows. Scans all documents. */
export function queryDocuments<T extends Document>(
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
