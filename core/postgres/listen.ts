import type { Client } from 'pg';
import type { Logger } from '../api/logger.ts';
import { messageOf } from '../api/text.ts';
import { type PostgresQueries, type PostgresResult, placeOf, postgresFault } from './connection.ts';

export interface ListeningOptions {
  readonly url: string;
  /** The channel of LISTEN and NOTIFY. Letters, digits and `_`. */
  readonly channel: string;
  /** Called with the payload of each notification. */
  onMessage(text: string): void;
  /**
   * Called once the connection listens, after each reconnect, and then every `heartbeatMs`. If it throws, the
   * connection is closed and opened again: so a connection on which nothing arrives any more is found.
   */
  heartbeat(connection: PostgresQueries): Promise<void>;
  readonly heartbeatMs: number;
  /** Time limit for an answer of the server, in milliseconds; 5 seconds by default. */
  readonly answerMs?: number;
  readonly log: Logger;
}

const usualAnswerMs = 5_000;
const firstAgainMs = 100;
const lastAgainMs = 5_000;

/**
 * Listens to a channel on a connection of its own, which is opened again when it is lost. Notifications are missed while
 * it is down. Loads `pg` here, so that hosts without Postgres do not load it.
 *
 * postgres.js reconnects too, and is not used: it waits up to 20 seconds between attempts, does not notice a connection
 * that is open on one side only, and does not tell whether it is connected.
 *
 * @throws the error of the first connection, see `postgresFault`
 */
export async function listenToPostgres({
  url,
  channel,
  onMessage,
  heartbeat,
  heartbeatMs,
  answerMs = usualAnswerMs,
  log,
}: ListeningOptions) {
  const { default: pg } = await import('pg');
  const place = placeOf(url);
  let current: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let againMs = firstAgainMs;
  let stopped = false;
  let failure: string | undefined;

  const begin = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'chronoscribe listening',
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    client.on('error', (error) => lose(client, error));
    client.on('end', () => lose(client, new Error('Connection terminated')));
    client.on('notification', ({ payload }) => onMessage(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen "${channel}"`);
      await heartbeat(queriesOf(client));
    } catch (thrown) {
      await client.end().catch(() => undefined);
      throw postgresFault(place, thrown);
    }
    if (stopped) return client.end();
    current = client;
    failure = undefined;
    againMs = firstAgainMs;
    timer = setTimeout(keepUp, heartbeatMs, client).unref();
  };
  const keepUp = (client: Client): void => {
    heartbeat(queriesOf(client)).then(
      () => {
        if (current === client) timer = setTimeout(keepUp, heartbeatMs, client).unref();
      },
      (thrown: unknown) => lose(client, thrown),
    );
  };
  const lose = (client: Client, thrown: unknown): void => {
    if (current !== client) return;
    current = undefined;
    client.end().catch(() => undefined);
    log.warn({ err: postgresFault(place, thrown) }, 'what other hosts say is not heard until Postgres is there again');
    retry(thrown);
  };
  const retry = (thrown: unknown): void => {
    failure = messageOf(thrown);
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => void begin().catch(retry), againMs).unref();
    againMs = Math.min(againMs * 2, lastAgainMs);
  };

  await begin();
  return {
    /** Why no notifications arrive at the moment; undefined if they do. */
    problem: () => failure,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      const client = current;
      current = undefined;
      await client?.end();
    },
  };
}

/** What `listenToPostgres` returns. */
export type Listening = Awaited<ReturnType<typeof listenToPostgres>>;

function queriesOf(client: Client): PostgresQueries {
  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      // The boundary where rows get their types: the caller that wrote the statement knows them.
      return (await client.query(text, [...values])) as unknown as PostgresResult<Row>;
    },
  };
}
