import { type RawBuilder, sql } from 'kysely';
import type { JournalConnection, JournalDialect } from './dialect.ts';
import type { JournalEntry } from './kind.ts';

/** What a word is the name of. */
const roles = ['event', 'place', 'participant', 'sets', 'needs'] as const;
export type Role = (typeof roles)[number];

/** Known numbers of an account's words, valid as long as no other transaction can delete words of that account. */
export type WordNumbers = Readonly<Record<Role, Map<string, number>>>;

export function noWordNumbers(): WordNumbers {
  return { event: new Map(), place: new Map(), participant: new Map(), sets: new Map(), needs: new Map() };
}

/** How many numbers of each role are remembered from one batch of entries for the next: some megabytes. */
const mostRemembered = 20_000;

/**
 * Adds the numbers of all texts of the entries to `numbers`. A new text gets a number.
 *
 * @returns the numbers of new event ids
 */
export async function encodeWords(
  connection: JournalConnection,
  account: number,
  entries: readonly JournalEntry[],
  numbers: WordNumbers,
): Promise<ReadonlySet<number>> {
  for (const role of roles) if (numbers[role].size > mostRemembered) numbers[role].clear();
  const missing = wordsWithoutNumber(entries, numbers);
  const { dialect } = connection;
  const words = roles.map((role) => {
    const texts = Array.from(missing[role], (text) => JSON.stringify(text));
    return sql`select ${sql.lit(role)} as role, j.value as word from ${dialect.list('j', 'text', texts)}`;
  });
  const isWord = sql`w.account = ${account} and w.role = v.role and ${sql.raw(dialect.isWord('w.word', 'v.word'))}`;
  const found = await connection.rows(sql<{ role: Role; word: string; number: number }>`
    select w.role, w.word, w.number from (${sql.join(words, sql` union all `)}) v ${dialect.each('journal_word', 'w', isWord)}`);
  for (const { role, word, number } of found) numbers[role].set(JSON.parse(word), number);
  const added = roles.flatMap((role) =>
    [...missing[role]].flatMap((text) => (numbers[role].has(text) ? [] : [{ role, text }])),
  );
  const newEvents = new Set<number>();
  if (added.length === 0) return newEvents;
  const taken = await dialect.takeWordNumbers(connection.rows, added.length);
  await connection.insert(
    'journal_word',
    { number: 'number', account: 'number', role: 'text', word: 'text' },
    added.map(({ role, text }, at) => [taken[at] ?? null, account, role, JSON.stringify(text)]),
  );
  for (const [at, { role, text }] of added.entries()) {
    const number = taken[at];
    if (number === undefined) throw new Error('The journal took too few numbers for its words.');
    numbers[role].set(text, number);
    if (role === 'event') newEvents.add(number);
  }
  return newEvents;
}

/** The number of a text that was encoded. */
export function numberOf(numbers: WordNumbers, role: Role, text: string): number {
  const number = numbers[role].get(text);
  if (number === undefined) throw new Error(`The journal did not number a ${role}.`);
  return number;
}

function wordsWithoutNumber(
  entries: readonly JournalEntry[],
  numbers: WordNumbers,
): Readonly<Record<Role, ReadonlySet<string>>> {
  const texts: Record<Role, Set<string>> = {
    event: new Set(),
    place: new Set(),
    participant: new Set(),
    sets: new Set(),
    needs: new Set(),
  };
  const want = (role: Role, text: string) => {
    if (!numbers[role].has(text)) texts[role].add(text);
  };
  for (const entry of entries) {
    want('event', entry.eventId);
    want('place', entry.place);
    for (const { eventId } of entry.causes) want('event', eventId);
    for (const { role, word } of mentionsOf(entry)) want(role, word);
  }
  return texts;
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
      sql`journal_timeline t cross join ${sql.table(dialect.placeTable)} p where t.account = ${account} and p.timeline = t.number and p.place = v.value`,
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

/** The event ids of an account that continue one of these after a slash, as `wordsTable`. */
export function eventsUnder(
  { table, each, isEventBetween }: JournalDialect,
  account: string,
  eventIds: readonly string[],
): RawBuilder<unknown> {
  const ranges = eventIds.map((eventId) => {
    const start = JSON.stringify(eventId).slice(0, -1);
    // What comes right after a slash.
    return [`${start}/`, `${start}0`];
  });
  const isUnder = sql.raw(isEventBetween('a.number', 'j.low', 'j.high'));
  return sql`(select w.number, w.word from journal_account a
    cross join ${table('j', { low: 'text', high: 'text' }, ranges)} ${each('journal_word', 'w', isUnder)}
    where a.account = ${JSON.stringify(account)})`;
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
  if (participants.length + sets.length + needs.length === 0) return [];
  return [
    ...participants.map((word) => ({ role: 'participant' as const, word, until })),
    ...sets.map((word) => ({ role: 'sets' as const, word, until: time })),
    ...needs.map((word) => ({ role: 'needs' as const, word, until: time })),
  ];
}
