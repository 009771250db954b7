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
} from './postgres/connection.ts';
export { postgresFault } from './postgres/faults.ts';
export { type Listening, type ListeningOptions, listenToPostgres } from './postgres/listening.ts';
export { clearRemains } from './postgres/remains.ts';
export { databaseUrl, schemaName } from './postgres/settings.ts';
export { turns } from './postgres/turns.ts';
