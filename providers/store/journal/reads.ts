import { type RawBuilder, sql } from 'kysely';
import type { JournalConnection } from './connection.ts';
import type { JournalReads, JournalTimeline, MentionQuery, Revision, SnapshotSource, View } from './kind.ts';
import { beginningAt, search, underWay } from './search.ts';
import { longMs } from './tables.ts';
import { accountNumber, viewFinder } from './view.ts';
import { listed, type RevisionRow, revisionColumns, revisionOf, revisionsIn, shown, withLineage } from './visible.ts';

/**
 * Reading a journal through one connection.
 *
 * @param snapshot how a worker thread reads what the connection reads
 */
export function journalReads(
  connection: JournalConnection,
  snapshot: (view: View) => Promise<SnapshotSource>,
  findView = viewFinder(connection),
): JournalReads {
  const shownRevisions = async (view: View, from: RawBuilder<unknown>, end = sql``): Promise<readonly Revision[]> =>
    revisionsIn(
      view,
      await connection.rows(sql<RevisionRow>`${withLineage(view)} select ${revisionColumns} from ${from} where ${shown} ${end}`),
    );

  return {
    timelines: (account) => timelines(connection, account),
    view: findView,
    search: (view, query) => search(connection, view, query),
    at: (view, place, instant) => beginningAt(connection, view, place, instant),
    underWay: (view, query) => underWay(connection, view, query),
    current: (view, eventIds) =>
      unlessEmpty(eventIds, () =>
        shownRevisions(
          view,
          sql`${wordsOf(view.account, 'event', eventIds)}
            cross join journal_revision r on r.name = w.number
            cross join lineage l on l.timeline = r.timeline`,
        ),
      ),
    currentOf: (view, subjects) =>
      unlessEmpty(subjects, () =>
        shownRevisions(
          view,
          sql`${listed(subjects)} s
            cross join journal_revision r on r.subject = s.value
            cross join lineage l on l.timeline = r.timeline`,
        ),
      ),
    effects: (view, eventIds) =>
      unlessEmpty(eventIds, () =>
        shownRevisions(
          view,
          sql`(select distinct c.seq from ${wordsOf(view.account, 'event', eventIds)} cross join journal_cause c on c.cause = w.number) n
            cross join journal_revision r on r.seq = n.seq
            cross join lineage l on l.timeline = r.timeline`,
        ),
      ),
    mentions: (view, query) =>
      shownRevisions(
        view,
        sql`${mentionsOf(view.account, query)}
            cross join journal_revision r on r.seq = m.seq
            cross join lineage l on l.timeline = r.timeline`,
        query.order === 'last'
          ? sql`order by m.time desc, m.seq desc limit ${query.limit ?? Number.MAX_SAFE_INTEGER}`
          : sql`order by m.time, m.seq limit ${query.limit ?? Number.MAX_SAFE_INTEGER}`,
      ),
    versions: (view, eventIds) =>
      unlessEmpty(eventIds, async () =>
        revisionsIn(
          view,
          await connection.rows(sql<RevisionRow>`
            ${withLineage(view)}, subjects(subject) as materialized (
              select distinct r.subject from ${wordsOf(view.account, 'event', eventIds)}
                cross join journal_revision r on r.name = w.number
                cross join lineage l on l.timeline = r.timeline and r.seq <= l.up_to)
            select ${revisionColumns} from subjects s
              cross join journal_revision r on r.subject = s.subject
              cross join lineage l on l.timeline = r.timeline and r.seq <= l.up_to
            order by r.seq`),
        ),
      ),
    async history(account, eventId) {
      const rows = await connection.rows(sql<RevisionRow & { readonly timeline_id: string }>`
        select ${revisionColumns}, t.id as timeline_id from journal_revision r join journal_timeline t on t.number = r.timeline
        where r.subject in (select r.subject from ${wordsOf(account, 'event', [eventId])} cross join journal_revision r on r.name = w.number)
          and r.seq <= (select max(seq) from journal_commit c join journal_account a on a.number = c.account where a.account = ${JSON.stringify(account)})
        order by r.seq`);
      return rows.map((row) => revisionOf(row, new Map([[row.timeline, JSON.parse(row.timeline_id)]])));
    },
    taken: (account, eventIds) =>
      unlessEmpty(eventIds, async () => {
        const rows = await connection.rows(sql<{ word: string }>`
          select w.word from ${wordsOf(account, 'event', eventIds)}
          where exists (select 1 from journal_revision r where r.name = w.number)`);
        return rows.map(({ word }) => JSON.parse(word));
      }),
    async changed(view, since, limit) {
      const before = new Map(since.lineage.map(({ timeline, upTo }) => [timeline, upTo]));
      const ranges = view.lineage.map(({ timeline, upTo }) => [timeline, before.get(timeline) ?? 0, upTo]);
      const rows = await connection.rows(sql<{ subject: number }>`
        select distinct r.subject from ${listed(ranges)} l
          cross join journal_revision r on r.timeline = l.value ->> 0 and r.seq > l.value ->> 1 and r.seq <= l.value ->> 2
        order by r.subject limit ${limit}`);
      return rows.map(({ subject }) => subject);
    },
    async hasBackwardCause(view) {
      const rows = await connection.rows(sql`
        ${withLineage(view)}
        select 1 from lineage l
          cross join journal_cause c on c.timeline = l.timeline and c.backward = 1
          cross join journal_revision r on r.seq = c.seq
        where ${shown} limit 1`);
      return rows.length > 0;
    },
    snapshot,
    async receipt(account, operationId) {
      const number = await accountNumber(connection, account);
      const [row] = await connection.rows(sql<{ receipt: string }>`
        select receipt from journal_receipt where account = ${number ?? 0} and operation = ${JSON.stringify(operationId)}`);
      return row?.receipt;
    },
  };
}

/** The words `w` of an account that are among some texts. */
function wordsOf(account: string, role: string, texts: readonly string[]): RawBuilder<unknown> {
  return sql`journal_account a
    cross join ${listed([...new Set(texts)].map((text) => JSON.stringify(text)))} j
    cross join journal_word w on w.account = a.number and w.role = ${role} and w.word = j.value and a.account = ${JSON.stringify(account)}`;
}

/**
 * What mentions a word within a range, as `m`: what begins in it or shortly before, and the few long ones that began earlier.
 * Keys count at the moment of the event alone.
 */
function mentionsOf(account: string, { role, word, from, to }: MentionQuery): RawBuilder<unknown> {
  // One number and not a table, so that the index gives the mentions in their order, and a limit ends the reading.
  const number = sql`(select w.number from ${wordsOf(account, role, [word])})`;
  if (role !== 'participant') {
    return sql`(select time, seq from journal_mention where word = ${number} and time between ${from} and ${to}) m`;
  }
  return sql`(
    select time, seq from journal_mention where word = ${number} and time between ${from - longMs} and ${to} and until >= ${from}
    union all
    select time, seq from journal_mention where word = ${number} and until >= ${from} and until - time > ${sql.lit(longMs)} and time < ${from - longMs}) m`;
}

async function timelines(connection: JournalConnection, account: string): Promise<readonly JournalTimeline[]> {
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
