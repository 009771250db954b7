import { type RawBuilder, sql } from 'kysely';
import type { JournalConnection } from './dialect.ts';
import { eventsUnder, wordNumber, wordsTable } from './dictionary.ts';
import type {
  JournalPosition,
  JournalReads,
  JournalTimeline,
  MentionQuery,
  Revision,
  SnapshotSource,
  View,
} from './kind.ts';
import { overlapping, search, startingAt } from './search.ts';
import { isRevised, longMs } from './tables.ts';
import {
  accountNumber,
  headOf,
  isVisible,
  type RevisionRow,
  revisionColumns,
  revisionOf,
  revisionsIn,
  viewFinder,
  withLineage,
} from './view.ts';

/**
 * Reads of a journal on one connection.
 *
 * @param snapshot returns the source of a snapshot, for a worker thread
 */
export function journalReads(
  connection: JournalConnection,
  snapshot: (view: View) => Promise<SnapshotSource>,
  findView = viewFinder(connection),
): JournalReads {
  const { dialect } = connection;
  const { each, list, table } = dialect;
  const eventsAmong = (account: string, ids: readonly string[]) => wordsTable(dialect, account, 'event', ids);
  const inView = each('lineage', 'l', sql`l.timeline = r.timeline and r.seq <= l.up_to`);
  /** @param words a table of words that may be ids of events */
  const idsOfEvents = async (words: RawBuilder<unknown>) => {
    const rows = await connection.rows(sql<{ word: string }>`
      select distinct w.word from ${words} w
      where exists (select 1 from journal_revision r where r.name = w.number ${sql.raw(dialect.eachTime)})`);
    return rows.map(({ word }) => JSON.parse(word));
  };
  /** @param from tables, the last of which is a revision `r` */
  const shownRevisions = async (view: View, from: RawBuilder<unknown>, end = sql``) =>
    revisionsIn(
      view,
      await connection.rows(sql<RevisionRow>`
        ${withLineage(dialect, view)}
        select ${revisionColumns} from ${from} ${each('lineage', 'l', sql`l.timeline = r.timeline`)} where ${isVisible(dialect)} ${end}`),
    );

  return {
    timelines: (account) => timelines(connection, account),
    view: findView,
    search: (view, query) => search(connection, view, query),
    at: (view, place, instant) => startingAt(connection, view, place, instant),
    overlapping: (view, query) => overlapping(connection, view, query),
    current: (view, eventIds) =>
      unlessEmpty(eventIds, () =>
        shownRevisions(
          view,
          sql`${eventsAmong(view.account, eventIds)} w ${each('journal_revision', 'r', sql`r.name = w.number`)}`,
        ),
      ),
    currentOf: (view, subjects) =>
      unlessEmpty(subjects, () =>
        shownRevisions(
          view,
          sql`${list('s', 'number', subjects)} ${each('journal_revision', 'r', sql`r.subject = s.value`)}`,
        ),
      ),
    effects: (view, eventIds) =>
      unlessEmpty(eventIds, () =>
        shownRevisions(
          view,
          sql`(select distinct c.seq from ${eventsAmong(view.account, eventIds)} w ${each('journal_cause', 'c', sql`c.cause = w.number`)}) n
            ${each('journal_revision', 'r', sql`r.seq = n.seq`)}`,
        ),
      ),
    mentions: (view, query) =>
      shownRevisions(
        view,
        sql`${mentionsOf(wordNumber(dialect, view.account, query.role, query.word), query)} m ${each('journal_revision', 'r', sql`r.seq = m.seq`)}`,
        query.order === 'last'
          ? sql`order by m.time desc, m.seq desc limit ${query.limit ?? Number.MAX_SAFE_INTEGER}`
          : sql`order by m.time, m.seq limit ${query.limit ?? Number.MAX_SAFE_INTEGER}`,
      ),
    versions: (view, eventIds) =>
      unlessEmpty(eventIds, async () =>
        revisionsIn(
          view,
          await connection.rows(sql<RevisionRow>`
            ${withLineage(dialect, view)}, subjects(subject) as materialized (
              select distinct r.subject from ${eventsAmong(view.account, eventIds)} w ${each('journal_revision', 'r', sql`r.name = w.number`)} ${inView})
            select ${revisionColumns} from subjects s ${each('journal_revision', 'r', sql`r.subject = s.subject`)} ${inView}
            order by r.seq`),
        ),
      ),
    async history(account, eventId) {
      const rows = await connection.rows(sql<RevisionRow & { readonly timeline_id: string }>`
        select ${revisionColumns}, t.id as timeline_id
        from (select distinct r.subject from ${eventsAmong(account, [eventId])} w ${each('journal_revision', 'r', sql`r.name = w.number`)}) s
          ${each('journal_revision', 'r', sql`r.subject = s.subject and r.seq <= ${headOfAccount(account)}`)}
          ${each('journal_timeline', 't', sql`t.number = r.timeline`)}
        order by r.seq`);
      return rows.map((row) => revisionOf(row, new Map([[row.timeline, JSON.parse(row.timeline_id)]])));
    },
    taken: (account, eventIds) => unlessEmpty(eventIds, () => idsOfEvents(eventsAmong(account, eventIds))),
    under: (account, eventIds) => unlessEmpty(eventIds, () => idsOfEvents(eventsUnder(dialect, account, eventIds))),
    async changed(view, since, limit) {
      const before = new Map(since.lineage.map(({ timeline, upTo }) => [timeline, upTo]));
      const ranges = view.lineage.map(({ timeline, upTo }) => [timeline, before.get(timeline) ?? 0, upTo]);
      const rows = await connection.rows(sql<{ subject: number }>`
        select distinct r.subject from ${table('l', { timeline: 'number', since: 'number', up_to: 'number' }, ranges)}
          ${each('journal_revision', 'r', sql`r.timeline = l.timeline and r.seq > l.since and r.seq <= l.up_to`)}
        order by r.subject limit ${limit}`);
      return rows.map(({ subject }) => subject);
    },
    revised: async (view, limit) =>
      revisionsIn(
        view,
        await connection.rows(sql<RevisionRow>`
          ${withLineage(dialect, view)}
          select ${revisionColumns} from lineage l ${each('journal_revision', 'r', sql`r.timeline = l.timeline and ${sql.raw(isRevised('r'))}`)}
          where ${isVisible(dialect)} limit ${limit}`),
      ),
    async hasBackwardCause(view) {
      const rows = await connection.rows(sql`
        ${withLineage(dialect, view)}
        select 1 from lineage l ${each('journal_cause', 'c', sql`c.timeline = l.timeline and c.backward = 1`)}
          ${each('journal_revision', 'r', sql`r.seq = c.seq`)}
        where ${isVisible(dialect)} limit 1`);
      return rows.length > 0;
    },
    snapshot,
    upcoming: (account, from, limit) => upcoming(connection, account, from, limit),
    async receipt(account, operationId) {
      const number = await accountNumber(connection, account);
      const [row] = await connection.rows(sql<{ receipt: string }>`
        select receipt from journal_receipt where account = ${number ?? 0} and operation = ${JSON.stringify(operationId)}`);
      return row?.receipt;
    },
  };
}

