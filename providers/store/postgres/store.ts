import type { Archive, Cluster, Health, Store } from 'chronoscribe';
import { scrubbing } from 'chronoscribe/files';
import { vacuumDeleted } from 'chronoscribe/postgres';
import type { Journal } from '../journal/kind.ts';
import { preparedCollections } from '../prepared.ts';
import { type SqlParts, sqlDocuments } from '../sql/documents.ts';
import { sqlQueries } from '../sql/queries.ts';
import type { Tables } from '../sql/tables.ts';
import { transactionScope } from '../transaction-scope.ts';
import { underWay } from '../under-way.ts';
import { postgresArchive } from './archive.ts';
import { type PostgresCluster, postgresCluster } from './cluster.ts';
import { postgresCounters } from './counters.ts';
import { postgresFlavour } from './flavour.ts';
import { postgresHealth } from './health.ts';
import { postgresJournal } from './journal.ts';
import { closeConnections, type OpenOptions, openConnections, type PostgresConnections } from './open.ts';
import { compiledQueries, postgresStatements } from './statements.ts';
import { prepareTables } from './tables.ts';
import { serializableDocuments } from './transactions.ts';

export interface PostgresStore extends Store {
  readonly journal: Journal;
  readonly archive: Archive;
  readonly cluster: Cluster;
  health(): Promise<Health>;
  /** Waits for what was begun, then closes the connections. */
  stop(): Promise<void>;
}

/**
 * Opens the store that a schema of a database holds, and makes it where there is none.
 *
 * @throws Error that names the server and database and says how to mend it.
 */
export async function openStore(options: OpenOptions): Promise<PostgresStore> {
  const connections = await openConnections(options);
  try {
    return postgresStore(connections, await postgresCluster(connections.postgres, options.schema, options.log));
  } catch (thrown) {
    await closeConnections(connections);
    throw thrown;
  }
}

/** A store over the connections to one database, which it closes at its end. Any number of hosts may share the database. */
function postgresStore(connections: PostgresConnections, cluster: PostgresCluster): PostgresStore {
  const { postgres, changes, upkeep, schema } = connections;
  const { place } = postgres;
  const prepared = preparedCollections();
  const parts: SqlParts = { prepared, queries: sqlQueries(postgresStatements<Tables>(), postgresFlavour), place };
  const next = postgresCounters(postgres);
  const documents = { ...sqlDocuments(compiledQueries(postgres), parts), next };
  const scope = transactionScope();
  const { transaction, insert, put, delete: deleteOne } = serializableDocuments(changes, parts, scope, next);
  const { scrub, hindrance, stop: stopScrubbing } = scrubbing(() => vacuumDeleted(upkeep, ['documents\\_%', 'journal\\_%']));
  const begun = underWay();
  let stopped = false;

  const refuseMisuse = () => {
    if (stopped) throw new Error(`The store ${place} was stopped.`);
    scope.refuseInside();
  };
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    refuseMisuse();
    return begun.run(work);
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
    scrub: () => run(scrub),
    async health() {
      const health = await postgresHealth(postgres, schema);
      return health.status === 'ok' ? (cluster.health() ?? leftovers(place, hindrance()) ?? health) : health;
    },
    async stop() {
      if (stopped) return;
      stopped = true;
      await begun.idle();
      await stopScrubbing();
      await cluster.stop();
      await closeConnections(connections);
    },
  };
}

function leftovers(place: string, hindrance: string | undefined): Health | undefined {
  if (hindrance === undefined) return undefined;
  return {
    status: 'degraded',
    detail: `${place} may hold remains of text that was deleted: it could not be cleared away. ${hindrance}`,
    hint: 'See what keeps its tables busy: select * from pg_stat_activity. The host tries again every minute.',
  };
}
