import type { JournalSchema } from './dialect.ts';

/** Longer events have an index of their own, in milliseconds. */
export const longMs = 86_400_000;

/**
 * Creates the tables of a journal. Texts of callers are stored as JSON text, which any database holds unchanged, even
 * with a NUL or half a surrogate pair; two such texts are equal if the strings are.
 *
 * - `journal_account`: a number for each account
 * - `journal_commit`: the sequence number up to which an account's revisions are visible, and since when: a bulk
 *   becomes visible with one row, and a past moment is found by its time
 * - `journal_timeline`: a row for each branch
 * - `journal_word`: a number for each event id, place, participant and key
 * - `journal_revision`: the versions of events; append only
 * - `journal_cause`: from a cause to its effects. `backward` is 1 if the cause is not earlier than its effect
 * - `journal_mention`: from a participant or a key to the events that mention it
 * - `journal_place` (SQLite only): from a place to its revisions
 * - `journal_receipt`: the results of operations
 */
/** The condition that a revision is rich and not the first of its subject. @param revision its name in the statement */
export const isRevised = (revision: string): string =>
  `${revision}.subject <> ${revision}.seq and ${revision}.rich = 1`;

/** The statements that create them. */
export const journalTables = ({
  integer,
  text,
  ownNumber,
  lastingNumber,
  wordKey,
  sequence,
  places,
  inKeyOrder,
}: JournalSchema): readonly string[] => [
  ...sequence,
  `create table journal_account (number ${ownNumber}, account ${text} not null unique)`,
  `create table journal_commit (account ${integer} not null, recorded_at bigint not null, seq bigint not null, primary key (account, recorded_at))`,
  // Numbers are never reused, so that cached ancestries stay valid.
  `create table journal_timeline (
    number ${lastingNumber}, account ${integer} not null, id ${text} not null, parent ${integer}, branched_at bigint not null, merged_at bigint not null,
    description ${text} not null, created_at bigint not null, request_id ${text} not null, unique (account, id))`,
  `create table journal_word (
    number ${ownNumber}, account ${integer} not null, role ${text} not null, word ${text} not null${wordKey.inside})`,
  ...wordKey.after,
  `create table journal_revision (
    seq ${integer} primary key, timeline ${integer} not null, subject bigint not null, name ${integer} not null, operation ${text} not null, recorded bigint not null,
    time bigint not null, until bigint not null, place ${integer} not null, causes ${text}, mentions ${text}, rich ${integer} not null, recorded_at bigint not null,
    event_id ${text} not null, request_id ${text} not null, body ${text} not null)`,
  places,
  `create index journal_revision_long on journal_revision (timeline, place, until) where until - time > ${longMs}`,
  `create index journal_revision_subject on journal_revision (subject, seq, timeline)`,
  `create index journal_revision_name on journal_revision (name, seq)`,
  `create index journal_revision_timeline on journal_revision (timeline, seq)`,
  // For `upcoming`. The sum keeps planners from taking it for a search at a place, of which it would read all others too.
  'create index journal_revision_time on journal_revision (timeline, (time + 0), seq)',
  `create index journal_revision_revised on journal_revision (timeline, seq) where ${isRevised('journal_revision')}`,
  `create table journal_cause (
    cause ${integer} not null, seq bigint not null, timeline ${integer} not null, backward ${integer} not null, primary key (cause, seq)) ${inKeyOrder}`,
  `create index journal_cause_backward on journal_cause (timeline, seq) where backward = 1`,
  `create table journal_mention (
    word ${integer} not null, time bigint not null, seq bigint not null, until bigint not null, primary key (word, time, seq))`,
  `create index journal_mention_long on journal_mention (word, until) where until - time > ${longMs}`,
  `create table journal_receipt (account ${integer} not null, operation ${text} not null, receipt ${text} not null, primary key (account, operation))`,
];
