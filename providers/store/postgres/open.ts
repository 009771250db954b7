import { setTimeout as wait } from 'node:timers/promises';
import { type Logger, Problem } from 'chronoscribe';
import { openPostgres, type Postgres } from 'chronoscribe/postgres';
import { migrate } from './migrations.ts';
import { serializableParameters } from './transactions.ts';

/** The connections of a store to its database. */
export interface PostgresConnections {
  /** For reading, for counters and for journals. */
  readonly postgres: Postgres;
  /** For changes of documents, see `serializableDocuments`. */
  readonly changes: Postgres;
  /** For what may take long: making indexes, clearing up. */
  readonly upkeep: Postgres;
  /** For imports, each of which keeps one from its beginning to its end. */
  readonly imports: Postgres;
  readonly schema: string;
}

export interface OpenOptions {
  readonly url: string;
  readonly schema: string;
  readonly log: Logger;
  /** How long a server is waited for that is not there yet, in milliseconds. */
  readonly waitMs?: number;
}

/** Containers that start together do so in any order. */
const usualWaitMs = 30_000;
const againMs = 500;

/** A server allows 100 by default, and several hosts and their workflow engines share them. */
const readConnections = 8;
const changeConnections = 8;
const upkeepConnections = 2;
/** A host works on fewer runs than that at once, unless it is told otherwise. */
const importConnections = 5;

const oldestVersion = 15;

/**
 * Connects to a database and makes the tables of a store where they are missing. Nothing is written before it is known that a store can be kept there.
 *
 * @throws Error that names the server and database, never the password, and says how to mend it.
 */
export async function openConnections(options: OpenOptions): Promise<PostgresConnections> {
  const { url, schema, log, waitMs = usualWaitMs } = options;
  const postgres = await openPostgres({ url, schema, connections: readConnections, log });
  const changes = await openPostgres({ url, schema, connections: changeConnections, parameters: serializableParameters, log });
  const upkeep = await openPostgres({ url, schema, connections: upkeepConnections, answerMs: null, log });
  const imports = await openPostgres({ url, schema, connections: importConnections, log });
  try {
    await waitForServer(postgres, waitMs, log);
    await refuseUnfit(postgres);
    await makeSchema(postgres, schema);
    await migrate(upkeep, schema, { log });
    return { postgres, changes, upkeep, imports, schema };
  } catch (thrown) {
    await closeConnections({ postgres, changes, upkeep, imports });
    throw thrown;
  }
}

export async function closeConnections({
  postgres,
  changes,
  upkeep,
  imports,
}: Omit<PostgresConnections, 'schema'>): Promise<void> {
  await Promise.all([postgres, changes, upkeep, imports].map((pool) => pool.end()));
}

async function waitForServer(postgres: Postgres, waitMs: number, log: Logger): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      await postgres.query('select 1');
      return;
    } catch (thrown) {
      const mayCome = thrown instanceof Problem && thrown.transient;
      if (!mayCome || performance.now() + againMs > deadline)
        throw mayCome ? new Error(thrown.detail, { cause: thrown }) : thrown;
      if (isFirst) log.warn({ err: thrown }, `waiting up to ${Math.round(waitMs / 1000)} s for ${postgres.place}`);
      await wait(againMs);
    }
  }
}

/** @throws Error for a server that a store cannot be kept on. */
export async function refuseUnfit(postgres: Pick<Postgres, 'place' | 'query'>): Promise<void> {
  const { rows } = await postgres.query<{ version: string; major: number; encoding: string; readOnly: boolean }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
      current_setting('server_encoding') as encoding, pg_is_in_recovery() as "readOnly"`,
  );
  const [server] = rows;
  if (server === undefined) throw new Error(`${postgres.place} does not say what it is.`);
  const { place } = postgres;
  if (server.major < oldestVersion) {
    throw new Error(
      `${place} is PostgreSQL ${server.version}. Update it to ${oldestVersion} or later, or name another in the store's setting "url".`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new Error(
      `${place} keeps text as ${server.encoding}. Make a database for it with: createdb --encoding UTF8 --template template0 NAME`,
    );
  }
  if (server.readOnly)
    throw new Error(`${place} is a standby and can only be read. Name the primary in the store's setting "url".`);
}

/** Makes the schema where it is missing and the user may. */
async function makeSchema(postgres: Postgres, schema: string): Promise<void> {
  const { rows } = await postgres.query<{
    user: string;
    database: string;
    found: boolean;
    usable: boolean | null;
    creatable: boolean;
  }>(
    `select current_user as user, current_database() as database, n.oid is not null as found,
      has_schema_privilege(n.oid, 'USAGE') and has_schema_privilege(n.oid, 'CREATE') as usable,
      has_database_privilege(current_database(), 'CREATE') as creatable
     from (select) one left join pg_namespace n on n.nspname = $1`,
    [schema],
  );
  const [state] = rows;
  if (state?.found === true && state.usable === true) return;
  const { user = '', database = '' } = state ?? {};
  if (state?.found === true) {
    throw new Error(
      `${postgres.place}: the user "${user}" may not use the schema "${schema}". Run there: GRANT USAGE, CREATE ON SCHEMA "${schema}" TO "${user}";`,
    );
  }
  if (state?.creatable !== true) {
    throw new Error(
      `${postgres.place}: there is no schema "${schema}", and the user "${user}" may not make it. Run there: CREATE SCHEMA "${schema}" AUTHORIZATION "${user}"; ` +
        `or: GRANT CREATE ON DATABASE "${database}" TO "${user}";`,
    );
  }
  await postgres.query(`create schema if not exists "${schema}"`).catch(async (thrown: unknown) => {
    // Another host that started at the same time was first.
    const made = await postgres.query('select 1 from pg_namespace where nspname = $1', [schema]);
    if (made.rowCount === 0) throw thrown;
  });
}
