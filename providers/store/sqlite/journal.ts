import { setImmediate } from 'node:timers/promises';
import { lockFile } from 'chronoscribe/files';
import type { CauseRow } from '../journal/append.ts';
import { noWordNumbers, type WordNumbers } from '../journal/dictionary.ts';
import type { Journal, JournalEntry, View } from '../journal/kind.ts';
import { createReadWriteLock } from '../journal/read-write-lock.ts';
import { journalReads } from '../journal/reads.ts';
import { sqliteJournalConnection } from '../journal/sqlite-dialect.ts';
import { cachingViewFinder } from '../journal/view.ts';
import { type AccountJournal, accountJournal, deleteUnfinished } from '../journal/writes.ts';
import { journalLock, type SqliteConnections } from './open.ts';

/** How many entries of a bulk are added before other work of the process has its turn. */
const addedAtOnce = 500;

/**
 * How many are added in one transaction, for which other changes wait. A transaction writes each page once: larger ones
 * write less.
 */
const inTransaction = 5_000;

/**
 * How many index rows for causes are gathered and sorted before they are added: effects of one cause come from all over
 * a file, and one after another in the index.
 */
const causesAtOnce = 100_000;

export interface SqliteJournal extends Journal {
  /** Releases the lock for other processes. */
  release(): Promise<void>;
}

/**
 * The journal in a SQLite file. Changes share commits with other changes of the store; a bulk is written in pieces
 * between them.
 *
 * @param run runs work in a transaction of the store, and resolves once it is committed
 * @param hidden runs work in a transaction that may be lost until a later one is committed
 */
export function sqliteJournal(
  file: string,
  { writer, reader }: SqliteConnections,
  run: <T>(work: () => Promise<T>) => Promise<T>,
  hidden: <T>(work: () => Promise<T>) => Promise<T>,
): SqliteJournal {
  const snapshot = async ({ lineage }: View) => ({ module: snapshotModule, options: { file, lineage } });
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
        const receipts: (readonly [operationId: string, text: string])[] = [];
        let last: number | undefined;
        let numbers = noWordNumbers();
        const causes: CauseRow[] = [];
        /** Does something with each piece of a list, between which other requests are answered. */
        const inPieces = async <Item, Result>(
          items: readonly Item[],
          work: (journal: AccountJournal, piece: readonly Item[]) => Promise<readonly Result[]>,
        ): Promise<readonly Result[]> => {
          const results: Result[] = [];
          for (let from = 0; from < items.length; from += inTransaction) {
            await hidden(async () => {
              const journal = await open(account, numbers);
              for (let at = from; at < Math.min(items.length, from + inTransaction); at += addedAtOnce) {
                if (at > 0) await setImmediate();
                results.push(
                  ...(await work(journal, items.slice(at, Math.min(from + inTransaction, at + addedAtOnce)))),
                );
              }
            });
          }
          return results;
        };
        const addCauses = async () => {
          const sorted = causes.splice(0).toSorted((one, other) => one[0] - other[0]);
          await inPieces(sorted, async (journal, piece) => {
            await journal.addCauses(piece);
            return [];
          });
        };
        try {
          const result = await work({
            taken: committed.taken,
            view: committed.view,
            async append(entries: readonly JournalEntry[]) {
              const placed = await inPieces(entries, async (journal, piece) => {
                const added = await journal.addWithoutCauses(piece);
                for (const cause of added.causes) causes.push(cause);
                return added.placed;
              }).catch((thrown) => {
                // Words that it numbered are not there.
                numbers = noWordNumbers();
                throw thrown;
              });
              last = placed.at(-1)?.seq ?? last;
              if (causes.length >= causesAtOnce) await addCauses();
              return placed;
            },
            async move(moves, by) {
              await addCauses();
              const placed = await inPieces(moves, ({ copyHidden }, piece) => copyHidden(piece, by));
              const first = placed[0]?.moved ?? 0;
              await inPieces(placed, async ({ indexHidden }, piece) => {
                await indexHidden(by.timelineId, piece, first);
                return [];
              });
              last = placed.at(-1)?.moved ?? last;
            },
            addReceipt: async (...receipt) => {
              receipts.push(receipt);
            },
          });
          await addCauses();
          await run(async () => {
            const journal = await open(account);
            if (last !== undefined) await journal.show(last);
            for (const receipt of receipts) await journal.shown.addReceipt(...receipt);
          });
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
