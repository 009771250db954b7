import { lockFile } from 'chronoscribe/files';
import { journalConnection } from '../journal/dialect.ts';
import type { Journal, JournalEntry, View } from '../journal/kind.ts';
import { createReadWriteLock } from '../journal/read-write-lock.ts';
import { journalReads } from '../journal/reads.ts';
import { sqliteJournalDialect } from '../journal/sqlite-dialect.ts';
import { cachingViewFinder } from '../journal/view.ts';
import { type AccountJournal, accountJournal, deleteUnfinished } from '../journal/writes.ts';
import { journalLock, type SqliteConnections } from './open.ts';

export interface SqliteJournal extends Journal {
  /** Lets other processes write to the journal. */
  release(): Promise<void>;
}

/**
 * The journal in a SQLite file. What many ask for shares commits with all else that the store writes; a bulk is written in pieces
 * between them.
 *
 * @param run does the work inside a transaction of the store when its turn comes, and resolves when that is committed
 */
export function sqliteJournal(
  file: string,
  { writer, reader }: SqliteConnections,
  run: <T>(work: () => Promise<T>) => Promise<T>,
): SqliteJournal {
  const snapshot = async ({ lineage }: View) => ({ module: snapshotModule, options: { file, lineage } });
  const reading = journalConnection(reader, reader.kysely(), sqliteJournalDialect);
  const committed = journalReads(reading, snapshot, cachingViewFinder(reading));
  const writing = journalConnection(writer, writer.kysely(), sqliteJournalDialect);
  const current = journalReads(writing, snapshot);
  const locks = createReadWriteLock();
  const open = (account: string) => accountJournal(writing, current, account);
  /** Accounts with rows of a bulk that failed and could not be taken away either. They go before anything else is shown. */
  const unfinished = new Set<string>();
  let owned: Promise<() => void> | undefined;

  /**
   * One process alone writes, from its first change to its end: what a bulk has written so far must not be shown, or taken for
   * the rest of one that died, by another.
   */
  const own = (): Promise<unknown> => {
    owned ??= lockFile(journalLock(file)).then(async (release) => {
      if (release === undefined) {
        throw new Error(`Another process is writing to the ledger in ${file}. Stop it, or send the request to it.`);
      }
      await run(() => deleteUnfinished(writing, current));
      return release;
    });
    // Whoever comes later tries again.
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
    async transaction(account, work) {
      await own();
      return locks.shared(account, () => change(account, ({ shown }) => work(shown)));
    },
    async bulk(account, work) {
      await own();
      return locks.exclusive(account, async () => {
        // What an earlier one left must not be taken for part of this one.
        if (unfinished.has(account)) await change(account, async () => undefined);
        unfinished.add(account);
        const receipts: (readonly [operationId: string, text: string])[] = [];
        let last: number | undefined;
        try {
          const result = await work({
            taken: committed.taken,
            view: committed.view,
            async append(entries: readonly JournalEntry[]) {
              const placed = await run(async () => (await open(account)).addHidden(entries));
              last = placed.at(-1)?.seq ?? last;
              return placed;
            },
            addReceipt: async (...receipt) => {
              receipts.push(receipt);
            },
          });
          await run(async () => {
            const journal = await open(account);
            if (last !== undefined) await journal.show(last);
            for (const receipt of receipts) await journal.shown.addReceipt(...receipt);
          });
          unfinished.delete(account);
          return result;
        } catch (thrown) {
          // Where this fails too, the next change of the account begins with it.
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

/** In the checkout the source, in a package what was built from it. */
const snapshotModule = new URL(`./journal-snapshot${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url).href;
