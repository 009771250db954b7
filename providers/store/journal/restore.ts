import { sql } from 'kysely';
import { insert, type PlacedEntry } from './append.ts';
import type { JournalConnection } from './connection.ts';
import type { JournalTimeline } from './kind.ts';
import { sequence } from './tables.ts';
import { insertReceipt, insertTimeline, openAccount } from './writes.ts';

/** All that the journal of one account holds, for keeping it elsewhere than in tables. */
export interface KeptJournal {
  readonly account: string;
  /** The place in the sequence up to which it is shown, and since when (wall time, milliseconds since 1970). */
  readonly head: number;
  readonly recordedAt: number;
  /** In order of creation. */
  readonly timelines: readonly JournalTimeline[];
  /** By `seq`. */
  readonly entries: readonly PlacedEntry[];
  readonly receipts: readonly { readonly operationId: string; readonly receipt: string }[];
}

const entriesAtOnce = 500;

/** Builds the tables from what was kept. They must be empty, and the connection inside a transaction. */
export async function restore(connection: JournalConnection, journals: readonly KeptJournal[]): Promise<void> {
  for (const { account, head, recordedAt, timelines, entries, receipts } of journals) {
    const number = await openAccount(connection, account);
    for (const timeline of timelines) await insertTimeline(connection, number, timeline);
    for (let from = 0; from < entries.length; from += entriesAtOnce) {
      await insert(connection, number, entries.slice(from, from + entriesAtOnce));
    }
    await connection.rows(sql`
      insert into journal_commit (account, recorded_at, seq)
      select ${number}, recorded_at, max(seq) from journal_revision
      where timeline in (select number from journal_timeline where account = ${number}) group by recorded_at`);
    await connection.rows(sql`
      insert into journal_commit (account, recorded_at, seq) values (${number}, ${recordedAt}, ${head})
      on conflict (account, recorded_at) do update set seq = excluded.seq`);
    for (const { operationId, receipt } of receipts) await insertReceipt(connection, number, operationId, receipt);
  }
  const last = Math.max(0, ...journals.map(({ head }) => head));
  await connection.rows(sql`insert into counters (name, value) values (${sequence}, ${last})`);
}
