import { sql } from 'kysely';
import type { JournalConnection } from './connection.ts';
import { causeName, type JournalEntry, type Revision, type SnapshotCause } from './kind.ts';
import { sequence } from './tables.ts';
import { listed } from './visible.ts';

/** An entry with its place in the sequence. */
export interface PlacedEntry extends JournalEntry {
  readonly seq: number;
  readonly subject: number;
  readonly recorded: number;
  /** Wall time, milliseconds since 1970. */
  readonly recordedAt: number;
}

/** Gives entries the next places in the sequence, in their order. */
export async function place(
  connection: JournalConnection,
  entries: readonly JournalEntry[],
  recordedAt: number,
): Promise<readonly PlacedEntry[]> {
  const first = await takeSequence(connection, entries.length);
  return entries.map((entry, at) => ({
    ...entry,
    seq: first + at,
    subject: entry.subject ?? first + at,
    recorded: entry.recorded ?? first + at,
    recordedAt,
  }));
}

/**
 * Adds revisions, with what leads to them from their causes and from what they mention; a handful of statements, however many
 * entries there are.
 *
 * @param account its number
 */
export async function insert(connection: JournalConnection, account: number, entries: readonly PlacedEntry[]): Promise<void> {
  const [first] = entries;
  if (first === undefined) return;
  const numberOf = await numberWords(connection, account, entries);
  const timelineOf = await timelineNumbers(connection, account, entries);
  const rows = entries.map((entry) => {
    const { seq, subject, operation, recorded, time, until, requestId, body, recordedAt } = entry;
    const timeline = timelineOf(entry.timelineId);
    const causes = entry.causes.map(({ eventId, minDelay, maxDelay }): SnapshotCause => {
      const cause = numberOf('event', eventId);
      return minDelay === null && maxDelay === null ? cause : [cause, minDelay, maxDelay];
    });
    const mentions = mentionsOf(entry).map(({ role, word, until: busyUntil }) => [numberOf(role, word), busyUntil]);
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

  await connection.rows(sql`
    insert into journal_revision (
      seq, timeline, subject, name, operation, recorded, time, until, place, causes, mentions, rich, recorded_at, event_id, request_id, body)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9, value ->> 10,
      value ->> 11, value ->> 12, value ->> 13, value ->> 14, value ->> 15 from ${listed(rows.map(({ row }) => row))}`);
  await connection.rows(sql`
    insert into journal_cause (cause, seq, timeline, backward)
    select value ->> 0, value ->> 1, value ->> 2,
      exists (select 1 from journal_revision c where c.name = j.value ->> 0 and c.time >= j.value ->> 3)
    from ${listed(rows.flatMap(({ causes }) => causes))} j`);
  await connection.rows(sql`
    insert or ignore into journal_mention (word, time, seq, until)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from ${listed(rows.flatMap(({ mentions }) => mentions))}`);
  // A cause may be named before it is recorded; whether it is earlier than its effect shows only now.
  await connection.rows(sql`
    update journal_cause set backward = 1 from ${listed(rows.map(({ named }) => named))} j, journal_revision e
    where journal_cause.cause = j.value ->> 0 and journal_cause.seq < ${first.seq} and journal_cause.backward = 0
      and e.seq = journal_cause.seq and e.time <= j.value ->> 1`);
}

function listOrNull(members: readonly unknown[]): string | null {
  return members.length > 0 ? JSON.stringify(members) : null;
}

async function timelineNumbers(
  connection: JournalConnection,
  account: number,
  entries: readonly JournalEntry[],
): Promise<(timelineId: string) => number> {
  const ids = [...new Set(entries.map(({ timelineId }) => JSON.stringify(timelineId)))];
  const rows = await connection.rows(sql<{ id: string; number: number }>`
    select t.id, t.number from ${listed(ids)} j cross join journal_timeline t on t.account = ${account} and t.id = j.value`);
  const numbers = new Map(rows.map(({ id, number }) => [id, number]));
  return (timelineId) => {
    const number = numbers.get(JSON.stringify(timelineId));
    if (number === undefined) throw new Error(`There is no timeline ${timelineId} to add to.`);
    return number;
  };
}

/** Takes as many numbers of the sequence as are wanted, and returns the first. */
async function takeSequence(connection: JournalConnection, count: number): Promise<number> {
  const [row] = await connection.rows(sql<{ value: number }>`
    insert into counters (name, value) values (${sequence}, ${count})
    on conflict (name) do update set value = counters.value + ${count} returning value`);
  if (row === undefined) throw new Error('The sequence of the journal gave no number.');
  return row.value - count + 1;
}

type Role = 'event' | 'place' | 'participant' | 'sets' | 'needs';

/** Gives a number to every text that the entries hold and that has none yet. @returns the number of a text. */
async function numberWords(
  connection: JournalConnection,
  account: number,
  entries: readonly JournalEntry[],
): Promise<(role: Role, text: string) => number> {
  const wanted = new Map<string, readonly [role: Role, word: string]>();
  const want = (role: Role, text: string) => {
    const word = JSON.stringify(text);
    wanted.set(`${role} ${word}`, [role, word]);
  };
  for (const entry of entries) {
    want('event', entry.eventId);
    want('place', entry.place);
    for (const { eventId } of entry.causes) want('event', eventId);
    for (const { role, word } of mentionsOf(entry)) want(role, word);
  }
  const words = [...wanted.values()];
  await connection.rows(sql`
    insert into journal_word (account, role, word)
    select ${account}, value ->> 0, value ->> 1 from ${listed(words)} where true on conflict do nothing`);
  const rows = await connection.rows(sql<{ number: number; role: Role; word: string }>`
    select w.number, w.role, w.word from ${listed(words)} j
      cross join journal_word w on w.account = ${account} and w.role = j.value ->> 0 and w.word = j.value ->> 1`);
  const numbers = new Map(rows.map(({ number, role, word }) => [`${role} ${word}`, number]));
  return (role, text) => {
    const number = numbers.get(`${role} ${JSON.stringify(text)}`);
    if (number === undefined) throw new Error(`A ${role} that was to be kept got no number.`);
    return number;
  };
}

/** A key is set and needed at the moment of the event; a participant is busy until it ends. */
function mentionsOf({
  participants,
  sets,
  needs,
  time,
  until,
}: JournalEntry): readonly { readonly role: Role; readonly word: string; readonly until: number }[] {
  return [
    ...participants.map((word) => ({ role: 'participant' as const, word, until })),
    ...sets.map((word) => ({ role: 'sets' as const, word, until: time })),
    ...needs.map((word) => ({ role: 'needs' as const, word, until: time })),
  ];
}

/** What reading will give of it. */
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
