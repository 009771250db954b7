import { DatabaseSync } from 'node:sqlite';
import { normalizeLocation } from '../../../plugins/timelines/ledger/event.ts';

/**
 * What the ledger does, written by hand as prepared statements over `node:sqlite` on the same file: the least that such
 * work can cost here.
 */
export interface RawSql {
  /** The rows that a timeline shows at a place within a range. */
  rows(timelineId: string, location: string, from: number, to: number): readonly { readonly body: string }[];
  /** The same as events: what is kept as JSON is read. */
  events(timelineId: string, location: string, from: number, to: number): readonly unknown[];
  close(): void;
}

/** Keeps the statement and nothing else: no time of its own is spent on names, documents or checks. */
export function rawSql(file: string): RawSql {
  const database = new DatabaseSync(file, { readOnly: true });
  const number = database.prepare('select number from journal_timeline where id = ?');
  const word = database.prepare("select number from journal_word where role = 'place' and word = ?");
  const search = database.prepare(`
    with recursive lineage(timeline, up_to) as materialized (
      select ?, (select max(seq) from journal_commit)
      union all
      select t.parent, min(l.up_to, t.branched_at) from lineage l join journal_timeline t on t.number = l.timeline where t.parent is not null)
    select r.event_id, r.time, r.body from lineage l
      cross join journal_place p on p.timeline = l.timeline and p.place = ? and p.time between ? and ? and p.seq <= l.up_to
      cross join journal_revision r on r.seq = p.seq
    where not exists (
      select 1 from journal_revision n cross join lineage nl on nl.timeline = n.timeline
      where n.subject = r.subject and n.seq > r.seq and n.seq <= nl.up_to)
    order by r.time, r.recorded`);
  const timelines = new Map<string, number>();
  const places = new Map<string, number>();
  const numberOf = (cache: Map<string, number>, text: string, find: typeof number, json: string): number => {
    const known = cache.get(text) ?? Number(find.get(json)?.number);
    cache.set(text, known);
    return known;
  };
  const rows: RawSql['rows'] = (timelineId, location, from, to) => {
    const timeline = numberOf(timelines, timelineId, number, JSON.stringify(timelineId));
    const place = numberOf(places, location, word, JSON.stringify(normalizeLocation(location)));
    // The boundary to node:sqlite: the columns are those of the statement above.
    return search.all(timeline, place, from, to) as unknown as readonly { readonly body: string }[];
  };
  return {
    rows,
    events: (...query) => rows(...query).map(({ body }): unknown => JSON.parse(body)),
    close: () => database.close(),
  };
}
