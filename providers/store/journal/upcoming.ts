import { sql } from 'kysely';
import type { JournalConnection } from './dialect.ts';
import type { JournalPosition, Revision } from './kind.ts';
import { accountNumber, headOf, type RevisionRow, revisionColumns, revisionOf } from './view.ts';

/**
 * The first revisions of all timelines of an account from a position on. They are read by time, in windows that hold
 * about as many as are wanted, like a long search.
 */
export async function upcoming(
  connection: JournalConnection,
  account: string,
  from: JournalPosition,
  limit: number,
): Promise<readonly Revision[]> {
  const number = await accountNumber(connection, account);
  if (number === undefined) return [];
  const head = await headOf(connection, number);
  const found: Revision[] = [];
  for (let start: JournalPosition | undefined = from; start !== undefined && found.length < limit; ) {
    const end = await windowEnd(connection, number, start, limit);
    found.push(...(await window(connection, { account: number, head, start, end, limit: limit - found.length })));
    start = end === undefined ? undefined : { time: end + 1, seq: 0 };
  }
  return found;
}

/** A time up to which one of the timelines has `limit` revisions; undefined if none has so many. */
async function windowEnd(
  { rows }: JournalConnection,
  account: number,
  { time }: JournalPosition,
  limit: number,
): Promise<number | undefined> {
  const [row] = await rows(sql<{ time: number | null }>`
    select min((select r.time from journal_revision r
      where r.timeline = t.number and (r.time + 0) >= ${time} order by (r.time + 0) limit 1 offset ${limit})) as time
    from journal_timeline t where t.account = ${account}`);
  return row?.time ?? undefined;
}

interface Window {
  readonly account: number;
  /** The sequence number up to which revisions are visible. */
  readonly head: number;
  readonly start: JournalPosition;
  /** The last time; undefined for no end. */
  readonly end: number | undefined;
  readonly limit: number;
}

async function window(
  { rows, dialect: { each, eachTime } }: JournalConnection,
  { account, head, start, end = Number.MAX_SAFE_INTEGER, limit }: Window,
): Promise<readonly Revision[]> {
  const there = sql`r.timeline = t.number and (r.time + 0) between ${start.time} and ${end}`;
  const found = await rows(sql<RevisionRow & { readonly timeline_id: string }>`
    select ${revisionColumns}, t.id as timeline_id from journal_timeline t ${each('journal_revision', 'r', there)}
    where t.account = ${account} and (r.time, r.seq) >= (${start.time}, ${start.seq})
      and +r.seq > t.merged_at and +r.seq <= ${head} and not exists (
        select 1 from journal_revision newer where newer.subject = r.subject and newer.timeline = r.timeline
          and newer.seq > r.seq and newer.seq <= ${head} ${sql.raw(eachTime)})
    order by r.time, r.seq limit ${limit}`);
  return found.map((row) => revisionOf(row, new Map([[row.timeline, JSON.parse(row.timeline_id)]])));
}
