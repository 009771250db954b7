import { testDatabase } from 'chronoscribe/testing';

/** Names the database to child processes. */
const variable = 'CHRONOSCRIBE_DATABASE_OF_TEST';

/** Creates a database for this test file and its child processes. */
export async function openDatabaseOfTest(): Promise<{ readonly isServer: boolean; stop(): Promise<void> }> {
  const { url, isServer, stop } = await testDatabase();
  process.env[variable] = url;
  return { isServer, stop };
}

/** The url of the database of this test. */
export function databaseOfTest(): string {
  return process.env[variable] ?? '';
}
