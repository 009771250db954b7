import type { PostgresQueries } from 'chronoscribe/postgres';
import type { Counter } from 'chronoscribe/types';

/**
 * Returns a function that adds one to a named counter and returns its value.
 *
 * It runs outside of transactions, so that the value of a failed transaction is never given again, by any host. Calls
 * made while a statement is running share the next one, and get their values in the order of the calls.
 */
export function postgresCounters(postgres: PostgresQueries): (counter: string) => Promise<number> {
  const waiting = new Map<string, PromiseWithResolvers<number>[]>();

  const answer = async (counter: string, asked: readonly PromiseWithResolvers<number>[]): Promise<void> => {
    try {
      const last = await advance(postgres, counter, asked.length);
      for (const [at, { resolve }] of asked.entries()) resolve(last - asked.length + 1 + at);
    } catch (thrown) {
      for (const { reject } of asked) reject(thrown);
    }
  };
  const answerAll = async (counter: string): Promise<void> => {
    for (let asked = waiting.get(counter) ?? []; asked.length > 0; asked = waiting.get(counter) ?? []) {
      waiting.set(counter, []);
      await answer(counter, asked);
    }
    waiting.delete(counter);
  };

  return (counter) => {
    const mine = Promise.withResolvers<number>();
    const others = waiting.get(counter);
    if (others === undefined) {
      waiting.set(counter, [mine]);
      // The calls of one turn of the event loop share a statement.
      queueMicrotask(() => void answerAll(counter));
    } else {
      others.push(mine);
    }
    return mine.promise;
  };
}

/** Adds `by` to a counter and returns its new value. */
async function advance(postgres: PostgresQueries, counter: string, by: number): Promise<number> {
  const { rows } = await postgres.query<{ value: number }>(
    `insert into counters (name, value) values ($1, $2)
     on conflict (name) do update set value = counters.value + excluded.value returning value`,
    [JSON.stringify(counter), by],
  );
  const value = rows[0]?.value;
  if (value === undefined) throw new Error(`The counter "${counter}" gave no value.`);
  return value;
}

/**
 * Counts events in windows of time, by the server's clock. A window whose end is further away than its length began
 * before the clock was set back, and has ended.
 *
 * @param name at most 1,000 bytes
 */
export async function countInWindow(postgres: PostgresQueries, name: string, windowMs: number): Promise<Counter> {
  const { rows } = await postgres.query<Counter>(
    // The clock is read again: a statement that waited proposes a window that began before the existing one.
    `insert into tallies (name, count, ends_at) values ($1, 1, clock_timestamp() + $2 * interval '1 millisecond')
     on conflict (name) do update set (count, ends_at) = (
       select case when is_over then 1 else tallies.count + 1 end, case when is_over then next_end else tallies.ends_at end
       from (select clock_timestamp() as now, $2 * interval '1 millisecond' as length) as moment
       cross join lateral (select now + length as next_end) as next
       cross join lateral (select tallies.ends_at <= now or tallies.ends_at > next_end as is_over) as last)
     returning count, greatest(1, ceil(extract(epoch from ends_at - clock_timestamp()) * 1000))::float8 as "endsInMs"`,
    [JSON.stringify(name), windowMs],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`Postgres did not count "${name}".`);
  return row;
}

/** Deletes windows that have ended. */
export async function deleteExpiredWindows(postgres: PostgresQueries): Promise<void> {
  await postgres.query('delete from tallies where ends_at <= clock_timestamp()');
}
