import { setTimeout as wait } from 'node:timers/promises';
import type { Postgres, PostgresQueries } from './connection.ts';

/** A table up to this size is written anew, which takes some tenths of a second; in bytes, with its indexes. */
const smallBytes = 32 * 1024 * 1024;

/** So long a table is waited for, in milliseconds; whoever comes to it meanwhile waits too. */
const lockMs = 1_000;

/** So long it is waited until nobody can see what was deleted, in milliseconds. That keeps nobody else waiting. */
const unseenMs = 5_000;

/**
 * Clears away what was deleted or replaced in tables, without stopping those who use them.
 *
 * A table of up to 32 MB is written anew (`VACUUM FULL`): nothing is left in its files. In a larger one rows that are gone are cleared (`VACUUM`): no statement can find them any more, and
 * their bytes stay in its pages until new rows are written over them. Whatever its size, text stays in the server's log (WAL) until that is recycled, on its standbys, in its archive and
 * in its backups, for as long as whoever runs the server keeps them; and in the free space of its disk.
 *
 * @param patterns of the names of the tables, as `like` takes them
 * @throws Error where somebody keeps a table busy or may still see what was deleted: a backup, or a transaction that was left open.
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
      // The others are cleared all the same.
      await connection.query(vacuum).catch((thrown: unknown) => failures.push(thrown));
    }
    await connection.query('reset lock_timeout');
    whole = true;
    if (failures.length > 0) throw failures[0];
    if (mayBeSeen) throw new Error('A transaction of this server that began earlier is still open and keeps what was deleted.');
  } finally {
    connection.release(!whole);
  }
}

/**
 * What the server counts of rows that are gone comes late by some seconds, so it is not asked: a small table costs little, also where there is nothing to clear.
 */
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
 * Whether somebody may still see what is deleted by now. `VACUUM FULL` keeps rows for every statement of this database that began earlier, and for its own snapshot, which is as old as the
 * oldest change that is under way in any database of the server. Most end within milliseconds, and are waited for.
 */
async function canBeSeen(connection: PostgresQueries): Promise<boolean> {
  const { rows } = await connection.query<{ now: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as now');
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
