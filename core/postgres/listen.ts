import type { Client } from 'pg';
import type { Logger } from '../api/logger.ts';
import { type PostgresQueries, type PostgresResult, placeOf } from './connection.ts';
import { postgresFault } from './faults.ts';

export interface ListeningOptions {
  readonly url: string;
  /** What is listened to, see NOTIFY. Letters, digits and `_`. */
  readonly channel: string;
  /** Called with each text that is sent there. */
  onMessage(text: string): void;
  /** Called once it listens, after each loss of the connection too, and then every so many milliseconds. Where it throws, the connection is given up and made anew. */
  heartbeat(connection: PostgresQueries): Promise<void>;
  readonly heartbeatMs: number;
  readonly log: Logger;
}

/** A connection of its own that listens, and is made again wherever it is lost. What is sent meanwhile is not heard. */
export interface Listening {
  /** Why nothing is heard at the moment; undefined where it is. */
  problem(): string | undefined;
  stop(): Promise<void>;
}

/** So long the server may take to answer, in milliseconds. */
const answerMs = 5_000;
const firstAgainMs = 100;
const lastAgainMs = 5_000;

/**
 * Begins to listen. `pg` is loaded here, and so only where it is chosen.
 *
 * @throws what the first try gives, see `postgresFault`
 */
export async function listenToPostgres({
  url,
  channel,
  onMessage,
  heartbeat,
  heartbeatMs,
  log,
}: ListeningOptions): Promise<Listening> {
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
    failure = thrown instanceof Error ? thrown.message : String(thrown);
    clearTimeout(timer);
    if (stopped) return;
    timer = setTimeout(() => void begin().catch(retry), againMs).unref();
    againMs = Math.min(againMs * 2, lastAgainMs);
  };

  await begin();
  return {
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

function queriesOf(client: Client): PostgresQueries {
  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      // The boundary where rows get their types: whoever wrote the statement knows them.
      return (await client.query(text, [...values])) as unknown as PostgresResult<Row>;
    },
  };
}
