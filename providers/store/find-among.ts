import type { Document } from 'chronoscribe';
import type { Position } from './cursor.ts';
import { compareKeys, compareText, type Key, keyOf } from './order.ts';
import type { QueryPlan } from './plan.ts';

/** Of the documents given, those of a page, and one more where another page follows. It looks at each of them. */
export function findAmong<T extends Document>(
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
