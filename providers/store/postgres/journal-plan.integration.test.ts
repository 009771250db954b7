import { inTransaction, openPostgres, type Postgres, type PreparedQueries } from 'chronoscribe/postgres';
import { silentLog, type TestDatabase, testDatabase } from 'chronoscribe/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entry } from '../contract/journal/fixture.ts';
import type { JournalReads, View } from '../journal/kind.ts';
import { journalReads } from '../journal/reads.ts';
import { journalTables, longMs } from '../journal/tables.ts';
import { accountJournal } from '../journal/writes.ts';
import { type JournalReading, journalReadings } from '../testing/journal-readings.ts';
import { eventOrderIndex, postgresJournalDialect } from './dialect.ts';
import { connectionOver } from './journal.ts';

/** What all other accounts have: so much that going through it would be noticed. */
const others = { from: 10_000, to: 30_000 };

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

let database: TestDatabase;
let postgres: Postgres;

beforeAll(async () => {
  database = await testDatabase();
  postgres = await openPostgres({ url: database.url, schema: 'public', connections: 1, log: silentLog });
  const tables = [...journalTables(postgresJournalDialect.schema), eventOrderIndex];
  for (const statement of tables) await postgres.query(statement);
  for (const [table, columns] of Object.entries(otherRows)) {
    await postgres.query(
      `insert into ${table} select ${columns} from generate_series(${others.from}, ${others.to}) as n`,
    );
  }
});
afterAll(async () => {
  await postgres.end();
  await database.stop();
});

/** The columns of each table as they are defined, for the number `n`. */
const otherRows = {
  journal_account: `n, '"account ' || n || '"'`,
  journal_commit: `n % 1000, n, n`,
  journal_timeline: `n, n % 1000, '"timeline ' || n || '"', null, 0, 0, '""', 0, ''`,
  journal_word: `n, n % 1000, 'event', '"event ' || n || '"'`,
  journal_revision: `n, n % 1000, n, n, 'record', n, n, n + n % 3 * ${longMs}, n % 100, null, null, 0, n, '"event ' || n || '"', '', '{}'`,
  journal_cause: `n, n, n % 1000, n % 2`,
  journal_mention: `n % 500, n, n, n + n % 3 * ${longMs}`,
  journal_receipt: `n % 1000, '"operation ' || n || '"', ''`,
};

/** What is sent while something is done, in a transaction that is taken back. */
async function sentBy(work: (queries: PreparedQueries) => Promise<unknown>): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const enough = new Error('it is known by now');
  const transaction = inTransaction(postgres, async (queries) => {
    await work(recorded(queries, sent));
    throw enough;
  });
  await expect(transaction).rejects.toBe(enough);
  return sent;
}

function recorded(queries: PreparedQueries, sent: Sent[]): PreparedQueries {
  return {
    ...queries,
    async prepared(text, values) {
      sent.push({ text, values });
      return queries.prepared(text, values);
    },
  };
}

/**
 * How Postgres goes about what is sent, a line for each step; before and after it stops looking at the values of a
 * statement that it knows.
 */
async function plansOf(sent: readonly Sent[]): Promise<string> {
  const lines: string[] = [];
  await inTransaction(postgres, async (queries) => {
    for (const { text, values } of sent) {
      for (const mode of ['force_custom_plan', 'force_generic_plan']) {
        await queries.query(`set local plan_cache_mode = ${mode}`);
        await queries.query(`prepare explained as ${text}`);
        const execute =
          values.length > 0 ? `execute explained(${values.map(literal).join(', ')})` : 'execute explained';
        const { rows } = await queries.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${execute}`);
        lines.push(...rows.map((row) => row['QUERY PLAN']));
        await queries.query('deallocate explained');
      }
    }
  });
  return lines.join('\n');
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  if (!Array.isArray(value)) return quoted(String(value));
  const members = value.map((member: unknown) => (member === null ? 'null' : JSON.stringify(String(member))));
  return quoted(`{${members.join(',')}}`);
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

const notAskedFor = () => Promise.reject(new Error('no snapshot is asked for'));

async function opened(queries: PreparedQueries): Promise<{ readonly reads: JournalReads; readonly view: View }> {
  const connection = connectionOver(queries);
  const reads = journalReads(connection, notAskedFor);
  const { shown } = await accountJournal(connection, reads, 'ann');
  await shown.append([entry('a', { participants: ['a'], sets: ['a'] })]);
  await shown.addTimeline({ id: 'fork', parent: 'primary', description: '', requestId: '' });
  const view = await reads.view('ann', 'fork');
  return { reads, view: view ?? { account: 'ann', lineage: [] } };
}

describe.each(['before it was told of them', 'once it knows of them'])('however much others have, and %s', (when) => {
  beforeAll(async () => {
    if (when === 'once it knows of them') await postgres.query('analyze');
  });

  test.each<[JournalReading, string]>([
    ['a view', 'journal_timeline_account_id_key'],
    ['a search', 'journal_revision_place'],
    ['a page of a search', 'journal_revision_place'],
    ['what begins at an instant', 'journal_revision_place'],
    ['what is under way', 'journal_revision_long'],
    ['events by id', 'journal_revision_name'],
    ['events by subject', 'journal_revision_subject'],
    ['effects', 'journal_cause_pkey'],
    ['who takes part', 'journal_mention_long'],
    ['who sets a key', 'journal_mention_pkey'],
    ['versions', 'journal_revision_subject'],
    ['a history', 'journal_revision_subject'],
    ['what is taken', 'journal_revision_name'],
    ['what is under an id', 'journal_word_order'],
    ['what changed', 'journal_revision_timeline'],
    ['backward causes', 'journal_cause_backward'],
    ['what comes next', 'journal_revision_time'],
    ['a receipt', 'journal_receipt_pkey'],
  ])('%s is found by an index', async (reading, index) => {
    const sent: Sent[] = [];
    await sentBy(async (queries) => {
      const { view } = await opened(queries);
      const reads = journalReads(connectionOver(recorded(queries, sent)), notAskedFor);
      await journalReadings[reading](reads, view);
    });
    const plan = await plansOf(sent);
    expect(plan).toMatch(new RegExp(`(using|Bitmap Index Scan on) ${index}\\b`));
    expect(plan).not.toContain('Seq Scan on journal');
  });

  test('what is written finds by indexes what it rests on', async () => {
    const sent = await sentBy(async (queries) => {
      const { reads } = await opened(queries);
      const { shown } = await accountJournal(connectionOver(queries), reads, 'ann');
      const causes = [{ eventId: 'z', minDelay: null, maxDelay: null }];
      await shown.append([entry('b', { timelineId: 'fork', causes, participants: ['a'] })]);
      await shown.append([entry('z', { time: 2_000 })]);
      await shown.addReceipt('import', '');
      await shown.markMerged('fork');
      await shown.deleteTimeline('fork');
    });
    expect(sent.length).toBeGreaterThan(20);
    expect(await plansOf(sent)).not.toContain('Seq Scan on journal');
  });
});
