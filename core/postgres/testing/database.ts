import { randomUUID } from 'node:crypto';
import { silentLog } from '../../testing/provider.ts';
import { openPostgres } from '../connection.ts';

/** An empty database for tests. */
export interface TestDatabase {
  readonly url: string;
  /**
   * False for PGlite, which has one session for all connections: no session locks, settings or `pg_terminate_backend`
   * for one of them.
   */
  readonly isServer: boolean;
  stop(): Promise<void>;
}

/** URL of a real server for tests, with the right to create databases. */
const serverUrl = process.env.CHRONOSCRIBE_TEST_POSTGRES;

/**
 * Creates a database: on the server of `CHRONOSCRIBE_TEST_POSTGRES`, otherwise on PGlite. Both are reached through a
 * socket, by any number of connections and processes.
 */
export async function testDatabase(): Promise<TestDatabase> {
  if (serverUrl === undefined) {
    const { startPglite } = await import('./pglite-server.ts');
    return { ...(await startPglite()), isServer: false };
  }
  const name = `chronoscribe_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `create database ${name}`);
  // No test cuts the power of the server, and on a real disk every commit waits for milliseconds.
  await onServer(serverUrl, `alter database ${name} set synchronous_commit = off`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, isServer: true, stop: () => onServer(serverUrl, `drop database ${name} with (force)`) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const postgres = await openPostgres({ url, schema: 'public', connections: 1, log: silentLog });
  try {
    await postgres.query(statement);
  } finally {
    await postgres.end();
  }
}
