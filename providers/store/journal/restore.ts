import { sql } from 'kysely';
import { insert } from './append.ts';
import type { JournalConnection } from './connection.ts';
import type { JournalItem, KeptCommit, KeptReceipt, KeptRevision } from './items.ts';
import { insertTimeline, openAccount } from './writes.ts';

/** Builds the tables of a journal from what was kept of one. */
export interface JournalRestoring {
  /** Takes one thing; in the order of `JournalItem`. */
  add(item: JournalItem): Promise<void>;
  /** Writes the rest. Nothing may be added any more. */
  end(): Promise<void>;
}

const rowsAtOnce = 500;

/** @param connection inside a transaction; its tables must be empty */
export function restoring(connection: JournalConnection): JournalRestoring {
  const { flavour } = connection;
  const accounts = new Map<string, number>();
  const numberOf = async (account: string): Promise<number> => {
    const number = accounts.get(account) ?? (await openAccount(connection, account));
    accounts.set(account, number);
    return number;
  };
  const commits = inBatches<KeptCommit>(async (rows) => {
    const values = await Promise.all(
      rows.map(async ({ account, recordedAt, seq }) => [await numberOf(account), recordedAt, seq]),
    );
    await connection.rows(sql`
      insert into journal_commit (account, recorded_at, seq)
      select v.account, v.recorded_at, v.seq from ${flavour.table('v', { account: 'number', recorded_at: 'number', seq: 'number' }, values)}`);
  });
  const receipts = inBatches<KeptReceipt>(async (rows) => {
    const values = await Promise.all(
      rows.map(async ({ account, operationId, receipt }) => [await numberOf(account), JSON.stringify(operationId), receipt]),
    );
    await connection.rows(sql`
      insert into journal_receipt (account, operation, receipt)
      select v.account, v.operation, v.receipt from ${flavour.table('v', { account: 'number', operation: 'text', receipt: 'text' }, values)}`);
  });
  const revisions = inBatches<KeptRevision>(async (rows) => {
    for (const [account, entries] of Map.groupBy(rows, (row) => row.account)) {
      await insert(connection, await numberOf(account), entries);
    }
  });
  let last = 0;

  return {
    async add({ section, value }) {
      // Whoever is named is there before it is.
      await numberOf(value.account);
      switch (section) {
        case 'journal/branches':
          return insertTimeline(connection, await numberOf(value.account), value);
        case 'journal/commits':
          last = Math.max(last, value.seq);
          return commits.add(value);
        case 'journal/receipts':
          return receipts.add(value);
        case 'journal/revisions':
          return revisions.add(value);
      }
    },
    async end() {
      for (const batches of [commits, receipts, revisions]) await batches.end();
      await connection.rows(flavour.beginAfter(last));
    },
  };
}

/** Gathers rows, since a statement costs much the same for one as for hundreds. */
function inBatches<Row>(write: (rows: readonly Row[]) => Promise<void>) {
  let waiting: Row[] = [];
  const end = async () => {
    const rows = waiting;
    waiting = [];
    if (rows.length > 0) await write(rows);
  };
  return {
    async add(row: Row) {
      waiting.push(row);
      if (waiting.length === rowsAtOnce) await end();
    },
    end,
  };
}
