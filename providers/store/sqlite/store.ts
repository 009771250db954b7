import { stat } from 'node:fs/promises';
import type { Documents, Health } from 'chronoscribe';
import { createScrubber, rewriteDatabase, type Scrubber } from 'chronoscribe/files';
import { preparedCollections } from '../collections.ts';
import { groupCommit } from '../group-commit.ts';
import type { OpenStore } from '../open-store.ts';
import { type SqlContext, sqlDocuments } from '../sql/documents.ts';
import { sqlQueries, type Tables } from '../sql/queries.ts';
import { fillSqlite, sqliteEntries } from '../sql/sqlite-archive.ts';
import { connectSqlite } from '../sql/sqlite-connection.ts';
import { prepareTable, sqliteDialect } from '../sql/sqlite-schema.ts';
import { backgroundTransaction, type CounterTable, sqlCounters, sqliteBatch } from '../sql/sqlite-writer.ts';
import { fileHealth } from '../store-file.ts';
import { guardDocuments, transactionScope } from '../transaction-scope.ts';
import { sqliteJournal } from './journal.ts';
import { startLogTruncation } from './log-truncation.ts';
import type { SqliteConnections } from './open.ts';
import { forgetDeletedWords, prepareWords, searchWords } from './word-index.ts';

/**
 * A store over the connections to one SQLite file, which `stop` closes. For one host. A second process may open the
 * file, such as a command beside a running host: its writes wait for a running transaction up to five seconds.
 *
 * @param longestBatchMs see `groupCommit`
 * @param truncatesLog whether what is deleted leaves the log soon after each commit, and not only with `scrubSoon`
 */
export async function sqliteStore(
  file: string,
  connections: SqliteConnections,
  longestBatchMs?: number,
  truncatesLog = true,
): Promise<OpenStore & Pick<Scrubber, 'scrubSoon'>> {
  const { writer, reader } = connections;
  const opened = await stat(file);
  const db = writer.kysely<Tables>();
  const prepared = preparedCollections();
  const parts: SqlContext = { prepared, queries: sqlQueries(db, sqliteDialect), place: file };
  const next = sqlCounters(writer, writer.kysely<CounterTable>(), file);
  const committed = { ...sqlDocuments(reader, parts), next };
  const current = { ...sqlDocuments(writer, parts), next };
  const log = truncatesLog ? startLogTruncation(file) : undefined;
  const { run, single, alone, isAwaited, idle } = groupCommit(
    () => sqliteBatch(writer, current, log?.committed),
    longestBatchMs,
  );
  const {
    scrub,
    scrubSoon,
    failure,
    stop: stopScrubbing,
  } = createScrubber(() =>
    alone(async () => {
      forgetDeletedWords(writer);
      await rewriteDatabase(file);
    }),
  );
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
  const hidden = async <T>(work: () => Promise<T>): Promise<T> => {
    refuseMisuse();
    return alone(() => backgroundTransaction(writer, `${file}-wal`, () => scope.run(current, work)));
  };
  const journal = sqliteJournal(file, connections, transaction, hidden, isAwaited);
  return {
    ...guardDocuments({ ...committed, ...single }, refuseMisuse),
    journal,
    archive: {
      // A connection of its own, and one transaction: under WAL it sees one snapshot, and nobody waits.
      async *entries() {
        const snapshot = await connectSqlite(file);
        try {
          snapshot.exec('pragma query_only = on; begin');
          yield* sqliteEntries(snapshot, parts);
        } finally {
          snapshot.close();
        }
      },
      fill: (entries) => transaction((documents) => fillSqlite(entries, writer, parts, documents)),
    },
    async prepare(...collections) {
      refuseMisuse();
      for (const collection of collections) prepared.add(collection);
      await run(async () => {
        for (const collection of collections) {
          await prepareTable(db, collection);
          prepareWords(writer, collection);
        }
      });
    },
    transaction,
    async search(collection, words, limit) {
      refuseMisuse();
      prepared.require(collection);
      return searchWords(reader, collection, words, limit);
    },
    async scrub() {
      refuseMisuse();
      await scrub();
    },
    scrubSoon,
    async health() {
      const health = await fileHealth(file);
      if (health.status !== 'ok') return health;
      if ((await stat(file)).ino === opened.ino) return log?.health() ?? leftovers(failure()) ?? health;
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
      await log?.stop();
      await journal.release();
      reader.close();
      writer.close();
    },
  };
}

function leftovers(failure: string | undefined): Health | undefined {
  if (failure === undefined) return undefined;
  return {
    status: 'degraded',
    detail: `The database may hold deleted text: rewriting it failed. ${failure}`,
    hint: 'See that the disk has as much room left as the database takes, and close other programs that have it open; the host tries again every minute.',
  };
}
