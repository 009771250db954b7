import type { Logger } from 'chronoscribe';
import { openPostgres, type Postgres } from 'chronoscribe/postgres';
import type { BackendPostgres } from 'openworkflow/postgres';
import { migrate } from './migrations.ts';

export interface WorkflowDatabase {
  readonly schema: string;
  /** For our own statements. */
  readonly postgres: Postgres;
  /** For what may take long. */
  readonly upkeep: Postgres;
  /** openworkflow's, with connections of its own. */
  readonly backend: BackendPostgres;
  /** Gives openworkflow new connections, and ends those that it had. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

/** For what is asked beside the work: submissions, states, claims, leases. */
const connections = 4;

/**
 * Connects, and makes the tables where they are missing.
 *
 * @throws Error that names the server and says how to mend it.
 */
export async function openDatabase(options: {
  readonly url: string;
  readonly schema: string;
  readonly log: Logger;
}): Promise<WorkflowDatabase> {
  const { url, schema, log } = options;
  const postgres = await openPostgres({ url, schema, connections, log });
  const upkeep = await openPostgres({ url, schema, connections: 1, answerMs: null, log });
  const { BackendPostgres } = await import('openworkflow/postgres');
  const connect = (runMigrations: boolean) => BackendPostgres.connect(forOpenWorkflow(url), { schema, runMigrations });
  try {
    await migrate(postgres, schema, async () => endOf(await connect(true)));
  } catch (thrown) {
    await postgres.end();
    throw thrown;
  }
  const backend = await connect(false);
  let renewing: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    const former = poolOf(backend);
    Reflect.set(backend, 'pg', poolOf(await connect(false)));
    // Whoever waits for them has been told that they are lost.
    void former.end({ timeout: endS }).catch(() => undefined);
  };
  return {
    schema,
    postgres,
    upkeep,
    backend,
    renew() {
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
    async close() {
      await endOf(backend);
      await upkeep.end();
      await postgres.end();
    },
  };
}

/** Seconds that openworkflow's connections have to end what they are at. */
const endS = 2;

/**
 * openworkflow's own `stop` would wait for ever where a connection was once lost in the middle of a statement, which postgres.js still takes to be at
 * it; so its pool is told how long.
 */
async function endOf(backend: BackendPostgres): Promise<void> {
  await poolOf(backend).end({ timeout: endS });
}

function poolOf(backend: BackendPostgres) {
  const pool: unknown = Reflect.get(backend, 'pg');
  if (!isPool(pool)) throw new Error('this version of openworkflow keeps its connections elsewhere');
  return pool;
}

function isPool(value: unknown): value is { end(options: { readonly timeout: number }): Promise<void> } {
  return typeof value === 'function' && 'end' in value && typeof value.end === 'function';
}

/** openworkflow takes settings of its connections in the url alone. */
function forOpenWorkflow(url: string): string {
  const withSettings = new URL(url);
  const settings = {
    application_name: 'chronoscribe',
    // What the server remarks would be printed.
    client_min_messages: 'error',
    // In seconds: how long to wait for a connection, before another try to get one, and before one that is idle is closed.
    connect_timeout: '10',
    backoff: '1',
    idle_timeout: '60',
    // Types of arrays, which are not used. postgres.js asks for them as it connects, and a failure of that question would be heard by nobody and end the process.
    fetch_types: 'false',
  };
  for (const [name, value] of Object.entries(settings)) withSettings.searchParams.set(name, value);
  return withSettings.href;
}
