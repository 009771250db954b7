import { afterAll, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../testing/provider.ts';
import { openPostgres } from './connection.ts';
import { listenToPostgres } from './listen.ts';
import { testDatabase } from './testing/database.ts';
import { startTcpProxy } from './testing/tcp-proxy.ts';

const database = await testDatabase();
const postgres = await openPostgres({ url: database.url, schema: 'public', connections: 1, log: silentLog });
afterAll(async () => {
  await postgres.end();
  await database.stop();
});

/** Listens through a proxy. `arrives` sends a notification, and says whether one has arrived since `forget`. */
async function listen() {
  const proxy = await startTcpProxy(database.url);
  let heard = 0;
  const listening = await listenToPostgres({
    url: proxy.url,
    channel: 'news',
    onMessage: () => {
      heard += 1;
    },
    heartbeat: async ({ query }) => void (await query('select 1')),
    heartbeatMs: 20,
    answerMs: 300,
    log: silentLog,
  });
  onTestFinished(async () => {
    await listening.stop();
    await proxy.stop();
  });
  const arrives = async () => {
    await postgres.query(`select pg_notify('news', 'x')`);
    return heard > 0;
  };
  const forget = () => {
    heard = 0;
  };
  return { proxy, listening, arrives, forget };
}

test('listening goes on after the connection was closed and the server was away', async () => {
  const { proxy, listening, arrives, forget } = await listen();
  await expect.poll(arrives).toBe(true);
  await proxy.cut();
  await expect.poll(listening.problem).toEqual(expect.any(String));
  await proxy.restore();
  forget();
  await expect.poll(arrives, { timeout: 10_000 }).toBe(true);
  await expect.poll(listening.problem).toBeUndefined();
});

test('listening notices a connection on which nothing arrives any more, and goes on', async () => {
  const { proxy, listening, arrives, forget } = await listen();
  await expect.poll(arrives).toBe(true);
  proxy.pause();
  await expect.poll(listening.problem, { timeout: 10_000 }).toEqual(expect.any(String));
  proxy.resume();
  forget();
  await expect.poll(arrives, { timeout: 10_000 }).toBe(true);
});

test('listening goes on after the server has ended its process', async ({ skip }) => {
  skip(!database.isServer, 'PGlite has no processes');
  const { arrives, forget } = await listen();
  await expect.poll(arrives).toBe(true);
  forget();
  await postgres.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'chronoscribe listening' and datname = current_database()`,
  );
  await expect.poll(arrives, { timeout: 10_000 }).toBe(true);
});
