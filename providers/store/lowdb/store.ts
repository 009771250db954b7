import type { Documents } from 'chronoscribe';
import { lockFile } from 'chronoscribe/files';
import { Low } from 'lowdb';
import { preparedCollections } from '../collections.ts';
import { groupCommit } from '../group-commit.ts';
import { copySnapshot } from '../journal/copied-snapshot.ts';
import type { Journal, JournalBulk, JournalReads, JournalWrites } from '../journal/kind.ts';
import { journalReads } from '../journal/reads.ts';
import { sqliteJournalConnection } from '../journal/sqlite-dialect.ts';
import { accountJournal } from '../journal/writes.ts';
import type { OpenStore } from '../open-store.ts';
import { type SqlContext, sqlDocuments } from '../sql/documents.ts';
import { migrate } from '../sql/migrations.ts';
import { sqlQueries, type Tables } from '../sql/queries.ts';
import { fillSqlite, sqliteEntries } from '../sql/sqlite-archive.ts';
import { connectSqlite, type SqliteConnection } from '../sql/sqlite-connection.ts';
import { prepareTable, sqliteDialect } from '../sql/sqlite-schema.ts';
import { type CounterTable, sqlCounters, sqliteBatch } from '../sql/sqlite-writer.ts';
import { deleteTemporaryFiles, fileHealth } from '../store-file.ts';
import { guardDocuments, transactionScope } from '../transaction-scope.ts';
import { jsonFile } from './json-file.ts';

/** How many rows of the tables were changed since they were made. */
const tableChanges = 'select total_changes()';

/**
 * A store in one JSON file, for one process: tables in memory, whose contents are written before a change is
 * acknowledged.
 *
 * @param readOnly true to read the file while another process uses it, without changing anything
 */
export async function lowdbStore(file: string, { readOnly = false } = {}): Promise<OpenStore> {
  const release = readOnly ? () => undefined : await lockStoreFile(file);
  const memory = await connectSqlite(':memory:');
  const db = memory.kysely<Tables>();
  const prepared = preparedCollections();
  const parts: SqlContext = { prepared, queries: sqlQueries(db, sqliteDialect), place: file };
  const tables = { ...sqlDocuments(memory, parts), next: sqlCounters(memory, memory.kysely<CounterTable>(), file) };
  const low = new Low(jsonFile(file, { readOnly }), []);
  try {
    if (!readOnly) await deleteTemporaryFiles(file);
    await low.read();
    await migrate(db, 'the tables in memory', { backUp: async () => undefined });
    if (low.data.length > 0) await fillSqlite(low.data, memory, parts, tables);
    // Creating the file at the start shows whether it can be written.
    else if (!readOnly) await low.write();
  } catch (thrown) {
    memory.close();
    release();
    throw thrown;
  }
  const scope = transactionScope();
  let stopped = false;

  const refuseMisuse = () => {
    if (stopped) throw new Error(`The store ${file} was stopped.`);
    scope.refuseInside();
  };
  const { run, single, idle } = groupCommit(() => {
    const before = memory.scalar(tableChanges);
    const batch = sqliteBatch(memory, tables);
    return {
      ...batch,
      /** A batch without changes writes nothing. */
      async commit() {
        if (memory.scalar(tableChanges) !== before) {
          low.data = await Array.fromAsync(sqliteEntries(memory, parts));
          await low.write();
        }
        batch.commit();
      },
    };
  });
  const transaction = async <T>(work: (documents: Documents) => Promise<T>): Promise<T> => {
    refuseMisuse();
    return run((documents) => scope.run(documents, work));
  };
  return {
    // Reads are queued with changes, so that what they see is in the file.
    ...guardDocuments(
      {
        ...single,
        get: (collection, id) => run((documents) => documents.get(collection, id)),
        find: (collection, query) => run((documents) => documents.find(collection, query)),
      },
      refuseMisuse,
    ),
    journal: lowdbJournal(memory, transaction),
    archive: {
      // The file is always written as a whole, so a reader sees one moment, whoever writes.
      async *entries() {
        yield* (await jsonFile(file, { readOnly: true }).read()) ?? [];
      },
      fill: (entries) => transaction((documents) => fillSqlite(entries, memory, parts, documents)),
    },
    async prepare(...collections) {
      refuseMisuse();
      for (const collection of collections) prepared.add(collection);
      await run(async () => {
        for (const collection of collections) await prepareTable(db, collection);
      });
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
      release();
    },
  };
}

/**
 * Locks the file against other processes, until the end of this one or a call of what it returns.
 *
 * @throws Error that names the file, if another process has locked it
 */
async function lockStoreFile(file: string): Promise<() => void> {
  const release = await lockFile(`${file}.lock`);
  if (release !== undefined) return release;
  throw new Error(
    `${file} is in use by another process, and the lowdb store is for one. ` +
      'Stop that process, or use the sqlite store, which several processes may open.',
  );
}

type Run = <T>(work: () => Promise<T>) => Promise<T>;

/** The journal in the tables. Reads are queued with changes, so that what they see is in the file. */
function lowdbJournal(memory: SqliteConnection, run: Run): Journal {
  const connection = sqliteJournalConnection(memory);
  const reads = journalReads(connection, (view) => copySnapshot(connection, view));
  const change = <T>(account: string, work: (journal: JournalWrites & JournalBulk) => Promise<T>): Promise<T> =>
    run(async () => work((await accountJournal(connection, reads, account)).shown));
  // All changes are one write of the file in any case.
  return { ...queued(reads, run), transaction: change, bulk: change };
}

function queued(reads: JournalReads, run: Run): JournalReads {
  const waiting = Object.entries(reads).map(([name, read]) => [
    name,
    (...of: readonly unknown[]) => run<unknown>(() => Reflect.apply(read, reads, of)),
  ]);
  // The same functions by the same names.
  return Object.fromEntries(waiting);
}
