import type { Tally } from 'chronoscribe';
import type { PostgresQueries } from 'chronoscribe/postgres';

/**
 * Counts within windows of time, by the server's clock. A window that would end later than one that began now was begun before the clock was set back, and is over.
 *
 * @param name of at most 1,000 bytes
 */
export async function count(postgres: PostgresQueries, name: string, windowMs: number): Promise<Tally> {
  const over = `(tallies.ends_at <= clock_timestamp() or tallies.ends_at > excluded.ends_at)`;
  const { rows } = await postgres.query<Tally>(
    `insert into tallies (name, count, ends_at) values ($1, 1, clock_timestamp() + $2 * interval '1 millisecond')
     on conflict (name) do update set count = case when ${over} then 1 else tallies.count + 1 end,
       ends_at = case when ${over} then excluded.ends_at else tallies.ends_at end
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
