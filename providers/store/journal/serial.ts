import { copySnapshot } from './copied-snapshot.ts';
import type { JournalConnection } from './dialect.ts';
import type { Journal, JournalBulk, JournalReads, JournalWrites } from './kind.ts';
import { journalReads } from './reads.ts';
import { accountJournal } from './writes.ts';

/**
 * A journal in the tables of a database that is used by one connection, as that of a store in a file or in memory. Each
 * call is a transaction, in its turn: so a read sees what is committed, and a bulk is one transaction as any other.
 *
 * @param connection to a database that has the tables of `journalTables`
 * @param run runs work in a transaction of the store, one after another, and resolves once it is durable
 */
export function serialJournal(connection: JournalConnection, run: <T>(work: () => Promise<T>) => Promise<T>): Journal {
  const reads = journalReads(connection, (view) => copySnapshot(connection, view));
  const change = <T>(account: string, work: (journal: JournalWrites & JournalBulk) => Promise<T>): Promise<T> =>
    run(async () => work((await accountJournal(connection, reads, account)).shown));
  return { ...queued(reads, run), transaction: change, bulk: change };
}

function queued(reads: JournalReads, run: <T>(work: () => Promise<T>) => Promise<T>): JournalReads {
  const waiting = Object.entries(reads).map(([name, read]) => [
    name,
    (...of: readonly unknown[]) => run<unknown>(() => Reflect.apply(read, reads, of)),
  ]);
  // The same functions by the same names.
  return Object.fromEntries(waiting);
}
