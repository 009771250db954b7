import type { Archive, Documents } from 'chronoscribe';
import { lockFile } from 'chronoscribe/files';
import { Low } from 'lowdb';
import { notEmptyError, restoreEntries, unknownCollection } from '../archive/entries.ts';
import { preparedCollections } from '../collections.ts';
import { groupCommit } from '../group-commit.ts';
import { restoreJournal } from '../journal/restore.ts';
import { serialJournal } from '../journal/serial.ts';
import { sqliteJournalConnection } from '../journal/sqlite-dialect.ts';
import type { OpenStore } from '../open-store.ts';
import { compareText } from '../query.ts';
import type { SqliteConnection } from '../sql/sqlite-connection.ts';
import { deleteTemporaryFiles, fileHealth } from '../store-file.ts';
import { guardDocuments, transactionScope } from '../transaction-scope.ts';
import { createDraft, type Draft, documentReads, draftDocuments, type LowdbContext } from './documents.ts';
import type { Contents } from './file-format.ts';
import { itemsIn, openTables, unfiled } from './journal.ts';
import { jsonFile } from './json-file.ts';

/** How many rows of the journal's tables were changed since they were made. */
const tableChanges = 'select total_changes()';

/**
 * A store in one JSON file, held in memory, for one process.
 *
 * @param readOnly true to read the file while another process uses it, without changing anything
 */
export async function lowdbStore(file: string, { readOnly = false } = {}): Promise<OpenStore> {
  const lock = readOnly ? { release: () => undefined } : await lockStoreFile(file);
  const empty: Contents = { counters: new Map(), collections: new Map(), journal: [] };
  const low = new Low(jsonFile(file, { readOnly }), empty);
  try {
    if (!readOnly) await deleteTemporaryFiles(file);
    await low.read();
    // Creating the file at the start shows whether it can be written.
    if (low.data === empty && !readOnly) await low.write();
  } catch (thrown) {
    lock.release();
    throw thrown;
  }
  // The committed contents, which readers see.
  let saved = low.data;
  const prepared = preparedCollections();
  const parts: LowdbContext = { prepared, counters: new Map(saved.counters), place: file };
  const memory = await openTables(saved.journal).catch((thrown: unknown) => {
    lock.release();
    throw thrown;
  });
  const scope = transactionScope();
  let stopped = false;

  const refuseMisuse = () => {
    if (stopped) throw new Error(`The store ${file} was stopped.`);
    scope.refuseInside();
  };
  /** A batch without changes writes nothing, unless a counter of an earlier batch could not be saved. */
  const save = async (draft: Draft, countedBefore: ReadonlyMap<string, number>, isJournalChanged: boolean) => {
    const counted = [...parts.counters].some(([name, value]) => countedBefore.get(name) !== value);
    if (draft.changes() === 0 && !counted && !isJournalChanged) return;
    const journal = isJournalChanged ? await itemsIn(sqliteJournalConnection(memory), saved.journal) : saved.journal;
    low.data = { counters: new Map(parts.counters), collections: draft.collections(), journal };
    await low.write();
    saved = low.data;
  };
  const { run, single, idle } = groupCommit(() => {
    const draft = createDraft(saved.collections);
    const countedBefore = new Map(parts.counters);
    const changesBefore = memory.scalar(tableChanges);
    memory.exec('begin');
    return {
      documents: draftDocuments(draft, parts),
      savepoint() {
        const before = draft.changes();
        memory.exec('savepoint piece');
        return {
          release: () => memory.exec('release piece'),
          rollback() {
            draft.undoTo(before);
            memory.exec('rollback to piece; release piece');
          },
        };
      },
      async commit() {
        await save(draft, countedBefore, memory.scalar(tableChanges) !== changesBefore);
        memory.exec('commit');
      },
      // The draft is dropped.
      rollback: () => memory.exec('rollback'),
    };
  });
  const transaction = async <T>(work: (documents: Documents) => Promise<T>): Promise<T> => {
    refuseMisuse();
    return run((documents) => scope.run(documents, work));
  };
  const read = async () => (await jsonFile(file, { readOnly: true }).read()) ?? empty;
  return {
    ...guardDocuments({ ...documentReads(() => saved.collections, parts), ...single }, refuseMisuse),
    // Reads too wait for their turn, so that what they see is in the file.
    journal: serialJournal(sqliteJournalConnection(memory), transaction),
    archive: lowdbArchive({ parts, memory, read, current: () => saved, run: transaction }),
    async prepare(...collections) {
      refuseMisuse();
      for (const collection of collections) prepared.add(collection);
    },
    transaction,
    // Each change rewrites the file and its copy.
    scrub: idle,
    health: () => fileHealth(file),
    async stop() {
      if (stopped) return;
      stopped = true;
      await idle();
      memory.close();
      lock.release();
    },
  };
}

/**
 * Locks the file against other processes, until `release` or the end of this process.
 *
 * @throws Error that names the file, if another process has locked it
 */
async function lockStoreFile(file: string): Promise<{ release(): void }> {
  const release = await lockFile(`${file}.lock`);
  if (release === undefined) {
    throw new Error(
      `${file} is in use by another process, and the lowdb store is for one. ` +
        'Stop that process, or use the sqlite store, which several processes may open.',
    );
  }
  return { release };
}

/** The parts of a store in a JSON file that an archive needs. */
interface LowdbArchiveOptions {
  readonly parts: LowdbContext;
  /** The tables of the journal. */
  readonly memory: SqliteConnection;
  /** Reads the file. */
  read(): Promise<Contents>;
  /** The contents of the store. */
  current(): Contents;
  /** Runs work in a transaction of the store. */
  readonly run: <T>(work: (documents: Documents) => Promise<T>) => Promise<T>;
}

/** Reads and fills a JSON file. The file is always written as a whole, so a reader sees one moment. */
function lowdbArchive({ parts, memory, read, current, run }: LowdbArchiveOptions): Archive {
  return {
    async *entries() {
      const { counters, collections, journal } = await read();
      for (const [name, value] of byName(counters)) yield { section: 'counters', value: { name, value } };
      for (const [name, documents] of byName(collections))
        for (const [, value] of byName(documents)) yield { section: `documents/${name}`, value };
      for (const item of journal) yield unfiled(item);
    },
    fill: (entries) =>
      run(async (documents) => {
        const found = foundIn(current(), parts.counters);
        if (found !== undefined) throw notEmptyError(parts.place, found);
        const counters = new Map<string, number>();
        await restoreEntries(entries, {
          async counter(name, value) {
            counters.set(name, value);
          },
          async document(name, document) {
            const collection = unknownCollection(name);
            parts.prepared.add(collection);
            return documents.insert(collection, document);
          },
          journal: restoreJournal(sqliteJournalConnection(memory)),
        });
        // Counters are not rolled back on failure.
        for (const [name, value] of counters) parts.counters.set(name, value);
      }),
  };
}

function byName<T>(named: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...named].toSorted(([one], [other]) => compareText(one, other));
}

function foundIn({ collections, journal }: Contents, counters: ReadonlyMap<string, number>): string | undefined {
  const [collection] = [...collections].find(([, documents]) => documents.size > 0) ?? [];
  if (collection !== undefined) return `the collection "${collection}" has documents`;
  if (journal.length > 0) return 'its journal has entries';
  return counters.size > 0 ? 'it has counters' : undefined;
}
