import { randomUUID } from 'node:crypto';
import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import { postgresFault } from './faults.ts';

/** What a statement gives. */
export interface PostgresResult<Row> {
  readonly rows: Row[];
  /** How many rows were changed or found. */
  readonly rowCount: number | null;
  /** The tag of the command: `INSERT`, `SELECT`, `COMMIT`… */
  readonly command: string;
}

/** Sends statements; their values are `$1`, `$2`… */
export interface PostgresQueries {
  query<Row>(text: string, values?: readonly unknown[]): Promise<PostgresResult<Row>>;
}

/** Sends statements that are sent again and again too: a connection parses and plans each of those once. */
export interface PreparedQueries extends PostgresQueries {
  prepared<Row>(text: string, values: readonly unknown[]): Promise<PostgresResult<Row>>;
}

/** One connection, borrowed from the pool until it is released. */
export interface PostgresConnection extends PreparedQueries {
  /** `broken` closes it, for one whose state is not known. */
  release(broken?: boolean): void;
}

/** A pool of connections to one database. Everything it throws is explained, see `postgresFault`. */
export interface Postgres extends PreparedQueries {
  /** `Postgres at host:port/database`: for errors, without user and password. */
  readonly place: string;
  readonly url: string;
  readonly schema: string;
  connect(): Promise<PostgresConnection>;
  /** Waits for borrowed connections. */
  end(): Promise<void>;
}

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** The schema that unqualified names are looked up in. Letters, digits and `_`. */
  readonly schema: string;
  /** The most connections at a time. */
  readonly connections: number;
  /** Milliseconds within which a statement is answered, or the server counts as lost: half a minute by default; null for what may take as long as it likes. */
  readonly answerMs?: number | null;
  /** Run-time parameters of each connection, such as `default_transaction_isolation`. Names and values are fixed in the code. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly log: Pick<Logger, 'warn'>;
}

/** So long a request waits for a connection before it is told that there is none. */
const connectMs = 10_000;

/** A server whose machine is gone says nothing, and what waits for it would wait for a quarter of an hour. */
const usualAnswerMs = 30_000;

/** Opens a pool. Nothing is connected before it is used. `pg` is loaded here, and so only where it is chosen. */
export async function openPostgres({
  url,
  schema,
  connections,
  answerMs = usualAnswerMs,
  parameters = {},
  log,
}: PostgresOptions): Promise<Postgres> {
  const { default: pg } = await import('pg');
  const place = placeOf(url);
  const settings = Object.entries(parameters).map(([name, value]) => `set ${name} to '${value}'`);
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectMs,
    ...(answerMs !== null && { query_timeout: answerMs }),
    keepAlive: true,
    application_name: 'chronoscribe',
    // pg passes on whatever this throws, and the connection is given up.
    onConnect: async (client) => {
      await client.query([`set search_path to "${schema}"`, ...settings].join('; '));
    },
    types: { getTypeParser: (oid, format) => (oid === bigint ? wholeNumber : pg.types.getTypeParser(oid, format)) },
  });
  pool.on('error', (error) => log.warn({ err: postgresFault(place, error) }, 'an idle connection to Postgres was lost'));

  const explained = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (thrown) {
      throw postgresFault(place, thrown);
    }
  };
  // The boundary where rows get their types: whoever wrote the statement knows them.
  const resultOf = async <Row>(work: Promise<unknown>) => (await explained(work)) as PostgresResult<Row>;
  const nameOf = statementNames();
  const connect = async (): Promise<PostgresConnection> => {
    const client = await explained(pool.connect());
    // A connection that is lost while it is lent tells so here, and would end the process if nobody listened; whatever was asked of it fails too.
    const ignore = () => undefined;
    client.on('error', ignore);
    // A client takes one statement at a time.
    let last: Promise<unknown> = Promise.resolve();
    const inOrder = <Row>(ask: () => Promise<unknown>): Promise<PostgresResult<Row>> => {
      const result = last.then(() => resultOf<Row>(ask()));
      last = result.catch(() => undefined);
      return result;
    };
    return {
      query: (text, values = []) => inOrder(() => client.query(text, [...values])),
      prepared: (text, values) => inOrder(() => client.query({ name: nameOf(client, text), text, values: [...values] })),
      release(broken = false) {
        client.off('error', ignore);
        client.release(broken);
      },
    };
  };
  return {
    place,
    url,
    schema,
    query: (text, values = []) => resultOf(pool.query(text, [...values])),
    async prepared(text, values) {
      const connection = await connect();
      try {
        return await connection.prepared(text, values);
      } finally {
        connection.release();
      }
    },
    connect,
    end: () => pool.end(),
  };
}

/** Runs `work` in one transaction of one connection. Where it throws, nothing has happened. */
export async function inTransaction<T>(
  postgres: Pick<Postgres, 'connect'>,
  work: (connection: PreparedQueries) => Promise<T>,
  begin = 'begin',
): Promise<T> {
  const connection = await postgres.connect();
  let whole = false;
  try {
    await connection.query(begin);
    const result = await work(connection);
    const { command } = await connection.query('commit');
    whole = true;
    // Where a statement failed and `work` went on, Postgres answers a commit with a rollback.
    if (command !== 'COMMIT') throw new Error('A statement of this transaction failed, so it was rolled back.');
    return result;
  } catch (thrown) {
    // A server that is gone would be waited for once more.
    const isLost = thrown instanceof Problem && thrown.transient;
    whole = !isLost && (await rolledBack(connection));
    throw thrown;
  } finally {
    connection.release(!whole);
  }
}

async function rolledBack(connection: PostgresQueries): Promise<boolean> {
  return connection.query('rollback').then(
    () => true,
    () => false,
  );
}

/** Names prepared statements. No other connection has the same: those to PGlite share one session, and so its statements. */
function statementNames(): (client: object, text: string) => string {
  const names = new WeakMap<object, { readonly prefix: string; readonly byText: Map<string, string> }>();
  return (client, text) => {
    const { prefix, byText } = names.get(client) ?? { prefix: randomUUID(), byText: new Map<string, string>() };
    names.set(client, { prefix, byText });
    const name = byText.get(text) ?? `${prefix} ${byText.size}`;
    byText.set(text, name);
    return name;
  };
}

/** The type number of `bigint`. `pg` gives it as text, since it may be larger than a number can be; ours never are. */
const bigint = 20;

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`Postgres gave the number ${text}, which is too large.`);
  return value;
}

export function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? (hostname || 'localhost');
  return `Postgres at ${host}:${port || 5432}${pathname}`;
}
