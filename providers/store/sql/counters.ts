import { type DatabaseConnection, type Kysely, sql } from 'kysely';

/** The table of the named counters. */
export interface CounterTable {
  readonly counters: { readonly name: string; readonly value: number };
}

/**
 * Counters that never repeat a value, not even one that was handed out in a transaction which then failed: the database takes that
 * one back, so the highest one is remembered here. For the one connection that writes.
 *
 * @param place what an error calls the database
 * @returns what adds one to a counter and gives it
 */
export function sqlCounters(
  connection: Pick<DatabaseConnection, 'executeQuery'>,
  db: Kysely<CounterTable>,
  place: string,
): (counter: string) => Promise<number> {
  const highest = new Map<string, number>();
  return async (name) => {
    const floor = highest.get(name) ?? 0;
    const adding = db
      .insertInto('counters')
      .values({ name, value: floor + 1 })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({
          value: sql<number>`case when counters.value > ${floor} then counters.value else ${floor} end + 1`,
        }),
      )
      .returning('value');
    const { rows } = await connection.executeQuery<{ value: number }>(adding.compile());
    const value = rows[0]?.value;
    if (value === undefined) throw new Error(`The counter "${name}" in ${place} gave no value.`);
    highest.set(name, Math.max(value, highest.get(name) ?? 0));
    return value;
  };
}
