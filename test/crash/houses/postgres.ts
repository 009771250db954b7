import { openPostgres } from '../../../core/postgres/connection.ts';
import { testDatabase } from '../../../core/postgres/testing/database.ts';
import { silentLog } from '../../../core/testing/provider.ts';
import type { House } from './house.ts';
import { postgresPrograms, startPostgresServer } from './postgres-server.ts';

const onDatabase = (url: string) => ({
  store: { use: 'postgres', with: { url } },
  'workflow-engine': { use: 'postgres', with: { url } },
});

/**
 * Store and engine on a Postgres server of its own; where none is installed on PGlite, which outlives the hosts and
 * does not fail.
 */
export const postgresHouse: House = {
  name: 'postgres',
  inFiles: false,
  hasDatabase: (await postgresPrograms()) !== undefined,
  async open() {
    const programs = await postgresPrograms();
    if (programs === undefined) {
      const { url, stop } = await testDatabase();
      return { providers: onDatabase(url), database: undefined, close: stop };
    }
    const server = await startPostgresServer(programs);
    return {
      providers: onDatabase(server.url),
      database: {
        crash: server.crash,
        async cutConnections() {
          const postgres = await openPostgres({ url: server.url, schema: 'public', connections: 1, log: silentLog });
          await postgres.query(
            'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
          );
          await postgres.end();
        },
      },
      close: server.stop,
    };
  },
};
