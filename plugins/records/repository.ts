import { type Audit, type Blobs, type Cluster, type Logger, Problem, type Runs, type Store } from 'chronoscribe';
import { contentFiles } from './content-files.ts';
import { deleteCancelled, deleteMarked, markDeleted } from './deletion.ts';
import type { RecordRepository, RepositoryDefinition, VersionedRecord } from './kind.ts';
import {
  isVisible,
  newestOf,
  recordCollection,
  type StoredRecord,
  type StoredVersion,
  versionOf,
  withRun,
} from './stored-record.ts';
import { sweepHourly } from './sweeping.ts';

export interface RepositoryTools {
  readonly store: Store;
  readonly blobs: Blobs;
  readonly runs: Runs;
  readonly audit: Audit;
  readonly cluster: Cluster;
  readonly log: Logger;
}

/** Opens the records of one sort, and starts to sweep them. */
export async function openRecordRepository<Content>(
  definition: RepositoryDefinition<Content>,
  { store, blobs, runs, audit, cluster, log }: RepositoryTools,
): Promise<RecordRepository<Content>> {
  const { noun, keepDays } = definition;
  const rows = recordCollection(definition.name);
  const files = contentFiles(definition, { blobs, log });
  await store.prepare(rows);
  const deletion = { store, rows, files, runs };
  const stopSweeping = sweepHourly({ ...deletion, audit, cluster, keepDays, log });

  // A record has the id of the run that makes it.
  runs.onSettled(async ({ id, account, status }) => {
    if (status === 'cancelled') await deleteCancelled(deletion, { id, account });
  });

  const none = () => new Problem('not-found', { detail: `There is no ${noun} with this id.` });

  const owned = async (account: string, id: string): Promise<StoredRecord> => {
    const row = await store.get(rows, id);
    if (!isVisible(row, account)) throw none();
    return row;
  };

  const withContent = async (row: StoredRecord, version: StoredVersion): Promise<VersionedRecord<Content>> => {
    try {
      return { ...versionOf(row, version), content: await files.read(row.id, version) };
    } catch (thrown) {
      // The record may have been deleted since its row was read.
      await owned(row.account, row.id);
      throw thrown;
    }
  };

  /** Saves the next version of a record. @returns undefined if the record was changed or deleted since it was read */
  const tryChange = async (
    read: StoredRecord,
    { name, runId = null }: { readonly name: string; readonly runId?: string | null },
    content: Content,
  ): Promise<VersionedRecord<Content> | undefined> => {
    const version = newestOf(read).version + 1;
    const written = await files.write(read.id, version, content);
    const next: StoredVersion = { version, changedAt: cluster.now(), change: name, runId, ...written };
    const kept = await store.transaction(async (documents) => {
      const row = await documents.get(rows, read.id);
      if (!isVisible(row, read.account) || newestOf(row).version + 1 !== version) return false;
      await documents.put(rows, { ...withRun(row, runId), versions: [...row.versions, next] });
      return true;
    });
    if (kept) return { ...versionOf(read, next), content };
    await files.delete(written.file);
    return undefined;
  };

  return {
    async add({ id, account, createdAt, runId }, content, also) {
      const begun = await store.transaction(async (documents) => {
        const row = await documents.get(rows, id);
        if (row !== undefined && row.state !== 'unfinished') return false;
        await documents.put(rows, {
          id,
          account,
          createdAt,
          state: 'unfinished',
          begunAt: cluster.now(),
          runs: [runId],
          versions: [],
        });
        return true;
      });
      if (!begun) return;
      const written = await files.write(id, 1, content);
      const first: StoredVersion = { version: 1, changedAt: createdAt, change: 'made', runId, ...written };
      const finished = await store.transaction(async (documents) => {
        const row = await documents.get(rows, id);
        if (row?.state !== 'unfinished') return false;
        await documents.put(rows, { ...row, state: 'kept', versions: [first] });
        await also?.(documents);
        return true;
      });
      if (!finished) await files.delete(written.file);
    },

    async get(account, id) {
      const row = await owned(account, id);
      return withContent(row, newestOf(row));
    },

    async update(account, id, change, edit) {
      for (;;) {
        const row = await owned(account, id);
        const newest = await withContent(row, newestOf(row));
        if (row.versions.some(({ runId }) => runId !== null && runId === change.runId)) return newest;
        const changed = await tryChange(row, change, edit(newest.content));
        if (changed !== undefined) return changed;
      }
    },

    async versions(account, id) {
      const row = await owned(account, id);
      return row.versions.map((version) => versionOf(row, version));
    },

    async version(account, id, number) {
      const row = await owned(account, id);
      const version = row.versions.find((each) => each.version === number);
      if (version !== undefined) return withContent(row, version);
      throw new Problem('not-found', {
        detail: `This ${noun} has no such version; its newest is ${newestOf(row).version}.`,
      });
    },

    async list(account, { limit = 50, cursor }) {
      const { items, next } = await store.find(rows, {
        equals: { account, state: 'kept' },
        orderBy: 'createdAt',
        direction: 'descending',
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      return { items: items.map((row) => versionOf(row, newestOf(row))), next };
    },

    linkRun: (account, id, runId) =>
      store.transaction(async (documents) => {
        const row = await documents.get(rows, id);
        if (!isVisible(row, account)) throw none();
        await documents.put(rows, withRun(row, runId));
      }),

    async delete(account, id) {
      const doomed = await markDeleted(deletion, { account, id });
      if (doomed === undefined) throw none();
      await deleteMarked(deletion, doomed);
    },

    close: stopSweeping,
  };
}
