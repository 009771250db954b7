import { type RawBuilder, sql } from 'kysely';
import type { JournalConnection } from './connection.ts';
import type { FoundRevision, JournalSearch, Revision, View } from './kind.ts';
import { longMs } from './tables.ts';
import { type RevisionRow, revisionColumns, revisionsIn, shown, withLineage } from './visible.ts';

/**
 * The revisions in view at a place within a range of time.
 *
 * Most searches find few, so they are first looked for in whatever order the index has them, and sorted here. Where there are
 * more than the limit, they are read by time, in windows that hold about as many as are wanted: what is beyond the limit costs
 * nothing then, be it a million.
 */
export async function search(connection: JournalConnection, view: View, query: JournalSearch): Promise<readonly FoundRevision[]> {
  const unordered = await matching(connection, view, query, sql`limit ${query.limit + 1}`);
  if (unordered.length <= query.limit) return isOrdered(unordered) ? unordered : unordered.toSorted(inOrder);

  const found: FoundRevision[] = [];
  for (let from = query.after?.time ?? query.from; found.length < query.limit && from <= query.to; ) {
    const to = await windowEnd(connection, view, { ...query, from });
    found.push(
      ...(await matching(
        connection,
        view,
        { ...query, from, to },
        sql`order by r.time, r.recorded limit ${query.limit - found.length}`,
      )),
    );
    from = to + 1;
  }
  return found;
}

/** The revisions in view that begin at a place at an instant. */
export async function beginningAt(
  connection: JournalConnection,
  view: View,
  place: string,
  instant: number,
): Promise<readonly Revision[]> {
  const rows = await connection.rows(sql<RevisionRow>`
    ${withLineage(view)}
    select ${revisionColumns} from lineage l cross join journal_revision r
      on r.timeline = l.timeline and r.place = ${placeNumber(view, place)} and r.time = ${instant}
    where ${shown} order by r.recorded`);
  return revisionsIn(view, rows);
}

/**
 * The first revisions in view at a place that are under way within a range: those that begin in it or shortly before, and the few
 * long ones that began earlier.
 */
export async function underWay(
  connection: JournalConnection,
  view: View,
  { place, from, to, limit }: Omit<JournalSearch, 'after'>,
): Promise<readonly Revision[]> {
  const long = await connection.rows(sql<RevisionRow>`
    ${withLineage(view)}
    select ${revisionColumns} from lineage l cross join journal_revision r
      on r.timeline = l.timeline and r.place = ${placeNumber(view, place)} and r.until >= ${from}
        and r.until - r.time > ${sql.lit(longMs)} and r.time < ${from - longMs}
    where ${shown} order by r.time, r.recorded limit ${limit}`);
  const recent = await connection.rows(sql<RevisionRow>`
    ${withLineage(view)}
    select ${revisionColumns} from lineage l cross join journal_revision r
      on r.timeline = l.timeline and r.place = ${placeNumber(view, place)} and r.time between ${from - longMs} and ${to} and r.until >= ${from}
    where ${shown} order by r.time, r.recorded limit ${limit}`);
  return revisionsIn(view, [...long, ...recent].slice(0, limit));
}

function matching(
  connection: JournalConnection,
  view: View,
  { place, from, to, after }: JournalSearch,
  end: RawBuilder<unknown>,
): Promise<readonly FoundRevision[]> {
  const goingOn = after === undefined ? sql`` : sql`and (r.time, r.recorded) > (${after.time}, ${after.recorded})`;
  return connection.rows(sql<FoundRevision>`
    ${withLineage(view)}
    select r.time, r.recorded, r.body from lineage l cross join journal_revision r
      on r.timeline = l.timeline and r.place = ${placeNumber(view, place)} and r.time between ${Math.max(from, after?.time ?? from)} and ${to}
    where ${shown} ${goingOn} ${end}`);
}

/**
 * A time up to which one of the timelines has `limit` revisions there, shown or not; the end of the range where none has so many.
 */
async function windowEnd(connection: JournalConnection, view: View, { place, from, to, limit }: JournalSearch): Promise<number> {
  const [row] = await connection.rows(sql<{ time: number | null }>`
    ${withLineage(view)}
    select min((select r.time from journal_revision r
      where r.timeline = l.timeline and r.place = ${placeNumber(view, place)} and r.time between ${from} and ${to}
      order by r.time limit 1 offset ${limit})) as time from lineage l`);
  return row?.time ?? to;
}

function placeNumber({ account }: View, place: string): RawBuilder<unknown> {
  return sql`(select w.number from journal_account a join journal_word w on w.account = a.number
    where a.account = ${JSON.stringify(account)} and w.role = 'place' and w.word = ${JSON.stringify(place)})`;
}

/** What lies on one timeline comes in order already. */
function isOrdered(found: readonly FoundRevision[]): boolean {
  return found.every((revision, at) => at === 0 || inOrder(found[at - 1] ?? revision, revision) < 0);
}

function inOrder(one: FoundRevision, other: FoundRevision): number {
  return one.time - other.time || one.recorded - other.recorded;
}
