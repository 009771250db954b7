import { openPostgres, type Postgres } from 'chronoscribe/postgres';
import { silentLog, type TestDatabase, testDatabase } from 'chronoscribe/testing';
import { afterAll, beforeAll } from 'vitest';

/** A database for the tests of a file, with a schema for each data folder. */
export interface SharedDatabase {
  readonly database: TestDatabase;
  /** The settings of the store of a folder. */
  settings(folder: string): { readonly url: string; readonly schema: string };
  /** Whether the text is in the files of that store's tables, also in deleted rows. */
  holds(folder: string, text: string): Promise<boolean>;
}

export function sharedDatabase(): () => SharedDatabase {
  let database: TestDatabase;
  let postgres: Postgres;
  const folders: string[] = [];
  beforeAll(async () => {
    database = await testDatabase();
    postgres = await openPostgres({ url: database.url, schema: 'public', connections: 1, log: silentLog });
  });
  afterAll(async () => {
    await postgres.end();
    await database.stop();
  });
  const schemaOf = (folder: string) => {
    if (!folders.includes(folder)) folders.push(folder);
    return `store_${folders.indexOf(folder)}`;
  };
  return () => ({
    database,
    settings: (folder) => ({ url: database.url, schema: schemaOf(folder) }),
    async holds(folder, text) {
      // Changes in memory reach the files with a checkpoint.
      await postgres.query('checkpoint');
      const { rows } = await postgres.query(
        `select 1 from pg_class where relnamespace = $1::regnamespace and pg_relation_filepath(oid) is not null
         and position(convert_to($2, 'UTF8') in pg_read_binary_file(pg_relation_filepath(oid))) > 0 limit 1`,
        [schemaOf(folder), text],
      );
      return rows.length > 0;
    },
  });
}
