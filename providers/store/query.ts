import type { Collection, Document, Query } from 'chronoscribe';
import { type Position, readCursor } from './cursor.ts';
import type { Key } from './order.ts';
import type { Bound, QueryPlan } from './plan.ts';

const largestPage = 1000;

/**
 * Checks a query against the indexes of its collection and reads its cursor.
 *
 * @throws Error that names the collection and the index to declare, where none serves the query.
 * @throws Problem `invalid-cursor`.
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
      throw new Error(`A query of the collection "${collection.name}" has a range but no field to order by. Give it orderBy.`);
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
    throw new Error(`A query of the collection "${collection.name}" has the limit ${limit}. Give it 1 to ${largestPage}.`);
  }
  requireIndex(collection, plan);
  return { plan, after: cursor === undefined ? undefined : readCursor(plan, cursor) };
}

function comparable<T extends Document>(collection: Collection<T>, field: string, value: unknown): Key {
  if (value === null || typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))) return value;
  throw new Error(
    `A query of the collection "${collection.name}" compares "${field}" with something that is neither text nor a finite number.`,
  );
}

function requireIndex<T extends Document>(collection: Collection<T>, { equals, orderBy }: QueryPlan): void {
  const wanted = equals.map(({ field }) => field);
  const ordered = orderBy === undefined ? [] : [orderBy];
  // All documents in the order of their ids: every collection can do that.
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
