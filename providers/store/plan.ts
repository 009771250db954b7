import type { Key } from './order.ts';

/** A query that was checked, with everything spelt out. */
export interface QueryPlan {
  readonly collection: string;
  /** Sorted by field, so that the same query is the same plan. */
  readonly equals: readonly { readonly field: string; readonly value: Key }[];
  /** Undefined: by id alone, and then there are no bounds. */
  readonly orderBy: string | undefined;
  /** All must hold. A document without the field is in no range, so a missing expiry date is never "before now". */
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
