import { sql } from 'kysely';
import { z } from 'zod';
import { insert } from './append.ts';
import type { JournalConnection } from './dialect.ts';
import { noWordNumbers } from './dictionary.ts';
import { operations } from './kind.ts';
import { insertTimeline, openAccount } from './writes.ts';

/** A branch. The primary timeline is left out: every account has it. */
const Branch = z.strictObject({
  account: z.string(),
  id: z.string(),
  parent: z.string(),
  branchedAt: z.int(),
  mergedAt: z.int(),
  description: z.string(),
  createdAt: z.int(),
  requestId: z.string(),
});

/** The sequence number up to which an account's revisions are visible, from a moment on. */
const Commit = z.strictObject({ account: z.string(), recordedAt: z.int(), seq: z.int() });

const Receipt = z.strictObject({ account: z.string(), operationId: z.string(), receipt: z.string() });

const Cause = z.strictObject({ eventId: z.string(), minDelay: z.number().nullable(), maxDelay: z.number().nullable() });

export const Revision = z.strictObject({
  account: z.string(),
  seq: z.int(),
  timelineId: z.string(),
  operation: z.enum(operations),
  eventId: z.string(),
  subject: z.int(),
  recorded: z.int(),
  recordedAt: z.int(),
  time: z.int(),
  until: z.int(),
  place: z.string(),
  causes: z.array(Cause),
  participants: z.array(z.string()),
  sets: z.array(z.string()),
  needs: z.array(z.string()),
  rich: z.boolean(),
  requestId: z.string(),
  /** JSON text, which is not parsed. */
  body: z.string(),
});

/** The items that are no revisions. */
export const unrevised = [
  z.strictObject({ section: z.literal('journal/branches'), value: Branch }),
  z.strictObject({ section: z.literal('journal/commits'), value: Commit }),
  z.strictObject({ section: z.literal('journal/receipts'), value: Receipt }),
] as const;

/**
 * An item of a journal's contents, for moving it to another store: branches by account and order of creation, commits
 * by account and moment, receipts by account and operation, revisions by `seq`. Texts are ordered by the code points of
 * their JSON texts.
 */
export const JournalItem = z.discriminatedUnion('section', [
  ...unrevised,
  z.strictObject({ section: z.literal('journal/revisions'), value: Revision }),
]);

export type JournalItem = z.output<typeof JournalItem>;

export type CommitItem = z.output<typeof Commit>;
export type ReceiptItem = z.output<typeof Receipt>;
export type RevisionItem = z.output<typeof Revision>;

const rowsAtOnce = 500;

/** Fills the tables of a journal; see `restoreJournal`. */
export type JournalRestore = ReturnType<typeof restoreJournal>;

/** Fills the tables of a journal. @param connection inside a transaction; its tables must be empty */
export function restoreJournal(connection: JournalConnection) {
  const { dialect } = connection;
  const accounts = new Map<string, number>();
  const numberOf = async (account: string): Promise<number> => {
    const number = accounts.get(account) ?? (await openAccount(connection, account));
    accounts.set(account, number);
    return number;
  };
  const commits = inBatches<CommitItem>(async (rows) => {
    const values = await Promise.all(
      rows.map(async ({ account, recordedAt, seq }) => [await numberOf(account), recordedAt, seq]),
    );
    await connection.rows(sql`
      insert into journal_commit (account, recorded_at, seq)
      select v.account, v.recorded_at, v.seq from ${dialect.table('v', { account: 'number', recorded_at: 'number', seq: 'number' }, values)}`);
  });
  const receipts = inBatches<ReceiptItem>(async (rows) => {
    const values = await Promise.all(
      rows.map(async ({ account, operationId, receipt }) => [
        await numberOf(account),
        JSON.stringify(operationId),
        receipt,
      ]),
    );
    await connection.rows(sql`
      insert into journal_receipt (account, operation, receipt)
      select v.account, v.operation, v.receipt from ${dialect.table('v', { account: 'number', operation: 'text', receipt: 'text' }, values)}`);
  });
  const revisions = inBatches<RevisionItem>(async (rows) => {
    for (const [account, entries] of Map.groupBy(rows, (row) => row.account)) {
      await insert(connection, await numberOf(account), entries, noWordNumbers());
    }
  });
  let last = 0;

  return {
    /** Adds an item; in the order of `JournalItem`. */
    async add({ section, value }: JournalItem): Promise<void> {
      // An account must exist before its items.
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
    /** Writes the last batch. Nothing may be added afterwards. */
    async end() {
      for (const batches of [commits, receipts, revisions]) await batches.end();
      await connection.rows(dialect.beginAfter(last));
    },
  };
}

/** Collects rows, since a statement costs about the same for one as for hundreds. */
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
