import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Logger } from '../api/logger.ts';
import { Problem } from '../api/problem.ts';
import { createSemaphore } from '../concurrency/mutex.ts';

/** The result of a statement. */
export interface PostgresResult<Row> {
  readonly rows: Row[];
  /** The number of rows that were changed or found. */
  readonly rowCount: number | null;
  /** The command tag: `INSERT`, `SELECT`, `COMMIT`… */
  readonly command: string;
}

/** Runs statements. `$1`, `$2`… stand for the values. */
export interface PostgresQueries {
  query<Row>(text: string, values?: readonly unknown[]): Promise<PostgresResult<Row>>;
}

/** Also runs prepared statements: a connection parses and plans each of them once. */
export interface PreparedQueries extends PostgresQueries {
  prepared<Row>(text: string, values: readonly unknown[]): Promise<PostgresResult<Row>>;
}

/** One connection, taken from the pool until it is released. */
export interface PostgresConnection extends PreparedQueries {
  /** `broken` closes the connection, for one whose state is unknown. */
  release(broken?: boolean): void;
}

/** A pool of connections to one database. Its errors are explained, see `postgresFault`. */
export interface Postgres extends PreparedQueries {
  /** `Postgres at host:port/database`, for errors. Without user and password. */
  readonly place: string;
  readonly url: string;
  readonly schema: string;
  connect(): Promise<PostgresConnection>;
  /** Waits until all connections are released, then closes them. */
  end(): Promise<void>;
}

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** The schema of unqualified names. Letters, digits and `_`. */
  readonly schema: string;
  /** The maximum number of connections. */
  readonly connections: number;
  /**
   * Time limit of a statement in milliseconds, after which the server counts as lost. 30 seconds by default; null for
   * no limit.
   */
  readonly answerMs?: number | null;
  /** Run-time parameters of each connection, such as `default_transaction_isolation`. Not for values from outside. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly log: Pick<Logger, 'warn'>;
}

/** Time limit for getting a connection from the pool. */
const connectMs = 10_000;

/** Without it, a lost machine would be noticed after a quarter of an hour. */
const usualAnswerMs = 30_000;

/** Opens a pool. Connects when it is first used. Loads `pg` here, so that hosts without Postgres do not load it. */
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
    // pg passes on an error from here and closes the connection.
    onConnect: async (client) => {
      await client.query([`set search_path to "${schema}"`, ...settings].join('; '));
    },
    types: { getTypeParser: (oid, format) => (oid === bigint ? wholeNumber : pg.types.getTypeParser(oid, format)) },
  });
  pool.on('error', (error) =>
    log.warn({ err: postgresFault(place, error) }, 'an idle connection to Postgres was lost'),
  );

  const explained = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (thrown) {
      throw postgresFault(place, thrown);
    }
  };
  // The boundary where rows get their types: the caller that wrote the statement knows them.
  const resultOf = async <Row>(work: Promise<unknown>) => (await explained(work)) as PostgresResult<Row>;
  const nameOf = statementNames();
  const connect = async (): Promise<PostgresConnection> => {
    const client = await explained(pool.connect());
    // An unhandled error event would end the process. Pending statements fail with the same error.
    const ignore = () => undefined;
    client.on('error', ignore);
    // A client takes one statement at a time.
    const statements = createSemaphore(1);
    const inOrder = <Row>(ask: () => Promise<unknown>) => statements.run(() => resultOf<Row>(ask()));
    return {
      query: (text, values = []) => inOrder(() => client.query(text, [...values])),
      prepared: (text, values) =>
        inOrder(() => client.query({ name: nameOf(client, text), text, values: [...values] })),
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

/**
 * Runs `work` in one transaction on one connection. Rolls back if `work` or a statement fails.
 *
 * @param begin the statement that begins the transaction
 * @throws the error of `work`, or an error if a statement failed and `work` returned all the same
 */
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
    // Postgres answers a commit with a rollback if a statement has failed.
    if (command !== 'COMMIT') throw new Error('A statement of this transaction failed, so it was rolled back.');
    return result;
  } catch (thrown) {
    // A lost server would not answer a rollback either.
    const isLost = thrown instanceof Problem && thrown.transient;
    whole =
      !isLost &&
      (await connection.query('rollback').then(
        () => true,
        () => false,
      ));
    throw thrown;
  } finally {
    connection.release(!whole);
  }
}

