import { type Collection, findAll, type Runs, type Store, undefinedIfNotFound } from 'chronoscribe';
import type { RecordVersion } from './kind.ts';
import { isVisible, type StoredRecord, versionOf, type wordsCollection } from './stored-record.ts';

export interface DeletionTools {
  readonly store: Store;
  readonly rows: Collection<StoredRecord>;
  readonly words: ReturnType<typeof wordsCollection>;
  readonly files: { deleteAll(id: string): Promise<void> };
  readonly runs: Runs;
}

/**
 * Marks a record as deleted, which makes it invisible. The deletion itself may take long and may be interrupted; a
 * marked record may be marked again.
 *
 * @param permit throws for a record that is to stay
 * @returns the marked row; undefined if the account has no such record.
 */
export function markDeleted(
  { store, rows }: DeletionTools,
  { account, id }: Pick<StoredRecord, 'account' | 'id'>,
  permit?: (versions: readonly RecordVersion[]) => void,
): Promise<StoredRecord | undefined> {
  return store.transaction(async (documents) => {
    const row = await documents.get(rows, id);
    if (row?.state === 'deleting' && row.account === account) return row;
    if (!isVisible(row, account)) return undefined;
    permit?.(row.versions.map((version) => versionOf(row, version)));
    const doomed: StoredRecord = { ...row, state: 'deleting' };
    await documents.put(rows, doomed);
    return doomed;
  });
}

/**
 * Deletes all that belongs to a marked record: its runs, its files, and last its row, so that an interrupted deletion
 * can be repeated.
 */
export async function deleteMarked(
  { store, rows, words, files, runs }: DeletionTools,
  { id, account, runs: ids }: StoredRecord,
): Promise<void> {
  // Before the runs, with which what is left of them is scrubbed.
  await store.delete(words, id);
  await Promise.all(ids.map((run) => endRun(runs, account, run)));
  await files.deleteAll(id);
  await store.delete(rows, id);
}

/** Deletes the record that a run saved just before it was cancelled. The run itself stays. */
export async function deleteCancelled(
  tools: DeletionTools,
  { id, account }: Pick<StoredRecord, 'account' | 'id'>,
): Promise<void> {
  const row = await tools.store.get(tools.rows, id);
  if (row?.account !== account) return;
  const doomed: StoredRecord = { ...row, state: 'deleting', runs: [] };
  await tools.store.put(tools.rows, doomed);
  await deleteMarked(tools, doomed);
}

/** Deletes all records of an account, whatever their state, but not their runs. */
export async function eraseRecords(tools: DeletionTools, account: string): Promise<void> {
  const { store, rows } = tools;
  for (const state of ['unfinished', 'kept', 'deleting'] as const) {
    const found = await Array.fromAsync(findAll(store, rows, { equals: { account, state }, orderBy: 'createdAt' }));
    for (const row of found) await deleteMarked(tools, { ...row, runs: [] });
  }
}

/** Cancels a run that is in progress, and deletes it once it has settled. */
async function endRun(runs: Runs, account: string, id: string): Promise<void> {
  await undefinedIfNotFound(runs.cancel({ account, scopes: ['clinical'] }, id));
  await runs.forget(account, id);
}
