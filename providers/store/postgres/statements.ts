import type { PostgresQueries } from 'chronoscribe/postgres';
import {
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';

/** Writes statements for Postgres; they are run by `compiledQueries`. */
export function postgresStatements<Tables>(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** Runs what kysely has written. */
export function compiledQueries(postgres: PostgresQueries): Pick<DatabaseConnection, 'executeQuery'> {
  return {
    async executeQuery<Row>({ sql, parameters }: { readonly sql: string; readonly parameters: readonly unknown[] }) {
      const { rows, rowCount } = await postgres.query<Row>(sql, parameters);
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
    },
  };
}
