import { stat } from 'node:fs/promises';
import type { Archive, Documents, Health, Store } from 'chronoscribe';
import { createScrubber, rewriteDatabase } from 'chronoscribe/files';
import { fileHealth } from '../file-health.ts';
import { groupCommit } from '../group-commit.ts';
import type { Journal } from '../journal/kind.ts';
import { preparedCollections } from '../prepared.ts';
import { type CounterTable, sqlCounters } from '../sql/counters.ts';
import { type SqlParts, sqlDocuments } from '../sql/documents.ts';
import { sqlQueries } from '../sql/queries.ts';
import type { Tables } from '../sql/tables.ts';
import { guarded, transactionScope } from '../transaction-scope.ts';
import { sqliteArchive } from './archive.ts';
import { sqliteBatch } from './batch.ts';
import { sqliteFlavour } from './flavour.ts';
import { sqliteJournal } from './journal.ts';
import { truncatingLog } from './log-truncation.ts';
import type { SqliteConnections } from './open.ts';
import { prepareTable } from './tables.ts';

export interface SqliteStore extends Store {
  readonly journal: Journal;
  readonly archive: Archive;
  health(): Promise<Health>;
  /** Waits for what was begun, then closes the file. */
  stop(): Promise<void>;
}

/**
 * A store over the open connections to one SQLite file, which it closes at its end. For one host. A second process may open it too (a command of `chronoscribe` beside a running host):
 * its writes wait for a running transaction up to five seconds, and fail with an error that says so.
 */
export async function sqliteStore(file: string, connections: SqliteConnections): Promise<SqliteStore> {
  const { writer, reader } = connections;
  const opened = await stat(file);
  const db = writer.kysely<Tables>();
  const prepared = preparedCollections();
  const parts: SqlParts = { prepared, queries: sqlQueries(db, sqliteFlavour), place: file };
  const next = sqlCounters(writer, writer.kysely<CounterTable>(), file);
  const committed = { ...sqlDocuments(reader, parts), next };
  const current = { ...sqlDocuments(writer, parts), next };
  const log = await truncatingLog(file);
  const { run, single, alone, idle } = groupCommit(() => sqliteBatch(writer, current, log.committed));
  const { scrub, failure, stop: stopScrubbing } = createScrubber(() => alone(() => rewriteDatabase(file)));
  const scope = transactionScope();
  let stopped = false;

  const refuseMisuse = () => {
    if (stopped) throw new Error(`The store ${file} was stopped.`);
    scope.refuseInside();
  };
  const transaction = async <T>(work: (documents: Documents) => Promise<T>): Promise<T> => {
    refuseMisuse();
    return run((documents) => scope.run(documents, work));
  };
  const journal = sqliteJournal(file, connections, transaction);
  return {
    ...guarded({ ...committed, ...single }, refuseMisuse),
    journal,
    archive: sqliteArchive(file, writer, parts, transaction),
    async prepare(...collections) {
      refuseMisuse();
      for (const collection of collections) prepared.add(collection);
      await run(async () => {
        for (const collection of collections) await prepareTable(db, collection);
      });
    },
    transaction,
    async scrub() {
      refuseMisuse();
      await scrub();
    },
    async health() {
      const health = await fileHealth(file);
      if (health.status !== 'ok') return health;
      if ((await stat(file)).ino === opened.ino) return log.health() ?? leftovers(failure()) ?? health;
      return {
        status: 'failed',
        detail: `${file} was replaced by another file while it was in use.`,
        hint: 'Stop the host, see which of the two is right, and start again.',
      };
    },
    async stop() {
      if (stopped) return;
      stopped = true;
      await stopScrubbing();
      await idle();
      log.stop();
      await journal.release();
      reader.close();
      writer.close();
    },
  };
}

function leftovers(hindrance: string | undefined): Health | undefined {
  if (hindrance === undefined) return undefined;
  return {
    status: 'degraded',
    detail: `The database may hold remains of text that was deleted: it could not be written anew. ${hindrance}`,
    hint: 'See that the disk has as much room left as the database takes, and close other programs that have it open; the host tries again every minute.',
  };
}
