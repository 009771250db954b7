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
  postgresFault,
  schemaName,
} from './connection.ts';
export { type Listening, type ListeningOptions, listenToPostgres } from './listen.ts';
export { vacuumDeleted } from './vacuum-deleted.ts';
