import { createHash, randomUUID } from 'node:crypto';
import type { Cluster, Health, Logger } from 'chronoscribe';
import { runPeriodically } from 'chronoscribe/concurrency';
import { createCoalescingRunner, createListeners } from 'chronoscribe/host';
import { listenToPostgres, type Postgres, type PostgresQueries } from 'chronoscribe/postgres';
import { countInWindow, deleteExpiredWindows } from './counters.ts';
import { formatBatches, type PeerMessage, parseBatch, requireMessageSize } from './messages.ts';
import { serverClock } from './server-clock.ts';

export interface PostgresCluster extends Cluster {
  /** Why this host does not receive messages of others at the moment; undefined if it does. */
  health(): Health | undefined;
  stop(): Promise<void>;
}

/** How often the server's clock is read, in milliseconds. That also shows whether the connection works. */
const heartbeatMs = 15_000;
/** Number of readings at the start: the best of several is much more exact than one. */
const firstClockReadings = 5;
const sweepMs = 60_000;
/** A host that has not received its own message for so long receives no others either. */
const selfSilenceMs = 10_000;

/**
 * Messages between hosts that share a schema, by LISTEN and NOTIFY, and the server's clock. Listening needs a
 * connection of its own: with a pooler that assigns connections for one transaction (PgBouncer's `pool_mode =
 * transaction`) no message arrives, and `health` says so.
 *
 * @throws the error of the first connection; later it reconnects by itself
 */
export async function postgresCluster(postgres: Postgres, schema: string, log: Logger): Promise<PostgresCluster> {
  const host = randomUUID();
  const channel = `chronoscribe_${createHash('sha256').update(schema).digest('hex').slice(0, 16)}`;
  const listeners = createListeners(log);
  const clock = serverClock();
  let clockReadings = firstClockReadings;
  /** The messages that are not sent yet. */
  const outgoing: PeerMessage[] = [];
  /** Since when this host waits for its own message. */
  let waitingSince: number | undefined;

  const onMessage = (notification: string): void => {
    const { host: sender, messages } = parseBatch(notification);
    if (sender === host) waitingSince = undefined;
    else for (const { topic, text } of messages) listeners.notify(topic, text);
  };
  const heartbeat = async (connection: PostgresQueries): Promise<void> => {
    for (; clockReadings > 1; clockReadings -= 1) await readClock(connection);
    await readClock(connection);
    waitingSince ??= performance.now();
    await notify([host]);
  };
  const readClock = async (connection: PostgresQueries): Promise<void> => {
    const askedAt = performance.now();
    const { rows } = await connection.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    );
    if (rows[0] !== undefined) clock.note(rows[0].now, askedAt, performance.now());
  };
  /**
   * Not on the listening connection, so that a message arrives here only if it arrives elsewhere. Such a commit need
   * not be durable.
   */
  const notify = (notifications: readonly string[]) =>
    postgres.query(
      `select set_config('synchronous_commit', 'off', true), pg_notify($1, text) from unnest($2::text[]) as sent(text)`,
      [channel, notifications],
    );
  // In the order of sending. A message that cannot be sent is lost; listeners also poll.
  const sender = createCoalescingRunner(
    async () => {
      // The messages of one turn of the event loop share a statement.
      await Promise.resolve();
      if (outgoing.length > 0) await notify(formatBatches(host, outgoing.splice(0)));
    },
    (thrown) => log.debug({ err: thrown }, 'a message to other hosts could not be sent'),
  );
  const listening = await listenToPostgres({ url: postgres.url, channel, onMessage, heartbeat, heartbeatMs, log });
  const stopSweeping = runPeriodically(() => deleteExpiredWindows(postgres), {
    everyMs: sweepMs,
    onError: (thrown) => log.debug({ err: thrown }, 'expired counters could not be deleted'),
  });

  return {
    isShared: true,
    now: clock.now,
    listen: listeners.listen,
    send(topic, text) {
      const message = { topic, text };
      requireMessageSize(message);
      outgoing.push(message);
      void sender.request();
      listeners.notify(topic, text);
    },
    count: (name, windowMs) => countInWindow(postgres, name, windowMs),
    health() {
      const problem = listening.problem();
      if (problem !== undefined) {
        return {
          status: 'degraded',
          detail: `${postgres.place}: messages of other hosts are not received. ${problem}`,
          hint: 'See that the server runs.',
        };
      }
      if (waitingSince === undefined || performance.now() - waitingSince < selfSilenceMs) return undefined;
      return {
        status: 'degraded',
        detail: `${postgres.place}: messages between hosts do not arrive.`,
        hint: 'Connect to the server itself, or through a pooler that keeps sessions (pgbouncer: pool_mode = session).',
      };
    },
    async stop() {
      await stopSweeping();
      await sender.request();
      await sender.stop();
      await listening.stop();
    },
  };
}
