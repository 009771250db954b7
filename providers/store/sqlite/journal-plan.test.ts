import { temporaryFolder } from 'chronoscribe/testing';
import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entry } from '../contract/journal/entry.ts';
import { journalConnection } from '../journal/dialect.ts';
import type { Journal, JournalReads, View } from '../journal/kind.ts';
import { journalReads } from '../journal/reads.ts';
import { sqliteJournalDialect } from '../journal/sqlite-dialect.ts';
import { type JournalReading, journalReadings } from '../testing/journal-readings.ts';
import { openSqlite, type SqliteConnections } from './open.ts';
import { sqliteStore } from './store.ts';

/** Each way of reading a journal must find what it is asked for by an index, whatever else the file holds. */
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let connections: SqliteConnections;
let stop: () => Promise<void>;
let journal: Journal;
let reads: JournalReads;
let view: View;
const statements: CompiledQuery[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  const file = `${folder.path}/plans.db`;
  connections = await openSqlite(file);
  const store = await sqliteStore(file, connections);
  ({ stop, journal } = store);
  await journal.transaction('ann', (writes) =>
    writes.addTimeline({ id: 'fork', parent: 'primary', description: '', requestId: '' }),
  );
  const { reader } = connections;
  const recording = {
    async executeQuery<Row>(query: CompiledQuery<Row>) {
      statements.push(query);
      return { rows: [...(await reader.executeQuery<Row>(query)).rows] };
    },
  };
  reads = journalReads(journalConnection(recording, reader.kysely(), sqliteJournalDialect), () =>
    Promise.reject(new Error('not asked for')),
  );
  view = (await reads.view('ann', 'fork')) ?? { account: 'ann', lineage: [] };
});
afterAll(async () => {
  await stop();
  await folder.remove();
});

/** How SQLite goes about what is read: a line for each table. */
const planOf = (reading: JournalReading) => plansOf(() => journalReadings[reading](reads, view));

async function plansOf(read: () => Promise<unknown>): Promise<string> {
  statements.length = 0;
  await read();
  const plans = statements.map(async ({ sql: text, parameters }) => {
    const explained = sql.raw(`explain query plan ${text}`).compile(connections.reader.kysely());
    const { rows } = await connections.reader.executeQuery<{ detail: string }>({ ...explained, parameters });
    return rows.map(({ detail }) => detail).join('\n');
  });
  return (await Promise.all(plans)).join('\n');
}

test.each<[JournalReading, string]>([
  ['a view', 't USING COVERING INDEX sqlite_autoindex_journal_timeline_1 (account=? AND id=?)'],
  ['a search', 'p USING PRIMARY KEY (timeline=? AND place=? AND (time,recorded)>(?,?) AND (time,recorded)<(?,?))'],
  [
    'a page of a search',
    'p USING PRIMARY KEY (timeline=? AND place=? AND (time,recorded)>(?,?) AND (time,recorded)<(?,?))',
  ],
  ['what begins at an instant', 'p USING PRIMARY KEY (timeline=? AND place=? AND time=?)'],
  ['what is under way', 'r USING INDEX journal_revision_long (timeline=? AND place=? AND until>?)'],
  ['events by id', 'r USING INDEX journal_revision_name (name=?)'],
  ['events by subject', 'r USING INDEX journal_revision_subject (subject=?)'],
  ['effects', 'c USING PRIMARY KEY (cause=?)'],
  ['who takes part', 'USING INDEX journal_mention_long (word=? AND until>?)'],
  ['who sets a key', 'journal_mention_1 (word=? AND time>? AND time<?)'],
  ['versions', 'r USING INDEX journal_revision_subject (subject=?)'],
  ['a history', 'journal_revision_subject (subject=? AND seq<?)'],
  ['what is taken', 'COVERING INDEX journal_revision_name (name=?)'],
  ['what is under an id', 'sqlite_autoindex_journal_word_1 (account=? AND role=? AND word>? AND word<?)'],
  ['what changed', 'r USING INDEX journal_revision_timeline (timeline=? AND seq>? AND seq<?)'],
  ['what was revised', 'r USING INDEX journal_revision_revised (timeline=?)'],
  ['backward causes', 'journal_cause_backward (timeline=?)'],
  ['what comes next', 'r USING INDEX journal_revision_time (timeline=? AND <expr>>? AND <expr><?)'],
  ['a receipt', 'sqlite_autoindex_journal_receipt_1 (account=? AND operation=?)'],
])('%s is found by an index', async (reading, index) => {
  const plan = await planOf(reading);
  expect(plan).toContain(index);
  // All of a table is never gone through.
  expect(plan).not.toMatch(/SCAN (r|p|c|w|newer|journal_\w+)\b/);
});

test('the latest that set a key is read without sorting all that ever did', async () => {
  expect(await planOf('who sets a key')).not.toContain('TEMP B-TREE');
});

test('events that share an instant are read in order, not sorted for each page', async () => {
  await journal.transaction('cyd', (writes) => writes.append(['a', 'b', 'c', 'd'].map((id) => entry(id, { time: 5 }))));
  const of = (await reads.view('cyd', 'primary')) ?? view;
  const found = async () => {
    expect(await reads.search(of, { place: 'here', from: 0, to: 9, limit: 2 })).toHaveLength(2);
  };
  expect(await plansOf(found)).not.toContain('TEMP B-TREE');
});

test('few events are found in few statements, however many versions were replaced before them', async () => {
  const versions = Array.from({ length: 1_000 }, (_, at) => entry(`e${at}`, { time: at }));
  const recorded = await journal.transaction('bob', (writes) => writes.append(versions));
  await journal.transaction('bob', async (writes) => {
    await writes.addTimeline({ id: 'fork', parent: 'primary', description: '', requestId: '' });
    const moved = recorded
      .slice(0, -10)
      .map(({ eventId, subject, time }) => entry(eventId, { subject, time, place: 'there' }));
    await writes.append([...moved, ...moved.map((one) => ({ ...one, timelineId: 'fork' }))]);
  });
  for (const [timeline, most] of [
    ['primary', 1],
    ['fork', 20],
  ] as const) {
    const of = (await reads.view('bob', timeline)) ?? view;
    statements.length = 0;
    const found = await reads.search(of, { place: 'here', from: 0, to: 10_000, limit: 2 });
    expect(found.map(({ time }) => time)).toEqual([990, 991]);
    expect(statements.length).toBeLessThanOrEqual(most);
  }
});
