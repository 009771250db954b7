import { sql } from 'kysely';
import { type AddedRange, addedRevisions, markBackwardIn } from './append.ts';
import type { JournalConnection } from './dialect.ts';
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
  const columns = { moved: 'number', seq: 'number', time: 'number', longer: 'number' } as const;
  const rows = placed.map(({ moved, seq, time, longer = 0 }) => [moved, seq, time, longer]);
  // One statement for all of them: SQLite keeps what it selects from the table that it adds to in a temporary one.
  await connection.rows(sql`
    ${dialect.insertInto} journal_revision (
      seq, timeline, subject, name, operation, recorded, time, until, place, causes, mentions, rich, recorded_at, event_id, request_id, body)
    select v.moved, cast(${timeline} as bigint), r.subject, r.name, ${operation}, r.recorded, v.time,
      r.until - r.time + v.time + v.longer, r.place, r.causes, r.mentions, r.rich, cast(${recordedAt} as bigint), r.event_id, ${requestId}, r.body
    from ${dialect.table('v', columns, rows)} ${dialect.each('journal_revision', 'r', sql`r.seq = v.seq`)}`);
  return placed;
}

/**
 * Adds the index rows of copied revisions, once all of a change are copied: whether a cause is earlier than its effect
 * depends on both. One statement serves many revisions, where the database finds by itself all that they need.
 *
 * @param moves of one timeline, in the order of their new numbers
 * @param first the number of the first revision that the change added
 */
export async function indexMoved(
  connection: JournalConnection,
  timeline: number,
  moves: readonly PlacedMove[],
  first: number,
): Promise<void> {
  const { dialect } = connection;
  const [from, to] = [moves[0]?.moved, moves.at(-1)?.moved];
  if (from === undefined || to === undefined) return;
  const range: AddedRange = { timeline, from, to };
  if (dialect.placeTable !== 'journal_revision') {
    await connection.rows(sql`
      ${dialect.insertInto} ${sql.table(dialect.placeTable)} (timeline, place, time, recorded, seq)
      select r.timeline, r.place, r.time, r.recorded, r.seq from ${addedRevisions(range)}`);
  }
  const causes = dialect.numbersIn('r.causes');
  await connection.rows(sql`
    ${dialect.insertInto} journal_cause (cause, seq, timeline, backward)
    select ${causes.number}, r.seq, r.timeline, case when exists (
      select 1 from journal_revision c where c.name = ${causes.number} and c.time >= r.time and not ${isReplaced('c', 'r.timeline')}) then 1 else 0 end
    from ${addedRevisions(range)} cross join ${causes.table} where true on conflict do nothing`);
  await indexMentions(connection, range, moves);
  await markBackwardIn(connection, range, first);
}

async function indexMentions(
  connection: JournalConnection,
  range: AddedRange,
  moves: readonly PlacedMove[],
): Promise<void> {
  const { dialect } = connection;
  const mentioning = await connection.rows(
    sql<{ seq: number }>`select r.seq from ${addedRevisions(range)} where r.mentions is not null`,
  );
  const wanted = new Set(mentioning.map(({ seq }) => seq));
  const words = dialect.numbersIn('r.mentions');
  await connection.overValues(
    { moved: 'number', seq: 'number', time: 'number', longer: 'number' },
    moves.flatMap(({ moved, seq, time, longer = 0 }) => (wanted.has(moved) ? [[moved, seq, time, longer]] : [])),
    (v) => sql`
      ${dialect.insertInto} journal_mention (word, time, seq, until)
      select m.word, v.time, v.moved, m.until - m.time + v.time + v.longer
      from ${v} ${dialect.each('journal_revision', 'r', sql`r.seq = v.seq`)} cross join ${words.table}
        ${dialect.each('journal_mention', 'm', sql`m.word = ${words.number} and m.time = r.time and m.seq = r.seq`)} where true on conflict do nothing`,
  );
}
