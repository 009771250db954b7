import { sql } from 'kysely';
import { markBackward } from './append.ts';
import type { JournalConnection, RowValues } from './dialect.ts';
import type { MovedRevision, Revision } from './kind.ts';
import { isReplaced } from './view.ts';

/** A revision that moved, by its new number. */
export interface PlacedMove extends MovedRevision {
  readonly moved: number;
}

/** What the new revisions have of their own. */
export type MoveChange = Pick<Revision, 'operation' | 'requestId' | 'recordedAt'>;

/**
 * Copies revisions to other times, without their index rows. Nothing but numbers passes through this process: the
 * database copies the rest, so that a plan of 10^5 events moves in about a second.
 */
export async function copyMoved(
  connection: JournalConnection,
  timeline: number,
  moves: readonly MovedRevision[],
  { operation, requestId, recordedAt }: MoveChange,
): Promise<readonly PlacedMove[]> {
  const { dialect } = connection;
  const numbers = await dialect.take(connection.rows, moves.length);
  const placed = moves.map((move, at) => ({ ...move, moved: numbers[at] ?? Number.NaN }));
  await connection.overValues(
    {
      moved: 'number',
      seq: 'number',
      time: 'number',
      timeline: 'number',
      operation: 'text',
      recorded_at: 'number',
      request: 'text',
    },
    placed.map(({ moved, seq, time }) => [moved, seq, time, timeline, operation, recordedAt, requestId]),
    (v) => sql`
      ${dialect.insertInto} journal_revision (
        seq, timeline, subject, name, operation, recorded, time, until, place, causes, mentions, rich, recorded_at, event_id, request_id, body)
      select v.moved, v.timeline, r.subject, r.name, v.operation, r.recorded, v.time, r.until - r.time + v.time, r.place, r.causes, r.mentions,
        r.rich, v.recorded_at, r.event_id, v.request, r.body
      from ${v} ${dialect.each('journal_revision', 'r', sql`r.seq = v.seq`)}`,
  );
  return placed;
}

/**
 * Adds the index rows of copied revisions, once all of a change are copied: whether a cause is earlier than its effect
 * depends on both.
 *
 * @param first the number of the first revision that the change added
 */
export async function indexMoved(
  connection: JournalConnection,
  moves: readonly PlacedMove[],
  first: number,
): Promise<void> {
  const { dialect } = connection;
  const rows = moves.map(({ moved }): RowValues => [moved]);
  const causes = dialect.numbersIn('r.causes');
  await connection.overValues(
    { moved: 'number' },
    rows,
    (v) => sql`
      ${dialect.insertInto} journal_cause (cause, seq, timeline, backward)
      select ${causes.number}, r.seq, r.timeline, case when exists (
        select 1 from journal_revision c where c.name = ${causes.number} and c.time >= r.time and not ${isReplaced('c', 'r.timeline')}) then 1 else 0 end
      from ${v} ${dialect.each('journal_revision', 'r', sql`r.seq = v.moved`)} cross join ${causes.table} where true on conflict do nothing`,
  );
  const words = dialect.numbersIn('r.mentions');
  await connection.overValues(
    { moved: 'number', seq: 'number', time: 'number' },
    moves.map(({ moved, seq, time }) => [moved, seq, time]),
    (v) => sql`
      ${dialect.insertInto} journal_mention (word, time, seq, until)
      select m.word, v.time, v.moved, m.until - m.time + v.time
      from ${v} ${dialect.each('journal_revision', 'r', sql`r.seq = v.seq`)} cross join ${words.table}
        ${dialect.each('journal_mention', 'm', sql`m.word = ${words.number} and m.time = r.time and m.seq = r.seq`)} where true on conflict do nothing`,
  );
  await markBackward(
    connection,
    moves.map(({ moved }) => moved),
    first,
  );
}
