import type { Documents } from 'chronoscribe';
import { copySnapshot } from '../journal/copied-snapshot.ts';
import type { Journal, JournalBulk, JournalWrites } from '../journal/kind.ts';
import { journalReads } from '../journal/reads.ts';
import { type JournalItem, restoreJournal } from '../journal/restore.ts';
import { sqliteJournalConnection } from '../journal/sqlite-dialect.ts';
import { accountJournal } from '../journal/writes.ts';
import { migrate } from '../sql/migrations.ts';
import { connectSqlite, type SqliteConnection } from '../sql/sqlite-connection.ts';
import { journalDocuments } from './journal-documents.ts';

/** Runs work in a transaction of the store, in which the tables match the documents. */
export type RunTransaction = <T>(work: (documents: Documents) => Promise<T>) => Promise<T>;

/** Builds the in-memory tables that serve reads of the journal, from the documents of the file. */
export async function openJournalTables(items: AsyncIterable<JournalItem>): Promise<SqliteConnection> {
  const memory = await connectSqlite(':memory:');
  await migrate(memory.kysely(), 'the journal in memory', { backUp: async () => undefined });
  memory.exec('begin');
  await fillTables(memory, items);
  memory.exec('commit');
  return memory;
}

/** Fills empty tables, inside a transaction. */
export async function fillTables(memory: SqliteConnection, items: AsyncIterable<JournalItem>): Promise<void> {
  const tables = restoreJournal(sqliteJournalConnection(memory));
  for await (const item of items) await tables.add(item);
  await tables.end();
}

/**
 * The journal of a JSON file. Reads are queued with the transactions, since the in-memory tables have one connection;
 * what they see is on the disk before the caller gets it.
 */
export function lowdbJournal(memory: SqliteConnection, run: RunTransaction): Journal {
  const connection = sqliteJournalConnection(memory);
  const reads = journalReads(connection, (view) => copySnapshot(connection, view));

  const change = <T>(account: string, work: (journal: JournalWrites & JournalBulk) => Promise<T>): Promise<T> =>
    run(async (documents) => {
      const tables = await accountJournal(connection, reads, account);
      const saved = journalDocuments(documents, account);
      return work({
        ...tables.shown,
        async append(entries) {
          const placed = await tables.addHidden(entries);
          for (const entry of placed) await saved.saveEntry(entry);
          const last = placed.at(-1);
          if (last === undefined) return [];
          await tables.show(last.seq);
          await saved.saveCommit(last.seq, tables.moment);
          return placed;
        },
        async move(moves, by) {
          const placed = await tables.copyHidden(moves, by);
          const [first, last] = [placed[0], placed.at(-1)];
          if (first === undefined || last === undefined) return;
          await tables.indexHidden(by.timelineId, placed, first.moved);
          for (const move of placed) await saved.saveMove(move, { ...by, recordedAt: tables.moment });
          await tables.show(last.moved);
          await saved.saveCommit(last.moved, tables.moment);
        },
        async addTimeline(timeline) {
          const made = await tables.shown.addTimeline(timeline);
          await saved.saveTimeline(made);
          return made;
        },
        async markMerged(timelineId) {
          await tables.shown.markMerged(timelineId);
          const merged = (await reads.timelines(account)).find(({ id }) => id === timelineId);
          if (merged !== undefined) await saved.saveTimeline(merged);
        },
        async deleteTimeline(timelineId) {
          await tables.shown.deleteTimeline(timelineId);
          await saved.deleteTimeline(timelineId);
        },
        async erase() {
          await tables.shown.erase();
          await saved.erase();
        },
        async addReceipt(operationId, receipt) {
          await tables.shown.addReceipt(operationId, receipt);
          await saved.saveReceipt(operationId, receipt);
        },
      });
    });

  return {
    timelines: (...of) => run(() => reads.timelines(...of)),
    view: (...of) => run(() => reads.view(...of)),
    search: (...of) => run(() => reads.search(...of)),
    at: (...of) => run(() => reads.at(...of)),
    overlapping: (...of) => run(() => reads.overlapping(...of)),
    current: (...of) => run(() => reads.current(...of)),
    currentOf: (...of) => run(() => reads.currentOf(...of)),
    effects: (...of) => run(() => reads.effects(...of)),
    mentions: (...of) => run(() => reads.mentions(...of)),
    versions: (...of) => run(() => reads.versions(...of)),
    history: (...of) => run(() => reads.history(...of)),
    taken: (...of) => run(() => reads.taken(...of)),
    changed: (...of) => run(() => reads.changed(...of)),
    revised: (...of) => run(() => reads.revised(...of)),
    hasBackwardCause: (...of) => run(() => reads.hasBackwardCause(...of)),
    snapshot: (...of) => run(() => reads.snapshot(...of)),
    upcoming: (...of) => run(() => reads.upcoming(...of)),
    receipt: (...of) => run(() => reads.receipt(...of)),
    transaction: change,
    // All changes are one write of the file in any case.
    bulk: change,
  };
}
