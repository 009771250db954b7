import { testDatabase } from 'chronoscribe/testing';

/** How a test tells its child processes of its database. */
const variable = 'CHRONOSCRIBE_DATABASE_OF_TEST';

/** Makes a database for this test file and for the child processes that it starts. */
export async function openDatabaseOfTest(): Promise<{ readonly isServer: boolean; stop(): Promise<void> }> {
  const { url, isServer, stop } = await testDatabase();
  process.env[variable] = url;
  return { isServer, stop };
}

/** The url of the database that was made for this test. */
export function databaseOfTest(): string {
  return process.env[variable] ?? '';
}