function headOfAccount(account: string): RawBuilder<number> {
  return sql`(select max(seq) from journal_commit c join journal_account a on a.number = c.account where a.account = ${JSON.stringify(account)})`;
}

/**
 * Events that mention a word within a range: those that begin in it or shortly before, and the few long ones that began
 * earlier. Keys count at the time of the event only.
 */
function mentionsOf(number: RawBuilder<unknown>, { role, from, to }: MentionQuery): RawBuilder<unknown> {
  if (role !== 'participant') {
    return sql`(select time, seq from journal_mention where word = ${number} and time between ${from} and ${to})`;
  }
  return sql`(
    select time, seq from journal_mention where word = ${number} and time between ${from - longMs} and ${to} and until >= ${from}
    union all
    select time, seq from journal_mention where word = ${number} and until >= ${from} and until - time > ${sql.lit(longMs)} and time < ${from - longMs})`;
}

/** The timelines of an account, in order of creation. */
export async function timelines(connection: JournalConnection, account: string): Promise<readonly JournalTimeline[]> {
  const rows = await connection.rows(sql<TimelineRow>`
    select t.id, p.id as parent, t.branched_at, t.merged_at, t.description, t.created_at, t.request_id
    from journal_account a join journal_timeline t on t.account = a.number left join journal_timeline p on p.number = t.parent
    where a.account = ${JSON.stringify(account)} order by t.number`);
  return rows.map((row) => ({
    id: JSON.parse(row.id),
    parent: row.parent === null ? null : JSON.parse(row.parent),
    branchedAt: row.branched_at,
    mergedAt: row.merged_at,
    description: JSON.parse(row.description),
    createdAt: row.created_at,
    requestId: row.request_id,
  }));
}

interface TimelineRow {
  readonly id: string;
  readonly parent: string | null;
  readonly branched_at: number;
  readonly merged_at: number;
  readonly description: string;
  readonly created_at: number;
  readonly request_id: string;
}

async function unlessEmpty<T>(asked: readonly unknown[], read: () => Promise<readonly T[]>): Promise<readonly T[]> {
  return asked.length === 0 ? [] : read();
}

/**
 * The first revisions of all timelines of an account from a position on. They are read by time, in windows that hold
 * about as many as are wanted, like a long search.
 */
async function upcoming(
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
