import { temporaryFolder } from 'chronoscribe/testing';
import { type CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { journalConnection } from '../journal/connection.ts';
import type { JournalReads, View } from '../journal/kind.ts';
import { journalReads } from '../journal/reads.ts';
import { openSqlite, type SqliteConnections } from './open.ts';
import { sqliteStore } from './store.ts';

/** Each way of reading a journal must find what it is asked for by an index, whatever else the file holds. */
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let connections: SqliteConnections;
let stop: () => Promise<void>;
let reads: JournalReads;
let view: View;
const statements: CompiledQuery[] = [];

beforeAll(async () => {
  folder = await temporaryFolder();
  const file = `${folder.path}/plans.db`;
  connections = await openSqlite(file);
  const store = await sqliteStore(file, connections);
  stop = store.stop;
  await store.journal.transaction('ann', (writes) =>
    writes.addTimeline({ id: 'fork', parent: 'primary', description: '', requestId: '' }),
  );
  const { reader } = connections;
  const recording = {
    async executeQuery<Row>(query: CompiledQuery<Row>) {
      statements.push(query);
      return { rows: [...(await reader.executeQuery<Row>(query)).rows] };
    },
  };
  reads = journalReads(journalConnection(recording, reader.kysely()), () => Promise.reject(new Error('not asked for')));
  view = (await reads.view('ann', 'fork')) ?? { account: 'ann', lineage: [] };
});
afterAll(async () => {
  await stop();
  await folder.remove();
});

/** How SQLite goes about what is read: a line for each table. */
async function planOf(read: () => Promise<unknown>): Promise<string> {
  statements.length = 0;
  await read();
  const plans = statements.map(async ({ sql: text, parameters }) => {
    const explained = sql.raw(`explain query plan ${text}`).compile(connections.reader.kysely());
    const { rows } = await connections.reader.executeQuery<{ detail: string }>({ ...explained, parameters });
    return rows.map(({ detail }) => detail).join('\n');
  });
  return (await Promise.all(plans)).join('\n');
}

const range = { place: 'here', from: 0, to: 1_000_000 };

test.each([
  [
    'a search',
    () => reads.search(view, { ...range, limit: 10 }),
    'r USING INDEX journal_revision_place (timeline=? AND place=? AND time>? AND time<?)',
  ],
  [
    'a page of a search',
    () => reads.search(view, { ...range, limit: 10, after: { time: 5, recorded: 7 } }),
    'journal_revision_place (timeline=? AND place=? AND time>? AND time<?)',
  ],
  [
    'what begins at an instant',
    () => reads.at(view, 'here', 5),
    'r USING INDEX journal_revision_place (timeline=? AND place=? AND time=?)',
  ],
  [
    'what is under way',
    () => reads.underWay(view, { ...range, limit: 10 }),
    'r USING INDEX journal_revision_long (timeline=? AND place=? AND until>?)',
  ],
  ['events by id', () => reads.current(view, ['a']), 'r USING INDEX journal_revision_name (name=?)'],
  ['events by subject', () => reads.currentOf(view, [1]), 'r USING INDEX journal_revision_subject (subject=?)'],
  ['effects', () => reads.effects(view, ['a']), 'c USING COVERING INDEX sqlite_autoindex_journal_cause_1 (cause=?)'],
  [
    'who takes part',
    () => reads.mentions(view, { role: 'participant', word: 'a', from: 0, to: 9 }),
    'USING INDEX journal_mention_long (word=? AND until>?)',
  ],
  [
    'who sets a key',
    () => reads.mentions(view, { role: 'sets', word: 'a', from: 0, to: 9, order: 'last', limit: 1 }),
    'journal_mention_1 (word=? AND time>? AND time<?)',
  ],
  ['versions', () => reads.versions(view, ['a']), 'r USING INDEX journal_revision_subject (subject=?)'],
  ['a history', () => reads.history('ann', 'a'), 'journal_revision_subject (subject=? AND seq<?)'],
  ['what is taken', () => reads.taken('ann', ['a']), 'COVERING INDEX journal_revision_name (name=?)'],
  [
    'what changed',
    () => reads.changed(view, { account: 'ann', lineage: [] }, 10),
    'r USING INDEX journal_revision_timeline (timeline=? AND seq>? AND seq<?)',
  ],
  ['backward causes', () => reads.hasBackwardCause(view), 'journal_cause_backward (timeline=?)'],
])('%s is found by an index', async (_what, read, index) => {
  const plan = await planOf(read);
  expect(plan).toContain(index);
  // All of a table is never gone through.
  expect(plan).not.toMatch(/SCAN (r|c|w|newer|journal_\w+)\b/);
});

test('the latest that set a key is read without sorting all that ever did', async () => {
  const plan = await planOf(() => reads.mentions(view, { role: 'sets', word: 'a', from: 0, to: 9, order: 'last', limit: 1 }));
  expect(plan).not.toContain('TEMP B-TREE');
});
