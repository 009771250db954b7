import { sql } from 'kysely';
import { z } from 'zod';
import { restoreHint } from '../store-file.ts';
import type { JournalConnection } from './dialect.ts';
import { causeName, type Operation, type SnapshotCause } from './kind.ts';
import type { JournalItem, RevisionItem } from './restore.ts';

const rowsAtOnce = 500;

/**
 * The visible contents of the tables of a journal, in an order that depends on the contents alone. Left out are hidden
 * revisions and what only the tables need: numbers of words, commits that showed nothing new, accounts that only
 * opened.
 *
 * @param connection inside a transaction with one snapshot, whose text columns compare by code point
 * @param after only revisions with a higher sequence number
 */
export async function* exportJournal(connection: JournalConnection, after = 0): AsyncGenerator<JournalItem> {
  const accounts = await connection.rows(sql<AccountRow>`select number, account from journal_account order by account`);
  for (const account of accounts) yield* branchesOf(connection, account);
  const heads = new Map<number, number>();
  for (const account of accounts) {
    for await (const commit of commitsOf(connection, account)) {
      heads.set(account.number, commit.value.seq);
      yield commit;
    }
  }
  for (const account of accounts) yield* receiptsOf(connection, account);
  yield* revisionsOf(connection, heads, after);
}

/** How many revisions the tables have, hidden ones too. */
export async function countRevisions(connection: JournalConnection): Promise<number | undefined> {
  const [row] = await connection.rows(sql<{ revisions: number }>`select count(*) as revisions from journal_revision`);
  return row?.revisions;
}

interface AccountRow {
  readonly number: number;
  /** JSON text, like all texts below. */
  readonly account: string;
}

async function* branchesOf(connection: JournalConnection, { number, account }: AccountRow) {
  const rows = await connection.rows(sql<BranchRow>`
    select t.id, p.id as parent, t.branched_at, t.merged_at, t.description, t.created_at, t.request_id
    from journal_timeline t join journal_timeline p on p.number = t.parent where t.account = ${number} order by t.number`);
  for (const row of rows) {
    const value = {
      account: textOf(account),
      id: textOf(row.id),
      parent: textOf(row.parent),
      branchedAt: row.branched_at,
      mergedAt: row.merged_at,
      description: textOf(row.description),
      createdAt: row.created_at,
      requestId: row.request_id,
    };
    yield { section: 'journal/branches', value } as const;
  }
}

interface BranchRow {
  readonly id: string;
  readonly parent: string;
  readonly branched_at: number;
  readonly merged_at: number;
  readonly description: string;
  readonly created_at: number;
  readonly request_id: string;
}

