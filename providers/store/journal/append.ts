import { type RawBuilder, sql } from 'kysely';
import type { JournalConnection, JournalDialect, RowValues } from './dialect.ts';
import { encodeWords, mentionsOf, numberOf, type WordNumbers } from './dictionary.ts';
import { causeName, type JournalEntry, type Revision, type SnapshotCause } from './kind.ts';
import { isReplaced } from './view.ts';

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

/** The index rows of revisions that may be inserted later, many at a time, but before the revisions are shown. */
export interface IndexRows {
  readonly places: readonly PlaceRow[];
  readonly causes: readonly CauseRow[];
}

/** A row for the dialect's `placeTable`. */
export type PlaceRow = readonly [timeline: number, place: number, time: number, recorded: number, seq: number];

/** A row of `journal_cause` to be: numbers of a cause, of the revision that names it, and of its timeline; its time. */
export type CauseRow = readonly [cause: number, seq: number, timeline: number, time: number];

/**
 * Inserts revisions and their index rows. Runs a handful of statements for any number of entries.
 *
 * @param account its number
 * @param numbers known numbers of its words, to which those of the entries are added
 */
export async function insert(
  connection: JournalConnection,
  account: number,
  entries: readonly PlacedEntry[],
  numbers: WordNumbers,
): Promise<void> {
  await insertIndexRows(connection, await insertRevisions(connection, account, entries, numbers));
}

/** The same without the index rows that it returns. */
export async function insertRevisions(
  connection: JournalConnection,
  account: number,
  entries: readonly PlacedEntry[],
  numbers: WordNumbers,
): Promise<IndexRows> {
  const [first] = entries;
  if (first === undefined) return { places: [], causes: [] };
  const newEvents = await encodeWords(connection, account, entries, numbers);
  const timelines = new Set(entries.map(({ timelineId }) => timelineId));
  const timelineOf = await timelineNumbers(connection, account, [...timelines]);
  const revisions: RowValues[] = [];
  const mentioned: RowValues[] = [];
  const places: PlaceRow[] = [];
  const causeRows: CauseRow[] = [];
  const known: number[] = [];
  // A loop: this runs for every event of an import.
  for (const entry of entries) {
    const { seq, subject, operation, recorded, time, until, requestId, body, recordedAt } = entry;
    const timeline = timelineOf(entry.timelineId);
    const name = numberOf(numbers, 'event', entry.eventId);
    const place = numberOf(numbers, 'place', entry.place);
    const causes = entry.causes.map(({ eventId, minDelay, maxDelay }): SnapshotCause => {
      const cause = numberOf(numbers, 'event', eventId);
      return minDelay === null && maxDelay === null ? cause : [cause, minDelay, maxDelay];
    });
    const mentions = mentionsOf(entry).map(
      ({ role, word, until: busyUntil }) => [numberOf(numbers, role, word), busyUntil] as const,
    );
    revisions.push([
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
    ]);
    for (const [word, busyUntil] of mentions) mentioned.push([word, time, seq, busyUntil]);
    places.push([timeline, place, time, recorded, seq]);
    for (const cause of new Set(causes.map(causeName))) causeRows.push([cause, seq, timeline, time]);
    // Nothing before these entries names an event whose id is new.
    if (!newEvents.has(name)) known.push(seq);
  }

  await connection.insert('journal_revision', revisionColumns, revisions);
  await connection.insert(
    'journal_mention',
    { word: 'number', time: 'number', seq: 'number', until: 'number' },
    mentioned,
    { onConflict: 'do nothing' },
  );
  await markBackward(connection, known, first.seq);
  return { places, causes: causeRows };
}

