import { type RawBuilder, sql } from 'kysely';
import type { JournalConnection, JournalDialect } from './dialect.ts';
import { wordNumber } from './dictionary.ts';
import type { FoundRevision, JournalSearch, PlaceQuery, Revision, View } from './kind.ts';
import { longMs } from './tables.ts';
import { isVisible, type RevisionRow, revisionColumns, revisionsIn, withLineage } from './view.ts';

/**
 * The visible revisions at a place, or everywhere, within a range of time.
 *
 * Most searches find few revisions. So the first query takes up to `limit` + 1 in the order of the index, and sorts
 * them here. If there are more, they are read by time, in windows that hold about as many as are wanted: so revisions
 * beyond the limit cost nothing.
 */
export async function search(
  connection: JournalConnection,
  view: View,
  query: JournalSearch,
): Promise<readonly FoundRevision[]> {
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

/** The visible revisions at a place that begin at an instant. */
export async function startingAt(
  connection: JournalConnection,
  view: View,
  place: string,
  instant: number,
): Promise<readonly Revision[]> {
  const { dialect } = connection;
  const number = placeNumber(dialect, view, place);
  const there = revisionsAt(dialect, (row) => sql`${row}.place = ${number} and ${row}.time = ${instant}`);
  const rows = await connection.rows(sql<RevisionRow>`
    ${withLineage(dialect, view)}
    select ${revisionColumns} from lineage l ${there}
    where ${isVisible(dialect)} order by r.recorded`);
  return revisionsIn(view, rows);
}

/**
 * The first visible revisions at a place that overlap a range: those that begin in it or shortly before, and the few
 * long ones that began earlier.
 */
export async function overlapping(
  connection: JournalConnection,
  view: View,
  { place, from, to, limit }: PlaceQuery,
): Promise<readonly Revision[]> {
  const { dialect } = connection;
  const number = placeNumber(dialect, view, place);
  const those = (there: RawBuilder<unknown>) =>
    connection.rows(sql<RevisionRow>`
      ${withLineage(dialect, view)}
      select ${revisionColumns} from lineage l ${there}
      where r.until >= ${from} and ${isVisible(dialect)} order by r.time, r.recorded limit ${limit}`);
  const isLong = sql`r.until >= ${from} and r.until - r.time > ${sql.lit(longMs)} and r.time < ${from - longMs}`;
  const long = await those(
    dialect.each('journal_revision', 'r', sql`r.timeline = l.timeline and r.place = ${number} and ${isLong}`),
  );
  const recent = await those(
    revisionsAt(dialect, (row) => sql`${row}.place = ${number} and ${row}.time between ${from - longMs} and ${to}`),
  );
  return revisionsIn(view, [...long, ...recent].slice(0, limit));
}

function matching(
  connection: JournalConnection,
  view: View,
  { place, from, to, after }: JournalSearch,
  end: RawBuilder<unknown>,
): Promise<readonly FoundRevision[]> {
  const { dialect } = connection;
  const range = sql`between ${Math.max(from, after?.time ?? from)} and ${to}`;
  const there =
    place === null
      ? dialect.each('journal_revision', 'r', sql`r.timeline = l.timeline and ${everywhere} ${range}`)
      : revisionsAt(
          dialect,
          (row) => sql`${row}.place = ${placeNumber(dialect, view, place)} and ${row}.time ${range}`,
        );
  const goingOn = after === undefined ? sql`` : sql`and (r.time, r.recorded) > (${after.time}, ${after.recorded})`;
  return connection.rows(sql<FoundRevision>`
    ${withLineage(dialect, view)}
    select r.time, r.recorded, r.body from lineage l ${there}
    where ${isVisible(dialect)} ${goingOn} ${end}`);
}

/**
 * A time up to which one of the timelines has `limit` revisions there, visible or not; the end of the range if none has
 * so many.
 */
async function windowEnd(
  connection: JournalConnection,
  view: View,
  { place, from, to, limit }: JournalSearch,
): Promise<number> {
  const { dialect } = connection;
  const there =
    place === null
      ? { table: 'journal_revision', is: sql``, time: everywhere }
      : { table: dialect.placeTable, is: sql`r.place = ${placeNumber(dialect, view, place)} and`, time: sql`r.time` };
  const [row] = await connection.rows(sql<{ time: number | null }>`
    ${withLineage(dialect, view)}
    select min((select r.time from ${sql.table(there.table)} r
      where r.timeline = l.timeline and ${there.is} ${there.time} between ${from} and ${to}
      order by ${there.time} limit 1 offset ${limit})) as time from lineage l`);
  return row?.time ?? to;
}

/** The time of a revision, as the index has it that leads to it without a place. */
const everywhere = sql`(r.time + 0)`;

/**
 * Joins the revisions `r` of each timeline of a lineage that meet a condition.
 *
 * @param condition on the place and the time of the row with that name
 */
function revisionsAt(
  { placeTable, each }: JournalDialect,
  condition: (row: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const found = placeTable === 'journal_revision' ? 'r' : 'p';
  const row = sql.raw(found);
  const there = each(placeTable, found, sql`${row}.timeline = l.timeline and ${condition(row)}`);
  return found === 'r' ? there : sql`${there} ${each('journal_revision', 'r', sql`r.seq = p.seq`)}`;
}

/** The number of a place, as a scalar subquery. */
function placeNumber(dialect: JournalDialect, { account }: View, place: string): RawBuilder<unknown> {
  return wordNumber(dialect, account, 'place', place);
}

/** Revisions of one timeline are in order already. */
function isOrdered(found: readonly FoundRevision[]): boolean {
  return found.every((revision, at) => at === 0 || inOrder(found[at - 1] ?? revision, revision) < 0);
}

function inOrder(one: FoundRevision, other: FoundRevision): number {
  return one.time - other.time || one.recorded - other.recorded;
}
