import { type RawBuilder, sql } from 'kysely';
import type { JournalConnection, JournalDialect } from './dialect.ts';
import type { JournalEntry } from './kind.ts';

interface NumberedWord {
  readonly number: number;
  readonly role: Role;
  readonly word: string;
}

/** What a word is the name of. */
export type Role = 'event' | 'place' | 'participant' | 'sets' | 'needs';

/** Inserts a number for each new text of the entries, and returns a function that gives the number of a text. */
export async function encodeWords(
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
  const { dialect } = connection;
  const isWord = sql`w.account = ${account} and w.role = v.role and ${sql.raw(dialect.isWord('w.word', 'v.word'))}`;
  const tableOf = (words: Iterable<readonly [role: Role, word: string]>) =>
    dialect.table('v', { role: 'text', word: 'text' }, [...words]);
  const known = await connection.rows(sql<NumberedWord>`
    select w.number, w.role, w.word from ${tableOf(wanted.values())} ${dialect.each('journal_word', 'w', isWord)}`);
  const numbers = new Map(known.map(({ number, role, word }) => [`${role} ${word}`, number]));
  for (const text of numbers.keys()) wanted.delete(text);
  if (wanted.size > 0) {
    const added = await connection.rows(sql<NumberedWord>`
      insert into journal_word (account, role, word) select ${account}, v.role, v.word from ${tableOf(wanted.values())}
      returning number, role, word`);
    for (const { number, role, word } of added) numbers.set(`${role} ${word}`, number);
  }
  return (role, text) => {
    const number = numbers.get(`${role} ${JSON.stringify(text)}`);
    if (number === undefined) throw new Error(`The journal did not number a ${role}.`);
    return number;
  };
}

/** Numbers of words, by the columns that referred to them. */
export interface ReferencedWords {
  readonly events: Iterable<number>;
  readonly places: Iterable<number>;
  readonly mentioned: Iterable<number>;
}

/** Deletes those of an account's words to which nothing refers any more. */
export async function deleteUnusedWords(
  { rows, dialect }: JournalConnection,
  account: number,
  held: ReferencedWords,
): Promise<void> {
  const none = (from: RawBuilder<unknown>) => sql`not exists (select 1 from ${from} ${sql.raw(dialect.eachTime)})`;
  const forget = async (words: Iterable<number>, condition: RawBuilder<unknown>): Promise<void> => {
    const numbers = [...new Set(words)];
    if (numbers.length === 0) return;
    await rows(sql`
      delete from journal_word where number in (select v.value from ${dialect.list('v', 'number', numbers)} where ${condition})`);
  };
  await forget(
    held.events,
    sql`${none(sql`journal_revision r where r.name = v.value`)} and ${none(sql`journal_cause c where c.cause = v.value`)}`,
  );
  await forget(
    held.places,
    none(
      sql`journal_timeline t cross join journal_revision r where t.account = ${account} and r.timeline = t.number and r.place = v.value`,
    ),
  );
  await forget(held.mentioned, none(sql`journal_mention m where m.word = v.value`));
}

/** The words of an account with these texts, as a table with `number` and `word`. */
export function wordsTable(
  dialect: JournalDialect,
  account: string,
  role: Role,
  texts: readonly string[],
): RawBuilder<unknown> {
  return sql`(select w.number, w.word from ${among(dialect, role, texts)} where a.account = ${JSON.stringify(account)})`;
}

/**
 * The number of a text, as a scalar subquery: so an index on it returns rows in their order, and a limit ends the scan.
 */
export function wordNumber(dialect: JournalDialect, account: string, role: Role, text: string): RawBuilder<unknown> {
  return sql`(select w.number from ${among(dialect, role, [text])} where a.account = ${JSON.stringify(account)})`;
}

function among({ list, each, isWord }: JournalDialect, role: Role, texts: readonly string[]): RawBuilder<unknown> {
  const words = [...new Set(texts)].map((text) => JSON.stringify(text));
  const isAmong = sql.raw(`w.account = a.number and w.role = '${role}' and ${isWord('w.word', 'j.value')}`);
  return sql`journal_account a cross join ${list('j', 'text', words)} ${each('journal_word', 'w', isAmong)}`;
}

/** A key is set or needed at the time of the event; a participant is busy until its end. */
export function mentionsOf({
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
