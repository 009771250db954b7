import type { Logger } from 'chronoscribe';
import { openPostgres, postgresFault, vacuumDeleted } from 'chronoscribe/postgres';
import type { EngineDatabase, SqlValue } from '../database.ts';
import { answeringSockets } from './answering-sockets.ts';
import { migrate } from './migrations.ts';

/** The most connections of a host to the database, for openworkflow and for our statements. */
const connections = 10;

/** Milliseconds within which a statement is answered, or its connection is lost. */
const usualAnswerMs = 30_000;

/** Seconds between two attempts to connect, at most. */
const reconnectS = 1;

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
  const pool = postgres(url, {
    max: connections,
    connect_timeout: 10,
    idle_timeout: 20,
    // The default is up to 20 s, for each connection: after an outage, each statement could wait for so long.
    backoff: (attempts) => Math.min(2 ** attempts / 100, reconnectS),
    connection: { application_name: 'chronoscribe' },
    // Documented, but not in the typings.
    ...{ socket: sockets.open },
    // Notices would be printed.
    onnotice: () => {},
    // If the connection is lost while the types are fetched, the process ends: nobody handles that rejection.
    fetch_types: false,
    // As openworkflow's own pool has it.
    transform: { column: { from: postgres.toCamel } },
  });
  const explain = (thrown: unknown) => {
    const isExplained = thrown instanceof Error && thrown.message.startsWith(place);
    return isExplained ? thrown : postgresFault(place, withSystemCode(thrown));
  };
  const query = async (statement: string, values: readonly SqlValue[] = []): Promise<readonly unknown[]> => {
    try {
      return await pool.unsafe(statement, [...values], { prepare: true });
    } catch (thrown) {
      throw explain(thrown);
    }
  };
  const close = async (): Promise<void> => {
    await pool.end({ timeout: closeS });
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
    vacuumHint: 'Make sure that no backup or other long transaction uses the tables of workflows.',
    backend: BackendPostgres.fromPool(pool, { schema }),
    tables: {
      runs: `"${schema}".workflow_runs`,
      attempts: `"${schema}".step_attempts`,
      signals: `"${schema}".workflow_signals`,
    },
    newestFirst: 'created_at desc, started_at desc',
    query,
    parseColumn: (column) => column,
    // As its text, in a JSON string: jsonb reorders members, and refuses NUL and lone surrogates.
    encode: (json) => JSON.stringify(json) ?? 'null',
    decode: (saved) => (typeof saved === 'string' ? JSON.parse(saved) : null),
    writable: async () => {},
    explain,
    vacuum: () => vacuumDeleted(upkeep, ['step_attempts', 'workflow_runs', 'workflow_signals']),
    close,
  };
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