/** Inserts index rows, once their revisions are inserted. Those of places only where revisions are not indexed by them. */
export async function insertIndexRows(connection: JournalConnection, { places, causes }: IndexRows): Promise<void> {
  const { placeTable } = connection.dialect;
  if (placeTable !== 'journal_revision') await connection.insert(placeTable, placeColumns, places);
  await connection.insert(
    'journal_cause',
    { cause: 'number', seq: 'number', timeline: 'number', time: 'number' },
    causes,
    {
      expressions: (value) => ({
        cause: value('cause'),
        seq: value('seq'),
        timeline: value('timeline'),
        backward: sql`case when exists (
          select 1 from journal_revision c where c.name = ${value('cause')} and c.time >= ${value('time')}) then 1 else 0 end`,
      }),
    },
  );
}

/**
 * Marks the causes that are not earlier than their effects because of added revisions: a cause may be named before it is
 * recorded, or moves later.
 *
 * @param before the number of the first revision that the change added
 */
async function markBackward(connection: JournalConnection, added: readonly number[], before: number): Promise<void> {
  const { dialect } = connection;
  const backward = await connection.overValues(
    { seq: 'number', before: 'number' },
    added.map((seq) => [seq, before]),
    (v) =>
      backwardCauses(dialect, sql`${v} ${dialect.each('journal_revision', 'r', sql`r.seq = v.seq`)}`, sql`v.before`),
  );
  await markAll(connection, backward);
}

/** The same for all revisions of a range. */
export async function markBackwardIn(connection: JournalConnection, range: AddedRange, before: number): Promise<void> {
  const backward = backwardCauses(connection.dialect, addedRevisions(range), sql`${before}`);
  await markAll(connection, await connection.rows(backward));
}

/** Revisions that one change has added to a timeline: all that have these numbers there. */
export interface AddedRange {
  /** Its number. */
  readonly timeline: number;
  readonly from: number;
  readonly to: number;
}

/** These revisions as the table `r`. The plus sign keeps planners from the index that would match the whole timeline. */
export function addedRevisions({ timeline, from, to }: AddedRange): RawBuilder<unknown> {
  return sql`(select * from journal_revision where +timeline = ${timeline} and seq between ${from} and ${to}) r`;
}

interface BackwardCause {
  readonly cause: number;
  readonly seq: number;
}

/** @param revisions the table `r` of added revisions */
function backwardCauses(
  { each }: JournalDialect,
  revisions: RawBuilder<unknown>,
  before: RawBuilder<unknown>,
): RawBuilder<BackwardCause> {
  return sql`
    select c.cause, c.seq from ${revisions}
      ${each('journal_cause', 'c', sql`c.cause = r.name and c.seq < ${before} and c.backward = 0`)}
      ${each('journal_revision', 'e', sql`e.seq = c.seq and e.time <= r.time and not ${isReplaced('e', 'r.timeline')}`)}`;
}

async function markAll(connection: JournalConnection, backward: readonly BackwardCause[]): Promise<void> {
  await connection.overValues(
    { cause: 'number', seq: 'number' },
    backward.map(({ cause, seq }) => [cause, seq]),
    (v) => sql`
      update journal_cause set backward = 1 from ${v} where journal_cause.cause = v.cause and journal_cause.seq = v.seq`,
  );
}

const placeColumns = {
  timeline: 'number',
  place: 'number',
  time: 'number',
  recorded: 'number',
  seq: 'number',
} as const;

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

/** The numbers of timelines by their ids. */
export async function timelineNumbers(
  { rows: run, dialect: { list, each } }: JournalConnection,
  account: number,
  timelineIds: readonly string[],
): Promise<(timelineId: string) => number> {
  const ids = timelineIds.map((id) => JSON.stringify(id));
  const rows = await run(sql<{ id: string; number: number }>`
    select t.id, t.number from ${list('j', 'text', ids)} ${each('journal_timeline', 't', sql`t.account = ${account} and t.id = j.value`)}`);
  const numbers = new Map(rows.map(({ id, number }) => [JSON.parse(id), number]));
  return (timelineId) => {
    const number = numbers.get(timelineId);
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
