import { setTimeout as wait } from 'node:timers/promises';
import { type Health, type Logger, Problem } from 'chronoscribe';
import { openPostgres, type Postgres } from 'chronoscribe/postgres';
import { migrate } from './migrations.ts';
import { serializableParameters } from './transactions.ts';

/** The connection pools of a store. */
export interface PostgresConnections {
  /** For reads, counters and journals. */
  readonly postgres: Postgres;
  /** For changes of documents, see `serializableDocuments`. */
  readonly changes: Postgres;
  /** For long statements, such as building indexes and vacuuming. */
  readonly upkeep: Postgres;
  /** For imports, each of which keeps a connection from beginning to end. */
  readonly imports: Postgres;
  readonly schema: string;
  close(): Promise<unknown>;
}

export interface OpenOptions {
  readonly url: string;
  readonly schema: string;
  readonly log: Logger;
  /** How long to wait for a server that cannot be reached, in milliseconds. */
  readonly waitMs?: number;
  /** Milliseconds within which a statement is answered, or its connection is lost. */
  readonly answerMs?: number;
  /** Of changes. Default: serializable. */
  readonly isolation?: 'repeatable read';
  /** How many for reads at most, and as many for changes. Default 8. */
  readonly connections?: number;
}

/** Containers that start together start in any order. */
const usualWaitMs = 30_000;
const againMs = 500;

/** A server allows 100 connections by default, which several hosts and their workflow engines share. */
const usualConnections = 8;
const upkeepConnections = 2;
/** More than the runs that a host works on at a time by default. */
const importConnections = 5;

const oldestVersion = 15;

/**
 * Connects to a database and creates the tables of a store if they are missing. Writes nothing before it knows that the
 * server suits.
 *
 * @throws Error that names the server and database, never the password, with a hint
 */
export async function openConnections(options: OpenOptions): Promise<PostgresConnections> {
  const { url, schema, log, waitMs = usualWaitMs, connections = usualConnections } = options;
  const answered = options.answerMs === undefined ? {} : { answerMs: options.answerMs };
  const postgres = await openPostgres({ url, schema, connections, ...answered, log });
  const changes = await openPostgres({
    url,
    schema,
    connections,
    parameters: {
      ...serializableParameters,
      ...(options.isolation && { default_transaction_isolation: options.isolation }),
    },
    ...answered,
    log,
  });
  const upkeep = await openPostgres({ url, schema, connections: upkeepConnections, answerMs: null, log });
  const imports = await openPostgres({ url, schema, connections: importConnections, log });
  const close = () => Promise.all([postgres, changes, upkeep, imports].map((pool) => pool.end()));
  try {
    await waitForServer(postgres, waitMs, log);
    await requireSuitableServer(postgres);
    await makeSchema(postgres, schema);
    await migrate(upkeep, schema, { log });
    return { postgres, changes, upkeep, imports, schema, close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
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

/** @throws Error if the server does not suit */
export async function requireSuitableServer(postgres: Pick<Postgres, 'place' | 'query'>): Promise<void> {
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

/** Creates the schema if it is missing and the user has the right. */
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

/** Time limit for an answer; the host waits two seconds for this check. */
const patienceMs = 1_500;

/** Share of the allowed connections from which the health is `degraded`. */
const mostTaken = 0.9;

/** Checks the server: it answers, is writable, and has free connections. */
export async function postgresHealth(postgres: Postgres, schema: string): Promise<Health> {
  const { place } = postgres;
  const hint = `See that the server runs and answers: psql -h HOST -p PORT -c 'select 1'. Requests are answered 503 until it does; then the host goes on by itself.`;
  try {
    const state = await Promise.race([ask(postgres), wait(patienceMs, undefined, { ref: false })]);
    if (state === undefined)
      return { status: 'failed', detail: `${place} has not answered for ${patienceMs / 1000} s.`, hint };
    const { version, readOnly, taken, allowed } = state;
    if (readOnly) {
      return {
        status: 'failed',
        detail: `${place} can only be read: it is a standby, or was made read-only.`,
        hint: 'See that the url names the primary.',
      };
    }
    if (taken > allowed * mostTaken) {
      return {
        status: 'degraded',
        detail: `${place}: ${taken} of the ${allowed} connections that it allows are taken.`,
        hint: 'Raise max_connections of the server, or run fewer hosts on it.',
      };
    }
    return { status: 'ok', detail: `PostgreSQL ${version}: ${place}, schema ${schema}` };
  } catch (thrown) {
    const detail =
      thrown instanceof Problem ? thrown.detail : thrown instanceof Error ? thrown.message : String(thrown);
    return { status: 'failed', detail, hint };
  }
}

async function ask(postgres: Postgres) {
  const { rows } = await postgres.query<{ version: string; readOnly: boolean; taken: number; allowed: number }>(
    `select current_setting('server_version') as version, current_setting('transaction_read_only') = 'on' as "readOnly",
      (select count(*) from pg_stat_activity where datid is not null) as taken, current_setting('max_connections')::int as allowed`,
  );
  return rows[0];
}
