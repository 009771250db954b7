import { type Logger, Problem } from 'chronoscribe';
import { openPostgres, postgresFault, vacuumDeleted } from 'chronoscribe/postgres';
import type { EngineDatabase, SqlValue } from '../database.ts';
import { answeringSockets } from './answering-sockets.ts';
import { migrate } from './migrations.ts';
import { onPool, renewedPool } from './renewed-pool.ts';

/** The most connections of a host to the database, for openworkflow and for our statements. */
const connections = 10;

/** Milliseconds within which a statement is answered, or its connection is lost. */
const usualAnswerMs = 30_000;

/** Seconds that a close waits for statements that are not answered. */
const closeS = 2;

/**
 * Connects, and creates the tables if they are missing.
 *
 * @throws Error that names the server and says what to do.
 */
export async function openPostgresDatabase(options: {
  readonly url: string;
  readonly schema: string;
  readonly answerMs?: number;
  readonly log: Logger;
}): Promise<EngineDatabase> {
  const { url, schema, answerMs = usualAnswerMs, log } = options;
  // Loaded here, so that only hosts that use this engine load them.
  const { default: postgres } = await import('postgres');
  const { BackendPostgres } = await import('openworkflow/postgres');
  const upkeep = await openPostgres({ url, schema, connections: 1, answerMs: null, log });
  const { place } = upkeep;
  const sockets = answeringSockets(answerMs);
  const open = (onclose: () => void) =>
    postgres(url, {
      onclose,
      max: connections,
      connect_timeout: 10,
      idle_timeout: 20,
      connection: { application_name: 'chronoscribe' },
      // Documented, but not in the typings.
      ...{ socket: sockets.open },
      // Notices would be printed.
      onnotice: () => {},
      // If the connection is lost while the types are fetched, the process ends: nobody handles that rejection.
      fetch_types: false,
      // openworkflow sends arrays of texts; a pool that fetches no types does not know them.
      types: { textArray: { to: 1009, from: [1009], serialize: arrayLiteral, parse: (literal: string) => literal } },
      // As openworkflow's own pool has it.
      transform: { column: { from: postgres.toCamel } },
    });
  const explain = (thrown: unknown) => {
    const isExplained = thrown instanceof Error && thrown.message.startsWith(place);
    return isExplained ? thrown : postgresFault(place, withSystemCode(thrown));
  };
  const isLost = (thrown: unknown): boolean => {
    const problem = explain(thrown);
    return problem instanceof Problem && problem.transient;
  };
  const pool = renewedPool({ open, isLost });
  const query = async (statement: string, values: readonly SqlValue[] = []): Promise<readonly unknown[]> => {
    try {
      return await pool.run(async () => pool.sql.unsafe(statement, [...values], { prepare: true }));
    } catch (thrown) {
      throw explain(thrown);
    }
  };
  const close = async (): Promise<void> => {
    await pool.end(closeS);
    sockets.stop();
    await upkeep.end();
  };
  try {
    await migrate({ place, schema, query }, async () => {
      const migrated = await BackendPostgres.connect(withoutNotices(url), { schema }).catch((thrown: unknown) => {
        throw explain(thrown instanceof Error ? (thrown.cause ?? thrown) : thrown);
      });
      await migrated.stop();
    });
  } catch (thrown) {
    await close();
    throw thrown;
  }
  return {
    place: `${place}, on all hosts`,
    leavesCopies: false,
    vacuumHint: 'Make sure that no backup or other long transaction uses the tables of workflows.',
    backend: onPool(pool, BackendPostgres.fromPool(pool.sql, { schema })),
    tables: {
      runs: `"${schema}".workflow_runs`,
      attempts: `"${schema}".step_attempts`,
      signals: `"${schema}".workflow_signals`,
      kept: `"${schema}".chronoscribe_signals`,
      queue: `"${schema}".chronoscribe_queue`,
    },
    now: 'now()',
    newestFirst: 'created_at desc, started_at desc',
    query,
    queryUnsynced: query,
    async transact(statements) {
      try {
        return await pool.run(() =>
          pool.sql.begin(async (transaction) => {
            let rows: readonly unknown[] = [];
            for (const { statement, values } of statements) rows = await transaction.unsafe(statement, [...values]);
            return rows;
          }),
        );
      } catch (thrown) {
        throw explain(thrown);
      }
    },
    parseColumn: (column) => column,
    // As its text, in a JSON string: jsonb reorders members, and refuses NUL and lone surrogates.
    encode: (json) => JSON.stringify(json) ?? 'null',
    decode: (saved) => (typeof saved === 'string' ? JSON.parse(saved) : null),
    writable: async () => {},
    explain,
    vacuum: () => vacuumDeleted(upkeep, ['step_attempts', 'workflow_runs', 'workflow_signals', 'chronoscribe_signals']),
    close,
  };
}

/** An array as Postgres reads it from text. */
function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => JSON.stringify(value)).join(',')}}`;
}

/** postgres.js has codes of its own for lost connections: https://github.com/porsager/postgres#connection-errors */
function withSystemCode(thrown: unknown): unknown {
  const code: unknown = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  const isLost = typeof code === 'string' && /^CONNECT(ION_|_TIMEOUT)/.test(code);
  return isLost ? Object.assign(new Error(String(thrown), { cause: thrown }), { code: 'ECONNRESET' }) : thrown;
}

/** openworkflow connects by itself to create its tables, and takes settings in the url alone. */
function withoutNotices(url: string): string {
  const quiet = new URL(url);
  quiet.searchParams.set('client_min_messages', 'error');
  quiet.searchParams.set('fetch_types', 'false');
  return quiet.href;
}