/**
 * Names prepared statements. The names differ between connections, since all connections to PGlite share one session.
 */
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

/** The OID of `bigint`. `pg` returns it as text, since a value may exceed the range of a number; ours never do. */
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

/** The setting for a database. */
export const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'expected the URL of a Postgres database' })
  .describe(
    `The database: postgres://USER:PASSWORD@HOST:5432/DATABASE, of PostgreSQL 15 or later. Keep the password in the environment: \${NAME}. Add ?sslmode=verify-full for TLS.`,
  );

/** The setting for a schema, which keeps the tables of one provider apart from others. */
export const schemaName = z
  .string()
  .regex(
    /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/,
    'Use up to 63 lower-case letters, digits and "_", and do not begin with "pg_"',
  )
  .describe('The schema that the tables are in, another one for each provider; it is made where it is missing.');

/**
 * SQLSTATE codes and system errors of a server that cannot be reached at the moment:
 * https://www.postgresql.org/docs/15/errcodes-appendix.html
 */
const unreachable =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOENT|08...|57P0[123]|53300|25006)$/;

/** Hints for other codes. */
const advice: Readonly<Record<string, string>> = {
  '28P01': 'The server refuses the password. Set the right one in the url.',
  '28000': 'The server refuses the user. See pg_hba.conf, and the user in the url.',
  '3D000': 'There is no such database. Make it with createdb, or name another in the url.',
  '42501': 'The user may not do that. Grant it the right to create in the database, or make the schema for it.',
};

/**
 * Explains an error of Postgres or of the connection, with the database and a hint.
 *
 * @param place the server and database, without a password
 * @returns a `provider-unavailable` problem if the server cannot be reached, `insufficient-storage` if its disk is
 * full; otherwise an error that keeps its `code` (SQLSTATE)
 */
export function postgresFault(place: string, thrown: unknown): unknown {
  if (!(thrown instanceof Error) || thrown instanceof Problem) return thrown;
  const code = codeOf(thrown);
  if (
    unreachable.test(code) ||
    /terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/i.test(thrown.message)
  ) {
    return new Problem('provider-unavailable', {
      detail: `${place} ${stateOf(code, thrown.message)}; what was not answered was perhaps not done.`,
      retryAfter: 5,
      transient: true,
      cause: thrown,
    });
  }
  if (code === '53100') {
    return new Problem('insufficient-storage', {
      detail: `The disk of ${place} is full. Free some space there and send the request again.`,
      cause: thrown,
    });
  }
  const hint = tlsAdvice(code, thrown.message) ?? advice[code];
  return Object.assign(
    new Error(`${place}: ${thrown.message}.${hint === undefined ? '' : ` ${hint}`}`, { cause: thrown }),
    { code },
  );
}

/** Hints for TLS errors: https://nodejs.org/api/tls.html#x509-certificate-error-codes */
function tlsAdvice(code: string, message: string): string | undefined {
  if (/does not support SSL/.test(message)) return 'Switch it on there, or leave sslmode out of the url.';
  if (/no pg_hba\.conf entry.*no encryption/.test(message))
    return 'It wants TLS, perhaps: add ?sslmode=verify-full to the url.';
  if (/^(UNABLE_TO_(VERIFY|GET)|SELF_SIGNED|DEPTH_ZERO|CERT_UNTRUSTED)/.test(code))
    return 'Name a file with the certificate of who signed it in NODE_EXTRA_CA_CERTS.';
  return undefined;
}

function stateOf(code: string, message: string): string {
  // After a failover, clients may reach the former primary for a while.
  if (code === '25006') return 'is read-only, a standby perhaps. See that the url names the primary';
  if (code === '53300') return 'lets no more connections in. Raise max_connections there, or run fewer hosts';
  return `cannot be reached (${code || message}). See that it runs and that the url names it`;
}

/** A host name with several addresses, none of which answers, gives an error that holds one for each address. */
function codeOf(thrown: Error): string {
  const first: unknown = thrown instanceof AggregateError ? thrown.errors[0] : thrown;
  const { code } = (first ?? thrown) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
