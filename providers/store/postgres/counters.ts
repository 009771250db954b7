import type { PostgresQueries } from 'chronoscribe/postgres';

/**
 * Named counters, outside any transaction: so a value that was given in one that fails is not given again, by no host. Who asks while the database is being asked shares the next question,
 * and values are given in the order of asking.
 *
 * @returns what adds one to a counter and gives it
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
      // All who ask in this turn of the event loop are answered together.
      queueMicrotask(() => void answerAll(counter));
    } else {
      others.push(mine);
    }
    return mine.promise;
  };
}

/** Adds to a counter and gives its new value. */
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
