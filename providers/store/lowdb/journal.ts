import { copySnapshot } from '../journal/copied-snapshot.ts';
import type { Journal, JournalBulk, JournalReads, JournalWrites } from '../journal/kind.ts';
import { journalReads } from '../journal/reads.ts';
import { sqliteJournalConnection } from '../journal/sqlite-dialect.ts';
import { accountJournal } from '../journal/writes.ts';
import type { SqliteConnection } from '../sql/sqlite-connection.ts';

type Run = <T>(work: () => Promise<T>) => Promise<T>;

/** The journal in the tables. Reads are queued with changes, so that what they see is in the file. */
export function lowdbJournal(memory: SqliteConnection, run: Run): Journal {
  const connection = sqliteJournalConnection(memory);
  const reads = journalReads(connection, (view) => copySnapshot(connection, view));
  const change = <T>(account: string, work: (journal: JournalWrites & JournalBulk) => Promise<T>): Promise<T> =>
    run(async () => work((await accountJournal(connection, reads, account)).shown));
  // All changes are one write of the file in any case.
  return { ...queued(reads, run), transaction: change, bulk: change };
}

function queued(reads: JournalReads, run: Run): JournalReads {
  const waiting = Object.entries(reads).map(([name, read]) => [
    name,
    (...of: readonly unknown[]) => run<unknown>(() => Reflect.apply(read, reads, of)),
  ]);
  // The same functions by the same names.
  return Object.fromEntries(waiting);
}
