import { sql } from 'kysely';
import {
  type CauseRow,
  type IndexRows,
  insertIndexRows,
  insertRevisions,
  type PlacedEntry,
  type PlaceRow,
  place,
  revisionOfEntry,
  timelineNumbers,
} from './append.ts';
import type { JournalConnection } from './dialect.ts';
import { deleteUnusedWords, noWordNumbers } from './dictionary.ts';
import {
  causeName,
  type JournalBulk,
  type JournalEntry,
  type JournalReads,
  type JournalTimeline,
  type JournalWrites,
  type MovedRevision,
  type MoveOrigin,
  type SnapshotCause,
} from './kind.ts';
import { copyMoved, indexMoved, type PlacedMove } from './move.ts';
import { headOf } from './view.ts';

/** Entries in one statement. Its text stays small enough for memory to be freed soon. */
const entriesAtOnce = 500;

/** Entries that were added, and the index rows that they lack. */
export interface AddedEntries extends IndexRows {
  readonly placed: readonly PlacedEntry[];
}

export type AccountJournal = Awaited<ReturnType<typeof accountJournal>>;

/**
 * Writes to the journal of one account on one connection, inside a transaction of the caller.
 *
 * @param numbers known numbers of the account's words; new ones are added, and stay if the transaction fails
 */
export async function accountJournal(
  connection: JournalConnection,
  reads: JournalReads,
  account: string,
  numbers = noWordNumbers(),
) {
  const number = await openAccount(connection, account);
  // One moment for the whole transaction.
  const moment = await momentOf(connection, number);

  /** Adds revisions that stay hidden until `show`, without some of their index rows, which `addIndexRows` must add before. */
  const addUnindexed = async (entries: readonly JournalEntry[]): Promise<AddedEntries> => {
    const placed: PlacedEntry[] = [];
    const places: PlaceRow[] = [];
    const causes: CauseRow[] = [];
    for (let from = 0; from < entries.length; from += entriesAtOnce) {
      const some = await place(connection, entries.slice(from, from + entriesAtOnce), moment);
      const rows = await insertRevisions(connection, number, some, numbers);
      for (const row of rows.places) places.push(row);
      for (const row of rows.causes) causes.push(row);
      placed.push(...some);
    }
    return { placed, places, causes };
  };
  const addIndexRows = (rows: IndexRows) => insertIndexRows(connection, rows);
  const addHidden = async (entries: readonly JournalEntry[]): Promise<readonly PlacedEntry[]> => {
    const added = await addUnindexed(entries);
    await addIndexRows(added);
    return added.placed;
  };
  /** Adds moved revisions in the same way. Once all of a change are copied, they must be indexed. */
  const copyHidden = async (moves: readonly MovedRevision[], { timelineId, operation, requestId }: MoveOrigin) => {
    const timelineOf = await timelineNumbers(connection, number, [timelineId]);
    return copyMoved(connection, timelineOf(timelineId), moves, { operation, requestId, recordedAt: moment });
  };
  const indexHidden = async (timelineId: string, moves: readonly PlacedMove[], first: number) => {
    const timelineOf = await timelineNumbers(connection, number, [timelineId]);
    await indexMoved(connection, timelineOf(timelineId), moves, first);
  };
  /** Makes all revisions up to a sequence number visible, as of `moment`. */
  const show = async (upTo: number): Promise<void> => {
    await connection.rows(sql`
      insert into journal_commit (account, recorded_at, seq) values (${number}, ${moment}, ${upTo})
      on conflict (account, recorded_at) do update set seq = excluded.seq`);
  };

  /** Entries that become visible at once. */
  const shown: JournalWrites & JournalBulk = {
    ...reads,
    async append(entries) {
      const placed = await addHidden(entries);
      const last = placed.at(-1);
      if (last !== undefined) await show(last.seq);
      return placed.map(revisionOfEntry);
    },
    async move(moves, by) {
      const placed = await copyHidden(moves, by);
      const [first, last] = [placed[0], placed.at(-1)];
      if (first === undefined || last === undefined) return;
      await indexHidden(by.timelineId, placed, first.moved);
      await show(last.moved);
    },
    async addTimeline({ id, parent, description, requestId }) {
      const head = await headOf(connection, number);
      const made = { id, parent, branchedAt: head, mergedAt: head, description, createdAt: moment, requestId };
      await insertTimeline(connection, number, made);
      return made;
    },
    async markMerged(timelineId) {
      await connection.rows(sql`
        update journal_timeline set merged_at = ${await headOf(connection, number)}
        where account = ${number} and id = ${JSON.stringify(timelineId)}`);
    },
    async deleteTimeline(timelineId) {
      const [timeline] = await connection.rows(sql<{ number: number }>`
        select number from journal_timeline where account = ${number} and id = ${JSON.stringify(timelineId)}`);
      if (timeline === undefined) return;
      await deleteRevisions(connection, { account: number, timeline: timeline.number, above: 0 });
      await connection.rows(sql`delete from journal_timeline where number = ${timeline.number}`);
    },
    async erase() {
      const timelines = await connection.rows(
        sql<{ number: number }>`select number from journal_timeline where account = ${number}`,
      );
      for (const timeline of timelines)
        await deleteRevisions(connection, { account: number, timeline: timeline.number, above: 0 });
      for (const table of ['journal_timeline', 'journal_commit', 'journal_receipt', 'journal_word'])
        await connection.rows(sql`delete from ${sql.table(table)} where account = ${number}`);
      await connection.rows(sql`delete from journal_account where number = ${number}`);
    },
    addReceipt: (operationId, text) => insertReceipt(connection, number, operationId, text),
  };

  return {
    addUnindexed,
    addIndexRows,
    copyHidden,
    indexHidden,
    show,
    /** Deletes revisions that were added and never shown. */
    async deleteHidden() {
      const head = await headOf(connection, number);
      const timelines = await connection.rows(
        sql<{ number: number }>`select number from journal_timeline where account = ${number}`,
      );
      for (const timeline of timelines)
        await deleteRevisions(connection, { account: number, timeline: timeline.number, above: head });
    },
    shown,
  };
}

