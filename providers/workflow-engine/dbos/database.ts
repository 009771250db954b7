import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'chronoscribe';
import { openPostgres, type Postgres, type PostgresQueries } from 'chronoscribe/postgres';
import type { Dbos } from './library.ts';
import { prepareOwnTables } from './own-tables.ts';
import { forDbos } from './quiet-log.ts';

/** So long the server waits for a host in the middle of a transaction, in milliseconds: one that froze there would keep its peers from taking over. */
const idleInTransactionMs = 10_000;

/** Milliseconds between tries to be the one that prepares the database. */
const turnMs = 100;

export interface DatabasePlace {
  readonly url: string;
  /** Where everything lies: DBOS's own tables, and those of ours beside them. Letters, digits and `_`. */
  readonly schema: string;
}

export interface WorkflowDatabase extends DatabasePlace {
  /** For what is asked of the engine. */
  readonly postgres: Postgres;
  /**
   * For who lives, who works on what, and the step that begins. The server does not wait for its disk for these: where it dies itself, they may be some moments old. A claim that is lost so
   * saves nothing.
   */
  readonly bookkeeping: Postgres;
  /** For what may take long. */
  readonly upkeep: Postgres;
  close(): Promise<void>;
}

/**
 * Opens the database and makes what is missing in it, one host at a time: DBOS does so statement by statement, and two hosts that start together would
 * undo each other's count of what is done.
 *
 * @throws what names the database and says how to mend it, see `postgresFault`.
 */
export async function openDatabase({ url, schema }: DatabasePlace, dbos: Dbos, log: Logger): Promise<WorkflowDatabase> {
  const place = { url: withSetting(url, `idle_in_transaction_session_timeout=${idleInTransactionMs}`), schema };
  const postgres = await openPostgres({ ...place, connections: 4, log });
  try {
    await prepare(postgres, place, dbos, log);
  } catch (thrown) {
    await postgres.end();
    throw thrown;
  }
  const bookkeeping = await openPostgres({
    ...place,
    url: withSetting(place.url, 'synchronous_commit=off'),
    connections: 2,
    log,
  });
  const upkeep = await openPostgres({ ...place, connections: 1, answerMs: null, log });
  return {
    ...place,
    postgres,
    bookkeeping,
    upkeep,
    async close() {
      await Promise.all([postgres.end(), bookkeeping.end(), upkeep.end()]);
    },
  };
}

async function prepare(postgres: Postgres, { url, schema }: DatabasePlace, dbos: Dbos, log: Logger): Promise<void> {
  const connection = await postgres.connect();
  let whole = false;
  try {
    await takeTurn(connection, schema);
    await dbos.ensureSystemDatabase(url, forDbos(log, dbos), undefined, schema, false);
    await prepareOwnTables(postgres, schema);
    await connection.query(`select pg_advisory_unlock(hashtext('${schema}'))`);
    whole = true;
  } finally {
    // A connection that is closed lets go of the turn.
    connection.release(!whole);
  }
}

/** Asks again and again instead of waiting inside a statement, for which the indexes that another host is making would wait in turn. */
async function takeTurn(connection: PostgresQueries, schema: string): Promise<void> {
  for (;;) {
    const { rows } = await connection.query<{ mine: boolean }>(`select pg_try_advisory_lock(hashtext('${schema}')) as mine`);
    if (rows[0]?.mine === true) return;
    await pause(turnMs);
  }
}

/** Sets something for all connections of a url, as DBOS takes it, too; unless it is set there already. */
function withSetting(given: string, setting: string): string {
  const url = new URL(given);
  const options = url.searchParams.get('options') ?? '';
  if (options.includes(setting.replace(/=.*/, '='))) return given;
  url.searchParams.set('options', `${options} -c ${setting}`.trim());
  // It writes a space as a plus, which is none for whoever reads the url.
  url.search = url.search.replaceAll('+', '%20');
  return url.href;
}
