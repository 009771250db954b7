/** What providers on Postgres share. */

export {
  inTransaction,
  openPostgres,
  type Postgres,
  type PostgresConnection,
  type PostgresOptions,
  type PostgresQueries,
  type PostgresResult,
  type PreparedQueries,
} from './connection.ts';
export { postgresFault } from './faults.ts';
export { type Listening, type ListeningOptions, listenToPostgres } from './listen.ts';
export { databaseUrl, schemaName } from './settings.ts';
export { vacuumDeleted } from './vacuum-deleted.ts';
