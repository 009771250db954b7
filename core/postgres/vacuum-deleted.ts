import { setTimeout as wait } from 'node:timers/promises';
import type { Postgres, PostgresQueries } from './connection.ts';

/** A table up to this size, in bytes with its indexes, is rewritten. That takes some tenths of a second. */
const smallBytes = 32 * 1024 * 1024;

/** Time limit for the lock of a table, in milliseconds. Other users of the table wait meanwhile. */
const lockMs = 1_000;

/** Time limit for older transactions to end, in milliseconds. Nobody else waits meanwhile. */
const unseenMs = 5_000;

/**
 * Removes deleted and replaced rows from tables that stay in use.
 *
 * A table of up to 32 MB is rewritten (`VACUUM FULL`), and its files hold nothing that was deleted. In a larger table
 * dead rows are removed (`VACUUM`): no statement finds them any more, and their bytes stay in the pages until new rows
 * overwrite them. Text also stays in the server's write-ahead log until it is recycled, in standbys, archives and
 * backups for as long as the operator keeps them, and in the free space of the disk.
 *
 * @param patterns patterns of the table names for `like`
 * @throws Error if a table is locked, or if a backup or an open transaction may still see deleted rows
 */
export async function vacuumDeleted(upkeep: Postgres, patterns: readonly string[]): Promise<void> {
  const connection = await upkeep.connect();
  let whole = false;
  try {
    const mayBeSeen = await canBeSeen(connection);
    await connection.query(`set lock_timeout = ${lockMs}`);
    const failures: unknown[] = [];
    for (const { name, isSmall } of await tables(connection, patterns)) {
      const vacuum = isSmall ? `vacuum (full) "${name}"` : `vacuum (truncate off) "${name}"`;
      // The other tables are vacuumed all the same.
      await connection.query(vacuum).catch((thrown: unknown) => failures.push(thrown));
    }
    await connection.query('reset lock_timeout');
    whole = true;
    if (failures.length > 0) throw failures[0];
    if (mayBeSeen)
      throw new Error('A transaction of this server that began earlier is still open and keeps what was deleted.');
  } finally {
    connection.release(!whole);
  }
}

/** The server's statistics of dead rows are seconds old, so they are not used: vacuuming a small table costs little. */
async function tables(
  connection: PostgresQueries,
  patterns: readonly string[],
): Promise<readonly { readonly name: string; readonly isSmall: boolean }[]> {
  const { rows } = await connection.query<{ name: string; isSmall: boolean }>(
    `select relname as name, pg_total_relation_size(oid) <= $1 as "isSmall" from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p' and pg_relation_size(oid) > 0
       and relname like any($2)`,
    [smallBytes, patterns],
  );
  return rows;
}

/**
 * Whether a transaction may still see rows that are deleted by now. `VACUUM FULL` keeps rows for every older statement
 * of this database, and for its own snapshot, which is as old as the oldest open transaction of any database of the
 * server. Most end within milliseconds; this waits for them.
 */
async function canBeSeen(connection: PostgresQueries): Promise<boolean> {
  const { rows } = await connection.query<{ now: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as now',
  );
  const deadline = performance.now() + unseenMs;
  for (;;) {
    const { rows: states } = await connection.query<{ seen: boolean }>(
      `select pg_snapshot_xmin(pg_current_snapshot()) < $1::xid8 or exists (
         select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and age(backend_xmin) > age($1::xid8::xid)) as seen`,
      [rows[0]?.now],
    );
    if (states[0]?.seen !== true) return false;
    if (performance.now() > deadline) return true;
    await wait(20);
  }
}