/** Deletes what unfinished imports of dead processes have added. */
export async function deleteUnfinished(connection: JournalConnection, reads: JournalReads): Promise<void> {
  const rows = await connection.rows(sql<{ account: string }>`
    select a.account from journal_account a
    where exists (
      select 1 from journal_timeline t join journal_revision r on r.timeline = t.number
        and r.seq > coalesce((select max(c.seq) from journal_commit c where c.account = a.number), 0)
      where t.account = a.number)`);
  for (const { account } of rows) await (await accountJournal(connection, reads, JSON.parse(account))).deleteHidden();
}

export async function insertTimeline(
  connection: JournalConnection,
  account: number,
  timeline: JournalTimeline,
): Promise<void> {
  const parent = timeline.parent === null ? null : JSON.stringify(timeline.parent);
  await connection.rows(sql`
    insert into journal_timeline (account, id, parent, branched_at, merged_at, description, created_at, request_id)
    values (${account}, ${JSON.stringify(timeline.id)}, (select number from journal_timeline where account = ${account} and id = ${parent}),
      ${timeline.branchedAt}, ${timeline.mergedAt}, ${JSON.stringify(timeline.description)}, ${timeline.createdAt}, ${timeline.requestId})
    on conflict do nothing`);
}

async function insertReceipt(
  connection: JournalConnection,
  account: number,
  operationId: string,
  receipt: string,
): Promise<void> {
  await connection.rows(sql`
    insert into journal_receipt (account, operation, receipt) values (${account}, ${JSON.stringify(operationId)}, ${receipt})`);
}

const deletedAtOnce = 1_000;

