import { Archive, Cluster, defineProvider, Store } from 'chronoscribe';
import { z } from 'zod';
import { Journal } from '../journal/kind.ts';
import { openStore } from './store.ts';

/** Everything in one schema of a Postgres database, which any number of hosts may share. */
export default defineProvider({
  kind: Store,
  name: 'postgres',
  provides: { journal: Journal, archive: Archive, cluster: Cluster },
  config: z.strictObject({
    url: z
      .url({ protocol: /^postgres(ql)?$/, error: 'expected the URL of a Postgres database' })
      .describe('The database: postgres://USER:PASSWORD@HOST:5432/DATABASE, of PostgreSQL 15 or later.'),
    schema: z
      .string()
      .regex(/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/, 'Use up to 63 lower-case letters, digits and "_", and do not begin with "pg_"')
      .default('chronoscribe')
      .describe('The schema that the tables are in; it is made where it is missing.'),
  }),
  create: ({ config, log }) => openStore({ ...config, log }),
  stop: (store) => store.stop(),
  health: (store) => store.health(),
});
