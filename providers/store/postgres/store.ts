import type { Cluster, Health } from 'chronoscribe';
import { createScrubber } from 'chronoscribe/files';
import { vacuumDeleted } from 'chronoscribe/postgres';
import { preparedCollections } from '../collections.ts';
import type { OpenStore } from '../open-store.ts';
import { positionOf, type SqlContext, sqlDocuments } from '../sql/documents.ts';
import { sqlQueries, type Tables, tableName } from '../sql/queries.ts';
import { transactionScope } from '../transaction-scope.ts';
import { postgresArchive } from './archive.ts';
import { type PostgresCluster, postgresCluster } from './cluster.ts';
import { type OpenOptions, openConnections, type PostgresConnections, postgresHealth } from './connections.ts';
import { postgresCounters } from './counters.ts';
import { compiledQueries, fieldWords, postgresCompiler, postgresDialect } from './dialect.ts';
import { postgresJournal } from './journal.ts';
import { prepareTables } from './tables.ts';
import { serializableDocuments } from './transactions.ts';

export interface PostgresStore extends OpenStore {
  readonly cluster: Cluster;
}

/**
 * Opens the store of a schema of a database, and creates it if it is missing.
 *
 * @throws Error that names the server and database, with a hint
 */
export async function openStore(options: OpenOptions): Promise<PostgresStore> {
  const connections = await openConnections(options);
  try {
    return postgresStore(connections, await postgresCluster(connections.postgres, options.schema, options.log));
  } catch (thrown) {
    await connections.close();
    throw thrown;
  }
}

/** A store over the connections to one database, which `stop` closes. Any number of hosts may share the database. */
function postgresStore(connections: PostgresConnections, cluster: PostgresCluster): PostgresStore {
  const { postgres, changes, upkeep, schema } = connections;
  const { place } = postgres;
  const prepared = preparedCollections();
  const parts: SqlContext = { prepared, queries: sqlQueries(postgresCompiler<Tables>(), postgresDialect), place };
  const next = postgresCounters(postgres);
  const documents = { ...sqlDocuments(compiledQueries(postgres), parts), next };
  const scope = transactionScope();
  const { transaction, insert, put, delete: deleteOne } = serializableDocuments(changes, parts, scope, next);
  const {
    scrub,
    failure,
    stop: stopScrubbing,
  } = createScrubber(() => vacuumDeleted(upkeep, ['documents\\_%', 'journal\\_%']));
  const inFlight = createInFlight();
  let stopped = false;

  const refuseMisuse = () => {
    if (stopped) throw new Error(`The store ${place} was stopped.`);
    scope.refuseInside();
  };
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    refuseMisuse();
    return inFlight.run(work);
  };
  const journal = postgresJournal(connections, {
    ask: run,
    inside: (work) => scope.run(documents, work),
  });
  return {
    journal,
    archive: postgresArchive(upkeep, parts, run),
    cluster,
    get: (collection, id) => run(() => documents.get(collection, id)),
    insert: (collection, document) => run(() => insert(collection, document)),
    put: (collection, document) => run(() => put(collection, document)),
    delete: (collection, id) => run(() => deleteOne(collection, id)),
    find: (collection, query) => run(() => documents.find(collection, query)),
    next: (counter) => run(() => documents.next(counter)),
    prepare: (...collections) =>
      run(async () => {
        for (const collection of collections) prepared.add(collection);
        await prepareTables(postgres, upkeep, collections);
      }),
    transaction: (work) => run(() => transaction(work)),
    search: (collection, words, limit) =>
      run(async () => {
        prepared.require(collection);
        const { rows } = await postgres.query<{ body: string }>(
          `select body from ${tableName(collection.name)} where ${fieldWords(collection.words ?? '')} @> $1
           order by ctid desc limit $2`,
          [words, limit],
        );
        return rows.map(({ body }) => positionOf(body, undefined).id);
      }),
    scrub: () => run(scrub),
    async health() {
      const health = await postgresHealth(postgres, schema);
      return health.status === 'ok' ? (cluster.health() ?? leftovers(place, failure()) ?? health) : health;
    },
    async stop() {
      if (stopped) return;
      stopped = true;
      await inFlight.idle();
      await stopScrubbing();
      await cluster.stop();
      await connections.close();
    },
  };
}

function leftovers(place: string, failure: string | undefined): Health | undefined {
  if (failure === undefined) return undefined;
  return {
    status: 'degraded',
    detail: `${place} may hold deleted text: removing it for good failed. ${failure}`,
    hint: 'See what keeps its tables busy: select * from pg_stat_activity. The host tries again every minute.',
  };
}

/** Counts running requests, so that `stop` can wait for them. */
function createInFlight() {
  const running = new Set<Promise<unknown>>();
  return {
    async run<T>(work: () => Promise<T>): Promise<T> {
      const result = work();
      running.add(result);
      try {
        return await result;
      } finally {
        running.delete(result);
      }
    },
    /** Waits until no request is running. */
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