/** Deletes the revisions of a timeline above a sequence number, their index rows, and words that are no longer used. */
async function deleteRevisions(
  connection: JournalConnection,
  { account, timeline, above }: { readonly account: number; readonly timeline: number; readonly above: number },
): Promise<void> {
  for (let more = true; more; ) {
    const rows = await connection.rows(sql<DeletedRow>`
      select seq, name, place, time, causes, mentions from journal_revision where timeline = ${timeline} and seq > ${above}
      order by seq limit ${deletedAtOnce}`);
    const { dialect } = connection;
    const last = rows.at(-1)?.seq ?? above;
    const causes = rows.flatMap(({ seq, causes }) =>
      listIn<SnapshotCause>(causes).map((cause) => [causeName(cause), seq] as const),
    );
    const mentions = rows.flatMap(({ seq, time, mentions }) =>
      listIn<readonly [word: number]>(mentions).map(([word]) => [word, time, seq] as const),
    );
    if (dialect.placeTable !== 'journal_revision') {
      await connection.rows(sql`
        delete from ${sql.table(dialect.placeTable)} where (timeline, place, time, recorded, seq) in (
          select timeline, place, time, recorded, seq from journal_revision
          where timeline = ${timeline} and seq > ${above} and seq <= ${last})`);
    }
    await connection.rows(sql`
      delete from journal_cause where (cause, seq) in (
        select v.cause, v.seq from ${dialect.table('v', { cause: 'number', seq: 'number' }, causes)})`);
    await connection.rows(sql`
      delete from journal_mention where (word, time, seq) in (
        select v.word, v.time, v.seq from ${dialect.table('v', { word: 'number', time: 'number', seq: 'number' }, mentions)})`);
    await connection.rows(sql`
      delete from journal_revision where timeline = ${timeline} and seq > ${above} and seq <= ${last}`);
    await deleteUnusedWords(connection, account, {
      events: [...rows.map(({ name }) => name), ...causes.map(([name]) => name)],
      places: rows.map(({ place }) => place),
      mentioned: mentions.map(([word]) => word),
    });
    more = rows.length === deletedAtOnce;
  }
}

interface DeletedRow {
  readonly seq: number;
  readonly name: number;
  readonly place: number;
  readonly time: number;
  readonly causes: string | null;
  readonly mentions: string | null;
}

/** The boundary to the rows, whose lists `insert` wrote. */
function listIn<Member>(list: string | null): readonly Member[] {
  return list === null ? [] : JSON.parse(list);
}

/** The moment of a change: never earlier than that of the change before, even if the clock was set back. */
async function momentOf(connection: JournalConnection, account: number): Promise<number> {
  const [row] = await connection.rows(sql<{ now: number; latest: number | null }>`
    select ${connection.dialect.now()} as now, max(recorded_at) as latest from journal_commit where account = ${account}`);
  if (row === undefined) throw new Error('The journal did not say what time it is.');
  return Math.max(row.now, row.latest ?? 0);
}

/**
 * Returns the number of an account, and creates it with its primary timeline if it is missing. Locks the account until
 * the end of the transaction, so that its changes happen one after another, and their sequence numbers rise in the
 * order of becoming visible. Numbers of other accounts may lie in between; they are in no view of this one.
 */
export async function openAccount(connection: JournalConnection, account: string): Promise<number> {
  const known = await lockedAccount(connection, account);
  if (known !== undefined) return known;
  await connection.rows(
    sql`insert into journal_account (account) values (${JSON.stringify(account)}) on conflict do nothing`,
  );
  const number = await lockedAccount(connection, account);
  if (number === undefined) throw new Error('An account got no number in the journal.');
  await insertTimeline(connection, number, {
    id: 'primary',
    parent: null,
    branchedAt: 0,
    mergedAt: 0,
    description: 'What happened',
    // Before all events.
    createdAt: 0,
    requestId: '',
  });
  return number;
}

async function lockedAccount({ rows, dialect }: JournalConnection, account: string): Promise<number | undefined> {
  const [row] = await rows(sql<{ number: number }>`
    select number from journal_account where account = ${JSON.stringify(account)} ${dialect.forUpdate}`);
  return row?.number;
}
