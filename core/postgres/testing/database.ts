import { randomUUID } from 'node:crypto';
import { silentLog } from '../../testing/provider.ts';
import { openPostgres } from '../connection.ts';

/** A database for tests, empty. */
export interface TestDatabase {
  readonly url: string;
  /** False where it is PGlite: one session for all connections, so nothing that only one of them should have (session locks, settings, `pg_terminate_backend`). */
  readonly isServer: boolean;
  stop(): Promise<void>;
}

/** Where a real server is named for tests: a url with the right to create databases. */
const serverUrl = process.env.CHRONOSCRIBE_TEST_POSTGRES;

/**
 * Makes a database of its own: on the server that `CHRONOSCRIBE_TEST_POSTGRES` names, else on PGlite, which needs none. Both are reached through a socket, by any number of connections
 * and processes.
 */
export async function testDatabase(): Promise<TestDatabase> {
  if (serverUrl === undefined) {
    const { startPglite } = await import('./pglite-server.ts');
    return { ...(await startPglite()), isServer: false };
  }
  const name = `chronoscribe_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `create database ${name}`);
  // No test takes the server's power away, and a real disk makes every commit wait for milliseconds.
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
