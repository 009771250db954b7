import { open } from 'node:fs/promises';
import type { Documents } from 'chronoscribe';
import { type DatabaseConnection, type Kysely, sql } from 'kysely';
import type { Batch } from '../group-commit.ts';
import { guardDocuments } from '../transaction-scope.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * Begins a batch as one SQLite transaction, with a savepoint for each piece of work.
 *
 * @param documents documents on the same connection
 * @param committed called after the commit
 */
export function sqliteBatch(
  connection: SqliteConnection,
  documents: Documents,
  committed: () => void = () => undefined,
): Batch {
  // A full disk and some other failures make SQLite roll back the whole transaction by itself.
  // Only where a statement fails, so that nothing is asked of it before each statement of the others.
  const earlier = connection.lastFailure;
  const requireWhole = () => {
    if (connection.lastFailure === earlier || connection.inTransaction) return;
    throw new Error('SQLite rolled back this change and those that shared its commit.', {
      cause: connection.lastFailure,
    });
  };
  connection.run('begin immediate');
  return {
    documents: guardDocuments(documents, requireWhole),
    savepoint() {
      connection.run('savepoint piece');
      return {
        release() {
          requireWhole();
          connection.run('release piece');
        },
        rollback() {
          requireWhole();
          connection.exec('rollback to piece; release piece');
        },
      };
    },
    commit() {
      connection.run('commit');
      committed();
    },
    rollback() {
      if (connection.inTransaction) connection.exec('rollback');
    },
  };
}

/**
 * Runs work in a transaction whose commit does not hold up this thread: its log is brought to the disk by another one.
 * Nothing must be committed before that, since a crash of the machine may damage what is not on the disk yet: a log in
 * which several commits come after a damage is refused (`checkWriteAheadLog`).
 *
 * @param log the write-ahead log of the database
 */
export async function backgroundTransaction<T>(
  connection: SqliteConnection,
  log: string,
  work: () => Promise<T>,
): Promise<T> {
  connection.exec('pragma synchronous = normal');
  try {
    connection.exec('begin immediate');
    const result = await work();
    connection.exec('commit');
    await using file = await open(log, 'r+');
    await file.datasync();
    return result;
  } finally {
    if (connection.inTransaction) connection.exec('rollback');
    connection.exec('pragma synchronous = full');
  }
}

/** The table of the named counters. */
export interface CounterTable {
  readonly counters: { readonly name: string; readonly value: number };
}

/**
 * Returns a function that adds one to a counter and returns its value. Values never repeat, even if the transaction
 * fails and the database rolls the counter back: the highest value is kept in memory. For the only connection that
 * writes.
 *
 * @param place the name of the database in errors
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
