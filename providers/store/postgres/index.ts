import { Archive, Cluster, defineProvider, Store } from 'chronoscribe';
import { databaseUrl, schemaName } from 'chronoscribe/postgres';
import { z } from 'zod';
import { Journal } from '../journal/kind.ts';
import { openStore } from './store.ts';

/** A store in one schema of a Postgres database, which any number of hosts may share. */
export default defineProvider({
  kind: Store,
  name: 'postgres',
  provides: { journal: Journal, archive: Archive, cluster: Cluster },
  config: z.strictObject({
    url: databaseUrl,
    schema: schemaName.default('chronoscribe'),
  }),
  create: ({ config, log }) => openStore({ ...config, log }),
  stop: (store) => store.stop(),
  health: (store) => store.health(),
});
