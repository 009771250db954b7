import { createHash, randomUUID } from 'node:crypto';
import type { Cluster, Health, Logger } from 'chronoscribe';
import { runPeriodically } from 'chronoscribe/concurrency';
import { createCoalescingRunner, createListeners } from 'chronoscribe/host';
import { listenToPostgres, type Postgres, type PostgresQueries } from 'chronoscribe/postgres';
import { countInWindow, deleteExpiredWindows } from './counters.ts';

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

/** A message from one host to the others. */
interface PeerMessage {
  readonly topic: string;
  readonly text: string;
}

/** The maximum payload of a notification, in bytes: https://www.postgresql.org/docs/15/sql-notify.html */
const largestNotification = 7_999;
const longestText = 4_000;
/** The id of the host, a UUID, and a space. */
const headBytes = 37;
/** The lengths of topic and text. */
const frameBytes = 4;

/** @throws Error if a text or topic is too long */
function requireMessageSize({ topic, text }: PeerMessage): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > longestText)
    throw new Error(
      `A text of ${bytes} bytes under "${topic}" cannot be sent to other hosts. Send at most ${longestText}.`,
    );
  if (Buffer.byteLength(topic) > 255) throw new Error(`The topic "${topic}" is too long. Give it at most 255 bytes.`);
}

/**
 * Packs messages into as few notifications as possible. A payload is text without NUL, so the messages are in base64.
 */
function formatBatches(host: string, messages: readonly PeerMessage[]): readonly string[] {
  const room = Math.floor((largestNotification - headBytes) / 4) * 3;
  const packets: Buffer[][] = [];
  let left = 0;
  for (const { topic, text } of messages) {
    const [name, body] = [Buffer.from(topic), Buffer.from(text)];
    const head = Buffer.alloc(frameBytes);
    head.writeUInt16BE(name.length, 0);
    head.writeUInt16BE(body.length, 2);
    const frame = Buffer.concat([head, name, body]);
    if (frame.length > left) {
      packets.push([]);
      left = room;
    }
    packets.at(-1)?.push(frame);
    left -= frame.length;
  }
  return packets.map((frames) => `${host} ${Buffer.concat(frames).toString('base64')}`);
}

/** Parses the payload of a notification. */
function parseBatch(notification: string): { readonly host: string; readonly messages: readonly PeerMessage[] } {
  const [host = '', packet = ''] = notification.split(' ');
  const bytes = Buffer.from(packet, 'base64');
  const messages: PeerMessage[] = [];
  for (let at = 0; at + frameBytes <= bytes.length; ) {
    const text = at + frameBytes + bytes.readUInt16BE(at);
    const end = text + bytes.readUInt16BE(at + 2);
    messages.push({ topic: bytes.toString('utf8', at + frameBytes, text), text: bytes.toString('utf8', text, end) });
    at = end;
  }
  return { host, messages };
}

/**
 * Number of readings that are kept. The one with the shortest round trip is used: its error is at most half of that.
 */
const remembered = 8;

/** An estimate of a server's clock. @param ticks a monotonic clock of this machine, in milliseconds */
export function serverClock(ticks: () => number = () => performance.now()) {
  let answers: readonly { readonly offset: number; readonly trip: number }[] = [];
  /** The last value of `now`. */
  let offset = 0;
  let last: { readonly shown: number; readonly tick: number } | undefined;

  const show = (): number => {
    const tick = ticks();
    const right = tick + offset;
    const shown = last === undefined ? right : Math.max(right, last.shown + (tick - last.tick) / 2);
    last = { shown, tick };
    return shown;
  };
  return {
    /** Records a reading: the server's time, and `performance.now()` before and after. All in milliseconds. */
    note(serverMs: number, askedAt: number, answeredAt: number) {
      const trip = answeredAt - askedAt;
      const mine = { offset: serverMs - (askedAt + answeredAt) / 2, trip };
      // A reading that contradicts others beyond their error follows a step of the server's clock: the others are
      // dropped.
      const agree = answers.filter((each) => Math.abs(each.offset - mine.offset) <= (each.trip + trip) / 2 + drift);
      answers = [...agree, mine].slice(-remembered);
      offset = answers.reduce((best, each) => (each.trip < best.trip ? each : best)).offset;
    },
    /**
     * The server's time in whole milliseconds since 1970. Never goes back: an estimate that was ahead runs at half speed
     * until it is right.
     */
    now: () => Math.floor(show()),
  };
}

/** How much two clocks may drift apart between two readings, in milliseconds. */
const drift = 20;