async function* commitsOf(connection: JournalConnection, { number, account }: AccountRow) {
  let after: CommitRow = { recorded_at: Number.MIN_SAFE_INTEGER, seq: 0 };
  let shown = 0;
  for (;;) {
    const rows = await connection.rows(sql<CommitRow>`
      select recorded_at, seq from journal_commit where account = ${number} and recorded_at > ${after.recorded_at}
      order by recorded_at limit ${rowsAtOnce}`);
    for (const { recorded_at: recordedAt, seq } of rows) {
      if (seq <= shown) continue;
      shown = seq;
      yield { section: 'journal/commits', value: { account: textOf(account), recordedAt, seq } } as const;
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

interface CommitRow {
  readonly recorded_at: number;
  readonly seq: number;
}

async function* receiptsOf(connection: JournalConnection, { number, account }: AccountRow) {
  let after = '';
  for (;;) {
    const rows = await connection.rows(sql<{ operation: string; receipt: string }>`
      select operation, receipt from journal_receipt where account = ${number} and operation > ${after}
      order by operation limit ${rowsAtOnce}`);
    for (const { operation, receipt } of rows) {
      yield {
        section: 'journal/receipts',
        value: { account: textOf(account), operationId: textOf(operation), receipt },
      } as const;
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.operation;
  }
}

async function* revisionsOf(connection: JournalConnection, heads: ReadonlyMap<number, number>, from: number) {
  let after = from;
  for (;;) {
    const rows = await connection.rows(sql<WholeRow>`
      select r.seq, r.subject, r.operation, r.recorded, r.time, r.until, r.name, r.place, r.causes, r.mentions, r.rich, r.recorded_at, r.request_id, r.body,
        t.id as timeline_id, t.account as account_number, a.account
      from journal_revision r cross join journal_timeline t cross join journal_account a
      where r.seq > ${after} and t.number = r.timeline and a.number = t.account order by r.seq limit ${rowsAtOnce}`);
    // Revisions of an unfinished bulk are hidden.
    const shown = rows.filter(({ seq, account_number }) => seq <= (heads.get(account_number) ?? 0)).map(opened);
    const wordOf = await wordsOf(connection, shown);
    for (const row of shown) yield { section: 'journal/revisions', value: revisionOf(row, wordOf) } as const;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.seq;
  }
}

interface WholeRow {
  readonly seq: number;
  readonly subject: number;
  readonly operation: Operation;
  readonly recorded: number;
  readonly time: number;
  readonly until: number;
  readonly name: number;
  readonly place: number;
  readonly causes: string | null;
  readonly mentions: string | null;
  readonly rich: number | boolean;
  readonly recorded_at: number;
  readonly request_id: string;
  readonly body: string;
  readonly timeline_id: string;
  readonly account_number: number;
  readonly account: string;
}

const Causes = z.array(z.union([z.number(), z.tuple([z.number(), z.number().nullable(), z.number().nullable()])]));
/** The number of a word, and until when it is busy. */
const Mentions = z.array(z.tuple([z.number(), z.number()]));

type OpenedRow = Omit<WholeRow, 'causes' | 'mentions'> & {
  readonly causes: readonly SnapshotCause[];
  readonly mentions: readonly number[];
};

function opened({ causes, mentions, ...row }: WholeRow): OpenedRow {
  return {
    ...row,
    causes: causes === null ? [] : Causes.parse(JSON.parse(causes)),
    mentions: mentions === null ? [] : Mentions.parse(JSON.parse(mentions)).map(([word]) => word),
  };
}

interface Word {
  readonly role: string;
  readonly text: string;
}

/** The words to which the rows refer. */
async function wordsOf(connection: JournalConnection, rows: readonly OpenedRow[]): Promise<(number: number) => Word> {
  const numbers = new Set(
    rows.flatMap(({ name, place, causes, mentions }) => [name, place, ...causes.map(causeName), ...mentions]),
  );
  const found = await connection.rows(sql<{ number: number; role: string; word: string }>`
    select w.number, w.role, w.word from ${connection.dialect.list('j', 'number', [...numbers])} cross join journal_word w where w.number = j.value`);
  const words = new Map(found.map(({ number, role, word }) => [number, { role, text: textOf(word) }]));
  return (number) => {
    const word = words.get(number);
    if (word === undefined) throw new Error(`The journal is damaged: it has no word ${number}. ${restoreHint}`);
    return word;
  };
}

function revisionOf(row: OpenedRow, wordOf: (number: number) => Word): RevisionItem {
  const mentioned = row.mentions.map(wordOf);
  const inRole = (wanted: string) => mentioned.filter(({ role }) => role === wanted).map(({ text }) => text);
  return {
    account: textOf(row.account),
    seq: row.seq,
    timelineId: textOf(row.timeline_id),
    operation: row.operation,
    eventId: wordOf(row.name).text,
    subject: row.subject,
    recorded: row.recorded,
    recordedAt: row.recorded_at,
    time: row.time,
    until: row.until,
    place: wordOf(row.place).text,
    causes: row.causes.map((cause) => {
      const [name, minDelay, maxDelay] = typeof cause === 'number' ? [cause, null, null] : cause;
      return { eventId: wordOf(name).text, minDelay, maxDelay };
    }),
    participants: inRole('participant'),
    sets: inRole('sets'),
    needs: inRole('needs'),
    rich: Boolean(row.rich),
    requestId: row.request_id,
    body: row.body,
  };
}

const textOf = (json: string): string => z.string().parse(JSON.parse(json));
