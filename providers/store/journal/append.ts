import { sql } from 'kysely';
import type { JournalConnection } from './dialect.ts';
import { encodeWords, mentionsOf } from './dictionary.ts';
import { causeName, type JournalEntry, type Revision, type SnapshotCause } from './kind.ts';

/** An entry with its number in the sequence. */
export interface PlacedEntry extends JournalEntry {
  readonly seq: number;
  readonly subject: number;
  readonly recorded: number;
  /** Wall time, milliseconds since 1970. */
  readonly recordedAt: number;
}

/** Gives entries the next numbers of the sequence, in their order. */
export async function place(
  connection: JournalConnection,
  entries: readonly JournalEntry[],
  recordedAt: number,
): Promise<readonly PlacedEntry[]> {
  const numbers = await connection.dialect.take(connection.rows, entries.length);
  return numbers.flatMap((seq, at) => {
    const entry = entries[at];
    return entry === undefined
      ? []
      : [{ ...entry, seq, subject: entry.subject ?? seq, recorded: entry.recorded ?? seq, recordedAt }];
  });
}

/**
 * Inserts revisions, and index rows for their causes and mentions. Runs a handful of statements for any number of
 * entries.
 *
 * @param account its number
 */
export async function insert(
  connection: JournalConnection,
  account: number,
  entries: readonly PlacedEntry[],
): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  const numberOf = await encodeWords(connection, account, entries);
  const timelineOf = await timelineNumbers(connection, account, entries);
  const rows = entries.map((entry) => {
    const { seq, subject, operation, recorded, time, until, requestId, body, recordedAt } = entry;
    const timeline = timelineOf(entry.timelineId);
    const causes = entry.causes.map(({ eventId, minDelay, maxDelay }): SnapshotCause => {
      const cause = numberOf('event', eventId);
      return minDelay === null && maxDelay === null ? cause : [cause, minDelay, maxDelay];
    });
    const mentions = mentionsOf(entry).map(
      ({ role, word, until: busyUntil }) => [numberOf(role, word), busyUntil] as const,
    );
    const name = numberOf('event', entry.eventId);
    const place = numberOf('place', entry.place);
    return {
      named: [name, time],
      row: [
        seq,
        timeline,
        subject,
        name,
        operation,
        recorded,
        time,
        until,
        place,
        listOrNull(causes),
        listOrNull(mentions),
        entry.rich ? 1 : 0,
        recordedAt,
        JSON.stringify(entry.eventId),
        requestId,
        body,
      ],
      causes: [...new Set(causes.map(causeName))].map((cause) => [cause, seq, timeline, time]),
      mentions: mentions.map(([word, busyUntil]) => [word, time, seq, busyUntil]),
    };
  });

  const { dialect } = connection;
  await connection.rows(sql`
    insert into journal_revision (
      seq, timeline, subject, name, operation, recorded, time, until, place, causes, mentions, rich, recorded_at, event_id, request_id, body)
    select v.seq, v.timeline, v.subject, v.name, v.operation, v.recorded, v.time, v.until, v.place, v.causes, v.mentions, v.rich, v.recorded_at, v.event_id,
      v.request_id, v.body from ${dialect.table(
        'v',
        revisionColumns,
        rows.map(({ row }) => row),
      )}`);
  const causes = rows.flatMap((row) => row.causes);
  if (causes.length > 0) {
    await connection.rows(sql`
      insert into journal_cause (cause, seq, timeline, backward)
      select v.cause, v.seq, v.timeline, case when exists (
        select 1 from journal_revision c where c.name = v.cause and c.time >= v.time) then 1 else 0 end
      from ${dialect.table('v', { cause: 'number', seq: 'number', timeline: 'number', time: 'number' }, causes)}`);
  }
  const mentions = rows.flatMap((row) => row.mentions);
  if (mentions.length > 0) {
    await connection.rows(sql`
      insert into journal_mention (word, time, seq, until)
      select v.word, v.time, v.seq, v.until
      from ${dialect.table('v', { word: 'number', time: 'number', seq: 'number', until: 'number' }, mentions)} where true on conflict do nothing`);
  }
  // A cause may be named before it is recorded; only then is it known whether it is earlier than its effect.
  const named = rows.map((row) => row.named);
  const backward = await connection.rows(sql<{ cause: number; seq: number }>`
    select c.cause, c.seq from ${dialect.table('v', { name: 'number', time: 'number' }, named)}
      ${dialect.each('journal_cause', 'c', sql`c.cause = v.name and c.seq < ${first.seq} and c.backward = 0`)}
      ${dialect.each('journal_revision', 'e', sql`e.seq = c.seq and e.time <= v.time`)}`);
  if (backward.length > 0) {
    const known = backward.map(({ cause, seq }) => [cause, seq]);
    await connection.rows(sql`
      update journal_cause set backward = 1 from ${dialect.table('v', { cause: 'number', seq: 'number' }, known)}
      where journal_cause.cause = v.cause and journal_cause.seq = v.seq`);
  }
}

const revisionColumns = {
  seq: 'number',
  timeline: 'number',
  subject: 'number',
  name: 'number',
  operation: 'text',
  recorded: 'number',
  time: 'number',
  until: 'number',
  place: 'number',
  causes: 'text',
  mentions: 'text',
  rich: 'number',
  recorded_at: 'number',
  event_id: 'text',
  request_id: 'text',
  body: 'text',
} as const;

function listOrNull(members: readonly unknown[]): string | null {
  return members.length > 0 ? JSON.stringify(members) : null;
}

async function timelineNumbers(
  { rows: run, dialect: { list, each } }: JournalConnection,
  account: number,
  entries: readonly JournalEntry[],
): Promise<(timelineId: string) => number> {
  const ids = [...new Set(entries.map(({ timelineId }) => JSON.stringify(timelineId)))];
  const rows = await run(sql<{ id: string; number: number }>`
    select t.id, t.number from ${list('j', 'text', ids)} ${each('journal_timeline', 't', sql`t.account = ${account} and t.id = j.value`)}`);
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  return (timelineId) => {
    const number = numbers.get(JSON.stringify(timelineId));
    if (number === undefined) throw new Error(`There is no timeline ${timelineId} to add to.`);
    return number;
  };
}

/** The revision as reads will return it. */
export function revisionOfEntry({
  seq,
  timelineId,
  operation,
  eventId,
  subject,
  recorded,
  time,
  until,
  body,
  requestId,
  recordedAt,
}: PlacedEntry): Revision {
  return { seq, timelineId, operation, eventId, subject, recorded, time, until, body, requestId, recordedAt };
}
