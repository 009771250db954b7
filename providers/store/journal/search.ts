import { type RawBuilder, sql } from 'kysely';
import type { JournalConnection, JournalDialect } from './dialect.ts';
import { wordNumber } from './dictionary.ts';
import type { FoundRevision, JournalSearch, PlaceQuery, Revision, View } from './kind.ts';
import { longMs } from './tables.ts';
import { isNewest, isVisible, type RevisionRow, revisionColumns, revisionsIn, withLineage } from './view.ts';

/** A place in the order of what a search finds. */
type Position = Pick<FoundRevision, 'time' | 'recorded'>;

/** Those after `after`, up to `last`. */
interface Window {
  readonly after: Position;
  readonly last: Position;
}

/**
 * The visible revisions at a place, or everywhere, within a range of time.
 *
 * Those of one timeline are read in the order of an index, so that what lies beyond the limit costs nothing. Those of
 * several timelines are read in windows that hold about as many as are wanted. Where versions have been replaced, most
 * of a window may be invisible: so each one is four times as large as the one before.
 */
export async function search(
  connection: JournalConnection,
  view: View,
  query: JournalSearch,
): Promise<readonly FoundRevision[]> {
  const end = { time: query.to, recorded: Number.MAX_SAFE_INTEGER };
  const found: FoundRevision[] = [];
  let after = startOf(query);
  for (let size = query.limit; found.length < query.limit && inOrder(after, end) < 0; size *= 4) {
    const rest = { after, last: end };
    const last = view.lineage.length > 1 ? await windowEnd(connection, view, query.place, rest, size) : undefined;
    const window = { after, last: last ?? end };
    found.push(...(await matching(connection, view, query.place, window, query.limit - found.length)));
    after = window.last;
  }
  return found;
}

/** The position just before what is asked for. */
function startOf({ from, after }: JournalSearch): Position {
  const start = { time: from, recorded: 0 };
  return after === undefined || inOrder(after, start) < 0 ? start : after;
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

/** The first of those in a window, in order. */
function matching(
  connection: JournalConnection,
  view: View,
  place: string | null,
  window: Window,
  limit: number,
): Promise<readonly FoundRevision[]> {
  const { dialect } = connection;
  const index = indexOf(dialect, view, place);
  const { table, row } = index;
  const [only, ...others] = view.lineage;
  // An index has the order of what it finds only where the statement names the timeline.
  const isOne = only !== undefined && others.length === 0;
  const timeline = isOne ? sql`${only.timeline}` : sql`l.timeline`;
  const upTo = isOne ? sql`${only.upTo}` : sql`l.up_to`;
  const there = sql`${row}.timeline = ${timeline} and ${index.within(window)} and +${row}.seq <= ${upTo}`;
  const from = isOne ? sql`${sql.table(table)} ${row}` : sql`lineage l ${dialect.each(table, index.name, there)}`;
  return connection.rows(sql<FoundRevision>`
    ${withLineage(dialect, view)}
    select r.time, r.until, r.recorded, r.body from ${from}
    ${index.name === 'r' ? sql`` : dialect.each('journal_revision', 'r', sql`r.seq = ${row}.seq`)}
    where ${isOne ? there : sql`true`} and ${isNewest(dialect)}
    order by ${index.time}, ${row}.recorded limit ${limit}`);
}

/**
 * The position up to which one of the timelines has `size` revisions there, replaced or not; undefined if none has so
 * many.
 */
async function windowEnd(
  connection: JournalConnection,
  view: View,
  place: string | null,
  rest: Window,
  size: number,
): Promise<Position | undefined> {
  const { dialect } = connection;
  const { table, row, time, within, isInOrder } = indexOf(dialect, view, place);
  const [end] = await connection.rows(sql<Position>`
    ${withLineage(dialect, view)}
    select r.time, r.recorded from (
      select (
        select ${row}.seq from ${sql.table(table)} ${row}
        where ${row}.timeline = l.timeline and ${within(rest)} and +${row}.seq <= l.up_to
        order by ${isInOrder ? sql`${time}, ${row}.recorded` : time} limit 1 offset ${size}) as seq
      from lineage l) e ${dialect.each('journal_revision', 'r', sql`r.seq = e.seq`)}
    order by r.time, r.recorded limit 1`);
  if (end === undefined || isInOrder) return end;
  return { time: end.time, recorded: Number.MAX_SAFE_INTEGER };
}

/** The index that leads to the revisions at a place, or everywhere: a table, the name of its rows, and conditions on them. */
function indexOf(dialect: JournalDialect, view: View, place: string | null) {
  if (place === null) {
    // As the index has it. It has the time, but not the order of recording.
    const time = sql`(r.time + 0)`;
    const within = ({ after, last }: Window) =>
      sql`${time} between ${after.time} and ${last.time} and (r.time, r.recorded) > (${after.time}, ${after.recorded})`;
    return { table: 'journal_revision', name: 'r', row: sql.raw('r'), time, within, isInOrder: false };
  }
  const { name, row } = placeRow(dialect);
  const position = sql`(${row}.time, ${row}.recorded)`;
  const within = ({ after, last }: Window) => sql`
    ${row}.place = ${placeNumber(dialect, view, place)}
    and ${position} > (${after.time}, ${after.recorded}) and ${position} <= (${last.time}, ${last.recorded})`;
  return { table: dialect.placeTable, name, row, time: sql`${row}.time`, within, isInOrder: true };
}

/**
 * Joins the revisions `r` of each timeline of a lineage that meet a condition.
 *
 * @param condition on the place and the time of the row with that name
 */
function revisionsAt(
  { placeTable, each }: JournalDialect,
  condition: (row: RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { name, row } = placeRow({ placeTable });
  const there = each(placeTable, name, sql`${row}.timeline = l.timeline and ${condition(row)}`);
  return name === 'r' ? there : sql`${there} ${each('journal_revision', 'r', sql`r.seq = p.seq`)}`;
}

/** The name of a row of the table of places: that of the revision, if they are the same. */
function placeRow({ placeTable }: Pick<JournalDialect, 'placeTable'>) {
  const name = placeTable === 'journal_revision' ? 'r' : 'p';
  return { name, row: sql.raw(name) };
}

/** The number of a place, as a scalar subquery. */
function placeNumber(dialect: JournalDialect, { account }: View, place: string): RawBuilder<unknown> {
  return wordNumber(dialect, account, 'place', place);
}

function inOrder(one: Position, other: Position): number {
  return one.time - other.time || one.recorded - other.recorded;
}
