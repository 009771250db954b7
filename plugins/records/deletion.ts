import { type Collection, type Runs, type Store, undefinedIfNotFound } from 'chronoscribe';
import type { ContentFiles } from './content-files.ts';
import { isVisible, type StoredRecord } from './stored-record.ts';

export interface DeletionTools {
  readonly store: Store;
  readonly rows: Collection<StoredRecord>;
  readonly files: Pick<ContentFiles<unknown>, 'deleteAll'>;
  readonly runs: Runs;
}

/**
 * Makes a record unseen from now on, for a deletion that may take a while or be interrupted; undefined where the account has none. One that is being deleted already
 * may be asked for again.
 */
export function markDeleted(
  { store, rows }: DeletionTools,
  { account, id }: Pick<StoredRecord, 'account' | 'id'>,
): Promise<StoredRecord | undefined> {
  return store.transaction(async (documents) => {
    const row = await documents.get(rows, id);
    if (row?.state === 'deleting' && row.account === account) return row;
    if (!isVisible(row, account)) return undefined;
    const doomed: StoredRecord = { ...row, state: 'deleting' };
    await documents.put(rows, doomed);
    return doomed;
  });
}

/** Deletes all that belongs to a record that is marked for it: its runs, its files, and last of all its row, so that it can be asked for again. */
export async function deleteMarked(
  { store, rows, files, runs }: DeletionTools,
  { id, account, runs: ids }: StoredRecord,
): Promise<void> {
  await Promise.all(ids.map((run) => endRun(runs, account, run)));
  await files.deleteAll(id);
  await store.delete(rows, id);
}

/** Deletes what a run had kept just before it was cancelled. The run itself stays, to be looked at. */
export async function deleteCancelled(
  { store, rows, files }: Pick<DeletionTools, 'store' | 'rows' | 'files'>,
  { id, account }: Pick<StoredRecord, 'account' | 'id'>,
): Promise<void> {
  const row = await store.get(rows, id);
  if (row?.account !== account) return;
  await store.put(rows, { ...row, state: 'deleting' });
  await files.deleteAll(id);
  await store.delete(rows, id);
}

/** A run that is at work is cancelled first: only a settled one can be forgotten, and it would go on with what is no longer there. */
async function endRun(runs: Runs, account: string, id: string): Promise<void> {
  await undefinedIfNotFound(runs.cancel({ account, scopes: ['clinical'] }, id));
  await runs.forget(account, id);
}
