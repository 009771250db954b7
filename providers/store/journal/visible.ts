import { type RawBuilder, sql } from 'kysely';
import type { JournalFlavour } from './flavour.ts';
import type { Operation, Revision, View } from './kind.ts';

/** Begins a statement with the lineage of a view, as the table `lineage(timeline, up_to)`. */
export function withLineage(flavour: JournalFlavour, { lineage }: View): RawBuilder<unknown> {
  const rows = lineage.map(({ timeline, upTo }) => [timeline, upTo]);
  return sql`with lineage(timeline, up_to) as materialized (
    select v.timeline, v.up_to from ${flavour.table('v', { timeline: 'number', up_to: 'number' }, rows)})`;
}

/**
 * That a revision `r` lies within the lineage row `l`, and that nothing newer of its subject lies within the lineage. The sign
 * keeps a planner from finding `r` by its place in the sequence, which may be all that a timeline holds, instead of by what is
 * asked for.
 */
export function shown({ each, eachTime }: JournalFlavour): RawBuilder<boolean> {
  return sql`+r.seq <= l.up_to and not exists (
    select 1 from journal_revision newer ${each('lineage', 'nl', sql`nl.timeline = newer.timeline and newer.seq <= nl.up_to`)}
    where newer.subject = r.subject and newer.seq > r.seq ${sql.raw(eachTime)})`;
}

/** The columns that `revisionOf` reads, of a revision `r`. */
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

/** @param timelineIds the ids behind the numbers of timelines */
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

/** The revisions that a statement over the lineage of a view gives. */
export function revisionsIn({ lineage }: View, rows: readonly RevisionRow[]): readonly Revision[] {
  const timelineIds = new Map(lineage.map(({ timeline, timelineId }) => [timeline, timelineId]));
  return rows.map((row) => revisionOf(row, timelineIds));
}
