import { type RawBuilder, sql } from 'kysely';
import type { JournalConnection, JournalDialect } from './dialect.ts';
import type { Operation, Revision, View } from './kind.ts';

/** The number of an account; undefined before its first write. */
export async function accountNumber(connection: JournalConnection, account: string): Promise<number | undefined> {
  const [row] = await connection.rows(
    sql<{ number: number }>`select number from journal_account where account = ${JSON.stringify(account)}`,
  );
  return row?.number;
}

/** The sequence number up to which an account's revisions are visible. */
export async function headOf(connection: JournalConnection, account: number): Promise<number> {
  const [row] = await connection.rows(sql<{ seq: number }>`
    select seq from journal_commit where account = ${account} order by recorded_at desc limit 1`);
  return row?.seq ?? 0;
}

/** Finds what a timeline shows now, or showed at a moment. Undefined if the timeline does not exist. */
export type ViewFinder = (account: string, timelineId: string, asOf?: number) => Promise<View | undefined>;

/** A timeline and its ancestors, itself first, each with the sequence number at which it left its parent. */
type Ancestry = readonly { readonly timelineId: string; readonly timeline: number; readonly branchedAt: number }[];

/** Returns a finder without a cache. */
export function viewFinder(
  connection: JournalConnection,
  ancestryOf = (timeline: number) => readAncestry(connection, timeline),
): ViewFinder {
  return async (account, timelineId, asOf = Number.MAX_SAFE_INTEGER) => {
    const [found] = await connection.rows(sql<{ timeline: number; head: number | null }>`
      select t.number as timeline, (
        select c.seq from journal_commit c where c.account = a.number and c.recorded_at <= ${asOf} order by c.recorded_at desc limit 1) as head
      from journal_account a ${connection.dialect.each('journal_timeline', 't', sql`t.account = a.number and t.id = ${JSON.stringify(timelineId)}`)}
      where a.account = ${JSON.stringify(account)}`);
    if (found === undefined) return undefined;
    let upTo = found.head ?? 0;
    const ancestry = await ancestryOf(found.timeline);
    // It may have been deleted meanwhile.
    if (ancestry.length === 0) return undefined;
    const lineage = ancestry.map(({ branchedAt, ...timeline }) => {
      const entry = { ...timeline, upTo };
      upTo = Math.min(upTo, branchedAt);
      return entry;
    });
    return { account, lineage };
  };
}

const mostRemembered = 1_000;

/**
 * Returns a finder that caches ancestries. They never change: a parent cannot be deleted before its branches, and
 * numbers are not reused. Each call checks whether the timeline still exists, since another process may delete it. For
 * a connection that sees committed rows only.
 */
export function cachingViewFinder(connection: JournalConnection): ViewFinder {
  const remembered = new Map<number, Ancestry>();
  return viewFinder(connection, async (timeline) => {
    const known = remembered.get(timeline);
    if (known !== undefined) return known;
    const [oldest] = remembered.keys();
    if (oldest !== undefined && remembered.size >= mostRemembered) remembered.delete(oldest);
    const ancestry = await readAncestry(connection, timeline);
    if (ancestry.length > 0) remembered.set(timeline, ancestry);
    return ancestry;
  });
}

async function readAncestry(connection: JournalConnection, timeline: number): Promise<Ancestry> {
  const rows = await connection.rows(sql<{ timeline: number; id: string; branchedAt: number }>`
    with recursive ancestry(timeline, id, parent, branched_at, depth) as (
      select number, id, parent, branched_at, 0 from journal_timeline where number = ${timeline}
      union all
      select t.number, t.id, t.parent, t.branched_at, a.depth + 1 from ancestry a
        ${connection.dialect.each('journal_timeline', 't', sql`t.number = a.parent`)})
    select timeline, id, branched_at as "branchedAt" from ancestry order by depth`);
  return rows.map(({ id, ...entry }) => ({ timelineId: JSON.parse(id), ...entry }));
}

/** Begins a statement with the lineage of a view, as the table `lineage(timeline, up_to)`. */
export function withLineage(dialect: JournalDialect, { lineage }: View): RawBuilder<unknown> {
  const rows = lineage.map(({ timeline, upTo }) => [timeline, upTo]);
  return sql`with lineage(timeline, up_to) as materialized (
    select v.timeline, v.up_to from ${dialect.table('v', { timeline: 'number', up_to: 'number' }, rows)})`;
}

/**
 * The condition that a revision `r` lies within the lineage row `l`, and is the newest. The plus sign keeps planners
 * from an index on `seq`, which might match a whole timeline.
 */
export function isVisible(dialect: JournalDialect): RawBuilder<boolean> {
  return sql`+r.seq <= l.up_to and ${isNewest(dialect)}`;
}

/** The condition that the lineage has no newer revision of the subject of a revision `r`. */
export function isNewest({ each, eachTime }: JournalDialect): RawBuilder<boolean> {
  return sql`not exists (
    select 1 from journal_revision newer ${each('lineage', 'nl', sql`nl.timeline = newer.timeline and newer.seq <= nl.up_to`)}
    where newer.subject = r.subject and newer.seq > r.seq ${sql.raw(eachTime)})`;
}

/**
 * The condition that a timeline has a newer revision of the same event itself: then no view that shows what is added to
 * that timeline from now on shows this one.
 *
 * @param revision the name of the revision in the statement
 * @param timeline the column with the number of the timeline
 */
export function isReplaced(revision: string, timeline: string): RawBuilder<boolean> {
  return sql.raw(`exists (
    select 1 from journal_revision newer
    where newer.subject = ${revision}.subject and newer.seq > ${revision}.seq and newer.timeline = ${timeline})`);
}

/** The columns for `revisionOf`, of a revision `r`. */
export const revisionColumns = sql`
  r.seq, r.timeline, r.operation, r.subject, r.recorded, r.time, r.until, r.recorded_at, r.event_id, r.request_id, r.body`;

export interface RevisionRow {
  readonly seq: number;
  readonly timeline: number;
  readonly operation: Operation;
  readonly subject: number;
  readonly recorded: number;
  readonly time: number;
  readonly until: number;
  readonly recorded_at: number;
  readonly event_id: string;
  readonly request_id: string;
  readonly body: string;
}

/** @param timelineIds the ids of timelines by number */
export function revisionOf(row: RevisionRow, timelineIds: ReadonlyMap<number, string>): Revision {
  const timelineId = timelineIds.get(row.timeline);
  if (timelineId === undefined) throw new Error(`The revision ${row.seq} lies on a timeline that was not asked for.`);
  return {
    seq: row.seq,
    timelineId,
    operation: row.operation,
    eventId: JSON.parse(row.event_id),
    subject: row.subject,
    recorded: row.recorded,
    time: row.time,
    until: row.until,
    body: row.body,
    requestId: row.request_id,
    recordedAt: row.recorded_at,
  };
}

/** The revisions of a statement over the lineage of a view. */
export function revisionsIn({ lineage }: View, rows: readonly RevisionRow[]): readonly Revision[] {
  const timelineIds = new Map(lineage.map(({ timeline, timelineId }) => [timeline, timelineId]));
  return rows.map((row) => revisionOf(row, timelineIds));
}
