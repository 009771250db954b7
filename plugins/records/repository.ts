import {
  type Audit,
  type Blobs,
  type Cluster,
  type Documents,
  type Logger,
  Problem,
  type Runs,
  type Store,
  undefinedIfNotFound,
} from 'chronoscribe';
import { contentFiles, recordFiles, UnreadableContent } from './content-files.ts';
import { deleteCancelled, deleteMarked, eraseRecords, markDeleted } from './deletion.ts';
import type { RecordEvent, RecordLabels, RecordRepository, RepositoryDefinition, VersionedRecord } from './kind.ts';
import { knownLabels } from './known-labels.ts';
import { type Listed, listRecords } from './listing.ts';
import { openSearchTerms, passageWith } from './search-terms.ts';
import {
  isVisible,
  newestOf,
  recordCollection,
  type StoredRecord,
  type StoredVersion,
  versionOf,
  withRun,
  wordsCollection,
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

export interface OpenedRepository<Content, Labels extends RecordLabels> extends RecordRepository<Content, Labels> {
  readonly listed: Listed<Labels>;
  /** What automations were told, or would be now, of the latest records among 200 that are wanted, newest first. */
  latestEvents(
    account: string,
    limit: number,
    isWanted: (found: NonNullable<StoredRecord['search']>) => boolean,
  ): Promise<readonly { readonly at: number; readonly payload: RecordEvent }[]>;
  /** Deletes all records of an account with their files, signed ones too. Their runs are erased by the host. */
  erase(account: string): Promise<void>;
}

type Change = Parameters<RecordRepository<unknown>['update']>[2];

/** Opens the records of one sort, and starts to sweep them. */
export async function openRecordRepository<Content, Labels extends RecordLabels>(
  definition: RepositoryDefinition<Content, Labels>,
  { store, blobs, runs, audit, cluster, log }: RepositoryTools,
): Promise<OpenedRepository<Content, Labels>> {
  const { noun, keepDays, labels, texts = () => [] } = definition;
  const searchTerms = openSearchTerms(store, { blobs, log });
  const rows = recordCollection(definition.name);
  const words = wordsCollection(definition.name);
  const contents = contentFiles(definition, { blobs, log });
  const known = knownLabels<Labels>();
  const files: typeof contents = {
    ...contents,
    deleteAll(id) {
      known.delete(id);
      return contents.deleteAll(id);
    },
  };
  await store.prepare(rows, words);
  const deletion = { store, rows, words, files, runs };

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

  /** What a content is found by, and what automations learn of it. */
  const described = async ({ account, id }: Pick<StoredRecord, 'account' | 'id'>, content: Content) => {
    const terms = await searchTerms();
    const { form, template, status, patient, title, warnings, coverage } = labels(content);
    const named = [...terms.of(account, { patient, title })];
    const search = { key: terms.key, form, status, terms: named, words: store.search !== undefined };
    const said = search.words ? [...named, ...(await terms.ofTexts(account, texts(content)))].join(' ') : undefined;
    const told = { id, form, template, status, warnings: warnings.length, coverage };
    const payload: RecordEvent = { record: { ...told, patient: terms.pseudonym(account, patient) } };
    const put = async (documents: Documents, row: StoredRecord) => {
      await documents.put(rows, { ...row, search });
      if (said !== undefined) await documents.put(words, { id, words: said });
    };
    return { search, put, event: { account, payload } };
  };

  /** Saves the next version of a record. @returns undefined if the record was changed or deleted since it was read */
  const tryChange = async (
    read: StoredRecord,
    { name, by, runId, saved }: Change,
    content: Content,
  ): Promise<VersionedRecord<Content> | undefined> => {
    const version = newestOf(read).version + 1;
    const written = await files.write(read.id, version, content);
    const next: StoredVersion = {
      version,
      changedAt: cluster.now(),
      change: name,
      by: by ?? null,
      runId: runId ?? null,
      ...written,
    };
    const { put, event } = await described(read, content);
    const kept = await store.transaction(async (documents) => {
      const row = await documents.get(rows, read.id);
      if (!isVisible(row, read.account) || newestOf(row).version + 1 !== version) return false;
      await put(documents, { ...withRun(row, next.runId), versions: [...row.versions, next] });
      await saved?.(documents, event);
      return true;
    });
    if (kept) return { ...versionOf(read, next), content };
    await files.delete(written.file);
    return undefined;
  };

  /** The newest content of a row, or why it cannot be read; undefined if the record is gone. */
  const newestContent = (row: StoredRecord): Promise<{ readonly content: Content } | UnreadableContent | undefined> =>
    undefinedIfNotFound(withContent(row, newestOf(row))).catch((thrown: unknown) => {
      if (thrown instanceof UnreadableContent) return thrown;
      throw thrown;
    });

  const latestEvents: OpenedRepository<Content, Labels>['latestEvents'] = async (account, limit, isWanted) => {
    const equals = { account, state: 'kept' } as const;
    const newest = { equals, orderBy: 'createdAt', direction: 'descending', limit: 200 } as const;
    const { items } = await store.find(rows, newest);
    const wanted = items.filter(({ search }) => search !== null && isWanted(search)).slice(0, limit);
    const events = wanted.map(async (row) => {
      const read = await newestContent(row);
      if (read === undefined || read instanceof UnreadableContent) return [];
      const { event } = await described(row, read.content);
      return [{ at: newestOf(row).changedAt, payload: event.payload }];
    });
    return (await Promise.all(events)).flat();
  };

  const index = async (row: StoredRecord): Promise<void> => {
    const { key } = await searchTerms();
    if (store.search === undefined || (row.search?.words && row.search.key === key)) return;
    const read = await newestContent(row);
    if (read === undefined || read instanceof UnreadableContent) return;
    const { put } = await described(row, read.content);
    await store.transaction(async (documents) => {
      const now = await documents.get(rows, row.id);
      // Who changed it meanwhile has added its words.
      if (isVisible(now, row.account) && now.versions.length === row.versions.length) await put(documents, now);
    });
  };
  const stopSweeping = sweepHourly({ ...deletion, audit, cluster, keepDays, log, index });

  const listed: Listed<Labels> = {
    rows,
    words,
    async searchOf(row) {
      if (row.search?.key === (await searchTerms()).key) return row.search;
      const read = await newestContent(row);
      if (read === undefined || read instanceof UnreadableContent) return undefined;
      return (await described(row, read.content)).search;
    },
    async read(row, query) {
      const { file } = newestOf(row);
      const place = { ...versionOf(row, newestOf(row)), location: definition.path + row.id, match: null };
      const shown = query === undefined ? known.get(row.id, file) : undefined;
      if (shown !== undefined) return { ...place, readable: true, ...shown };
      const read = await newestContent(row);
      if (read === undefined) return undefined;
      if (!(read instanceof UnreadableContent)) {
        const found = labels(read.content);
        known.set(row.id, file, found);
        const match = query === undefined ? null : (passageWith(query, texts(read.content)) ?? null);
        return { ...place, match, readable: true, ...found };
      }
      const { form = '', status = 'draft' } = row.search ?? {};
      const unknown = { template: '', title: '', patient: null, visit: null, excerpt: '', coverage: null };
      return { ...place, readable: false, form, status, ...unknown, warnings: [read.message] };
    },
  };

  return {
    latestEvents,
    listed,

    async add({ id, account, createdAt, runId, by = null }, content, saved) {
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
          search: null,
        });
        return true;
      });
      if (!begun) return;
      const written = await files.write(id, 1, content);
      const first: StoredVersion = { version: 1, changedAt: createdAt, change: 'made', by, runId, ...written };
      const { put, event } = await described({ account, id }, content);
      const finished = await store.transaction(async (documents) => {
        const row = await documents.get(rows, id);
        if (row?.state !== 'unfinished') return false;
        await put(documents, { ...row, state: 'kept', versions: [first] });
        await saved?.(documents, event);
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
        const changed = await tryChange(row, change, await edit(newest.content, versionOf(row, newestOf(row))));
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

    list: (account, options) => listRecords({ store, searchTerms, sources: [listed] }, account, options),

    filesOf: (id) => recordFiles(definition.name, id),

    linkRun: (account, id, runId) =>
      store.transaction(async (documents) => {
        const row = await documents.get(rows, id);
        if (!isVisible(row, account)) throw none();
        await documents.put(rows, withRun(row, runId));
      }),

    async delete(account, id, permit) {
      const doomed = await markDeleted(deletion, { account, id }, permit);
      if (doomed === undefined) throw none();
      await deleteMarked(deletion, doomed);
    },

    erase: (account) => eraseRecords(deletion, account),

    close: stopSweeping,
  };
}
