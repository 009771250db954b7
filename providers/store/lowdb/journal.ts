import { z } from 'zod';
import type { JournalConnection } from '../journal/dialect.ts';
import { countRevisions, exportJournal } from '../journal/export.ts';
import { type JournalItem, Revision, restoreJournal, unrevised } from '../journal/restore.ts';
import { sqliteJournalConnection } from '../journal/sqlite-dialect.ts';
import { migrate } from '../sql/migrations.ts';
import { connectSqlite, type SqliteConnection } from '../sql/sqlite-connection.ts';

/** An item of an archive as the file has it: bodies are JSON, so that a person can read them. */
export const FiledItem = z.discriminatedUnion('section', [
  ...unrevised,
  z.strictObject({ section: z.literal('journal/revisions'), value: Revision.extend({ body: z.json() }) }),
]);
export type FiledItem = z.output<typeof FiledItem>;

function filed(item: JournalItem): FiledItem {
  if (item.section !== 'journal/revisions') return item;
  return { ...item, value: { ...item.value, body: JSON.parse(item.value.body) } };
}

export function unfiled(item: FiledItem): JournalItem {
  if (item.section !== 'journal/revisions') return item;
  return { ...item, value: { ...item.value, body: JSON.stringify(item.value.body) } };
}

/** Makes the tables in memory that a journal is read from and changed in. */
export async function openTables(items: readonly FiledItem[]): Promise<SqliteConnection> {
  const memory = await connectSqlite(':memory:');
  await migrate(memory.kysely(), 'the journal in memory', { backUp: async () => undefined });
  memory.exec('begin');
  const tables = restoreJournal(sqliteJournalConnection(memory));
  for (const item of items) await tables.add(unfiled(item));
  await tables.end();
  memory.exec('commit');
  return memory;
}

/**
 * What the tables hold, for the file. Revisions never change, and later ones have higher numbers: those that the file
 * has are not read again, unless some were deleted.
 */
export async function itemsIn(
  connection: JournalConnection,
  before: readonly FiledItem[],
): Promise<readonly FiledItem[]> {
  const known = before.filter(isRevision);
  const now = await itemsAfter(connection, known.at(-1)?.value.seq ?? 0);
  const added = now.filter(isRevision);
  if ((await countRevisions(connection)) !== known.length + added.length) return itemsAfter(connection, 0);
  return [...now.slice(0, now.length - added.length), ...known, ...added];
}

function isRevision(item: FiledItem) {
  return item.section === 'journal/revisions';
}

async function itemsAfter(connection: JournalConnection, seq: number): Promise<readonly FiledItem[]> {
  return (await Array.fromAsync(exportJournal(connection, seq))).map(filed);
}
