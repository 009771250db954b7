/** **Internal**: what providers on Postgres share. Exported as `chronoscribe/postgres`. */

export {
  databaseUrl,
  inTransaction,
  openPostgres,
  type Postgres,
  type PostgresConnection,
  type PostgresOptions,
  type PostgresQueries,
  type PostgresResult,
  type PreparedQueries,
  schemaName,
} from './connection.ts';
export { postgresFault } from './faults.ts';
export { type Listening, type ListeningOptions, listenToPostgres } from './listen.ts';
export { vacuumDeleted } from './vacuum-deleted.ts';
