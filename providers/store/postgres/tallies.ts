import type { Counter } from 'chronoscribe';
import type { PostgresQueries } from 'chronoscribe/postgres';

/**
 * Counts within windows of time, by the server's clock. A window that would end later than one that began now was begun before the clock was set back, and is over.
 *
 * @param name of at most 1,000 bytes
 */
export async function count(postgres: PostgresQueries, name: string, windowMs: number): Promise<Counter> {
  const { rows } = await postgres.query<Counter>(
    // The time is asked anew: whoever was kept waiting proposes a window that began before the one that is there.
    `insert into tallies (name, count, ends_at) values ($1, 1, clock_timestamp() + $2 * interval '1 millisecond')
     on conflict (name) do update set (count, ends_at) = (
       select case when is_over then 1 else tallies.count + 1 end, case when is_over then next_end else tallies.ends_at end
       from (select clock_timestamp() as now, $2 * interval '1 millisecond' as length) as moment
       cross join lateral (select now + length as next_end) as next
       cross join lateral (select tallies.ends_at <= now or tallies.ends_at > next_end as is_over) as last)
     returning count, greatest(1, ceil(extract(epoch from ends_at - clock_timestamp()) * 1000))::float8 as "endsInMs"`,
    [JSON.stringify(name), windowMs],
  );
  const [tally] = rows;
  if (tally === undefined) throw new Error(`Postgres did not count "${name}".`);
  return tally;
}

/** Forgets windows that are over. */
export async function sweepTallies(postgres: PostgresQueries): Promise<void> {
  await postgres.query('delete from tallies where ends_at <= clock_timestamp()');
}
