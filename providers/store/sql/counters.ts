import { type CompiledQuery, type Kysely, sql } from 'kysely';

/** The table of the named counters. */
export interface CounterTable {
  readonly counters: { readonly name: string; readonly value: number };
}

/** Hands out the values of counters. */
export interface Counters {
  /** Adds one to a counter, and returns it when it was run. */
  next(name: string): CompiledQuery<{ readonly value: number }>;
  /** Notes a value that was handed out. */
  handedOut(name: string, value: number): void;
}

/**
 * Counters that never repeat a value, not even one that was handed out in a transaction which then failed: the database takes that
 * one back, so the highest one is remembered here.
 */
export function sqlCounters(db: Kysely<CounterTable>): Counters {
  const highest = new Map<string, number>();
  return {
    next(name) {
      const floor = highest.get(name) ?? 0;
      return db
        .insertInto('counters')
        .values({ name, value: floor + 1 })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet({
            value: sql<number>`case when counters.value > ${floor} then counters.value else ${floor} end + 1`,
          }),
        )
        .returning('value')
        .compile();
    },
    handedOut(name, value) {
      highest.set(name, Math.max(value, highest.get(name) ?? 0));
    },
  };
}
