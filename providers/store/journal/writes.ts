import { sql } from 'kysely';
import { insert, type PlacedEntry, place, revisionOfEntry } from './append.ts';
import type { JournalConnection } from './connection.ts';
import type { JournalEntry, JournalReads, JournalTimeline, JournalWrites } from './kind.ts';
import { sequence } from './tables.ts';
import { headOf } from './view.ts';

/** So many go into one statement. The text that carries them stays small enough for memory to be given back soon. */
const entriesAtOnce = 200;

/** Writing to the journal of one account through one connection, inside a transaction that the caller began. */
export interface AccountJournal {
  /** What is added is shown at once. */
  readonly shown: JournalWrites;
  /** Adds revisions that are not shown before `show`. */
  addHidden(entries: readonly JournalEntry[]): Promise<readonly PlacedEntry[]>;
  /** Shows all that was added up to now, as of `moment`. */
  show(): Promise<void>;
  /** Wall time of this transaction, milliseconds since 1970. */
  readonly moment: number;
  /** Deletes what was added and never shown. */
  dropHidden(): Promise<void>;
}

export async function accountJournal(
  connection: JournalConnection,
  reads: JournalReads,
  account: string,
): Promise<AccountJournal> {
  const number = await openAccount(connection, account);
  // One moment for all of a transaction. A wall clock that was set back must not make a later change look earlier.
  const moment = Math.max(Date.now(), await latestMoment(connection, number));

  const addHidden = async (entries: readonly JournalEntry[]): Promise<readonly PlacedEntry[]> => {
    const placed: PlacedEntry[] = [];
    for (let from = 0; from < entries.length; from += entriesAtOnce) {
      const some = await place(connection, entries.slice(from, from + entriesAtOnce), moment);
      await insert(connection, number, some);
      placed.push(...some);
    }
    return placed;
  };
  const show = async (): Promise<void> => {
    await connection.rows(sql`
      insert into journal_commit (account, recorded_at, seq) select ${number}, ${moment}, value from counters where name = ${sequence}
      on conflict (account, recorded_at) do update set seq = excluded.seq`);
  };

  return {
    moment,
    addHidden,
    show,
    async dropHidden() {
      const head = await headOf(connection, number);
      const timelines = await connection.rows(
        sql<{ number: number }>`select number from journal_timeline where account = ${number}`,
      );
      for (const timeline of timelines) await deleteRevisions(connection, timeline.number, head);
    },
    shown: {
      ...reads,
      async append(entries) {
        if (entries.length === 0) return [];
        const placed = await addHidden(entries);
        await show();
        return placed.map(revisionOfEntry);
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
      async removeTimeline(timelineId) {
        const [timeline] = await connection.rows(sql<{ number: number }>`
          select number from journal_timeline where account = ${number} and id = ${JSON.stringify(timelineId)}`);
        if (timeline === undefined) return;
        await deleteRevisions(connection, timeline.number, 0);
        await connection.rows(sql`delete from journal_timeline where number = ${timeline.number}`);
      },
      addReceipt: (operationId, text) => insertReceipt(connection, number, operationId, text),
    },
  };
}

/** Deletes what imports added that died before they were whole. */
export async function dropUnfinished(connection: JournalConnection, reads: JournalReads): Promise<void> {
  const rows = await connection.rows(sql<{ account: string }>`
    select a.account from journal_account a
    where exists (
      select 1 from journal_timeline t join journal_revision r on r.timeline = t.number
        and r.seq > coalesce((select max(c.seq) from journal_commit c where c.account = a.number), 0)
      where t.account = a.number)`);
  for (const { account } of rows) await (await accountJournal(connection, reads, JSON.parse(account))).dropHidden();
}

export async function insertTimeline(connection: JournalConnection, account: number, timeline: JournalTimeline): Promise<void> {
  const parent = timeline.parent === null ? null : JSON.stringify(timeline.parent);
  await connection.rows(sql`
    insert into journal_timeline (account, id, parent, branched_at, merged_at, description, created_at, request_id)
    values (${account}, ${JSON.stringify(timeline.id)}, (select number from journal_timeline where account = ${account} and id = ${parent}),
      ${timeline.branchedAt}, ${timeline.mergedAt}, ${JSON.stringify(timeline.description)}, ${timeline.createdAt}, ${timeline.requestId})
    on conflict do nothing`);
}

export async function insertReceipt(
  connection: JournalConnection,
  account: number,
  operationId: string,
  receipt: string,
): Promise<void> {
  await connection.rows(sql`
    insert into journal_receipt (account, operation, receipt) values (${account}, ${JSON.stringify(operationId)}, ${receipt})`);
}

async function deleteRevisions(connection: JournalConnection, timeline: number, above: number): Promise<void> {
  const gone = sql`journal_revision r where r.timeline = ${timeline} and r.seq > ${above}`;
  await connection.rows(
    sql`delete from journal_cause where (cause, seq) in (select coalesce(c.value ->> 0, c.value), r.seq from json_each(r.causes) c, ${gone})`,
  );
  await connection.rows(sql`
    delete from journal_mention where (word, time, seq) in (select m.value ->> 0, r.time, r.seq from json_each(r.mentions) m, ${gone})`);
  await connection.rows(sql`delete from journal_revision where timeline = ${timeline} and seq > ${above}`);
}

async function latestMoment(connection: JournalConnection, account: number): Promise<number> {
  const [row] = await connection.rows(sql<{ latest: number | null }>`
    select max(recorded_at) as latest from journal_commit where account = ${account}`);
  return row?.latest ?? 0;
}

/** The number of an account, which gets its primary timeline with it. */
export async function openAccount(connection: JournalConnection, account: string): Promise<number> {
  const text = JSON.stringify(account);
  await connection.rows(sql`insert into journal_account (account) values (${text}) on conflict do nothing`);
  const [row] = await connection.rows(sql<{ number: number }>`select number from journal_account where account = ${text}`);
  if (row === undefined) throw new Error('An account got no number in the journal.');
  await insertTimeline(connection, row.number, {
    id: 'primary',
    parent: null,
    branchedAt: 0,
    mergedAt: 0,
    description: 'What happened',
    // It was there before everything.
    createdAt: 0,
    requestId: '',
  });
  return row.number;
}
