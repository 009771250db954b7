import { lockFile } from 'chronoscribe/files';
import type { WordNumbers } from '../journal/dictionary.ts';
import type { Journal, View } from '../journal/kind.ts';
import { createReadWriteLock } from '../journal/read-write-lock.ts';
import { journalReads } from '../journal/reads.ts';
import { sqliteJournalConnection } from '../journal/sqlite-dialect.ts';
import { cachingViewFinder } from '../journal/view.ts';
import { type AccountJournal, accountJournal, deleteUnfinished } from '../journal/writes.ts';
import { hiddenBulk } from './bulk.ts';
import { journalLock, type SqliteConnections } from './open.ts';

export interface SqliteJournal extends Journal {
  /** Releases the lock for other processes. */
  release(): Promise<void>;
}

/**
 * The journal in a SQLite file. Changes share commits with other changes of the store; a bulk is written in pieces
 * between them.
 *
 * @param run runs work in a transaction of the store, and resolves once it is committed
 * @param hidden runs work in a transaction of its own, which does not hold up the thread when it ends
 * @param isAwaited whether another change waits for the one that is made
 */
export function sqliteJournal(
  file: string,
  { writer, reader }: SqliteConnections,
  run: <T>(work: () => Promise<T>) => Promise<T>,
  hidden: <T>(work: () => Promise<T>) => Promise<T>,
  isAwaited: () => boolean,
): SqliteJournal {
  const snapshot = async (view: View) => ({ module: snapshotModule, options: { file, ...view } });
  const reading = sqliteJournalConnection(reader);
  const committed = journalReads(reading, snapshot, cachingViewFinder(reading));
  const writing = sqliteJournalConnection(writer);
  const current = journalReads(writing, snapshot);
  const locks = createReadWriteLock();
  const open = (account: string, numbers?: WordNumbers) => accountJournal(writing, current, account, numbers);
  /**
   * Accounts with hidden rows of a failed bulk that could not be deleted. They are deleted before anything else is
   * shown.
   */
  const unfinished = new Set<string>();
  let owned: Promise<() => void> | undefined;

  /**
   * Locks the journal for this process from its first change on. Another process could show unfinished rows of a bulk,
   * or delete them as leftovers.
   */
  const own = (): Promise<unknown> => {
    owned ??= lockFile(journalLock(file)).then(async (release) => {
      if (release === undefined) {
        throw new Error(`Another process is writing to the ledger in ${file}. Stop it, or send the request to it.`);
      }
      await run(() => deleteUnfinished(writing, current));
      return release;
    });
    // Later calls try again.
    owned.catch(() => {
      owned = undefined;
    });
    return owned;
  };

  const change = async <T>(account: string, work: (journal: AccountJournal) => Promise<T>): Promise<T> => {
    const result = await run(async () => {
      const journal = await open(account);
      if (unfinished.has(account)) await journal.deleteHidden();
      return work(journal);
    });
    unfinished.delete(account);
    return result;
  };

  return {
    ...committed,
    searchedByThreads: true,
    async transaction(account, work) {
      await own();
      return locks.shared(account, () => change(account, ({ shown }) => work(shown)));
    },
    async bulk(account, work) {
      await own();
      return locks.exclusive(account, async () => {
        // Rows of a failed bulk must not become part of this one.
        if (unfinished.has(account)) await change(account, async () => undefined);
        unfinished.add(account);
        const { writes, end, show } = hiddenBulk(
          committed,
          (work, numbers) => hidden(async () => work(await open(account, numbers))),
          isAwaited,
        );
        try {
          const result = await work(writes);
          await end();
          await run(async () => show(await open(account)));
          unfinished.delete(account);
          return result;
        } catch (thrown) {
          // If this fails too, the next change of the account begins with it.
          await change(account, async () => undefined).catch(() => undefined);
          throw thrown;
        }
      });
    },
    async release() {
      const release = await owned?.catch(() => undefined);
      release?.();
    },
  };
}

/** The source in a checkout, the compiled module in a package. */
const snapshotModule = new URL(`./journal-snapshot${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
  .href;
