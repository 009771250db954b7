import { Cluster, defineProvider } from 'chronoscribe';
import { WorkflowEngine } from 'chronoscribe/host';
import { databaseUrl, schemaName } from 'chronoscribe/postgres';
import { z } from 'zod';
import { openPostgresEngine } from './engine.ts';

/** Runs workflows on any number of hosts, which share one schema of a Postgres database. */
export default defineProvider({
  kind: WorkflowEngine,
  name: 'postgres',
  needs: { cluster: Cluster },
  config: z.strictObject({
    url: databaseUrl,
    schema: schemaName.default('chronoscribe_workflows'),
    concurrency: z.int().min(1).default(4).describe('how many runs this host works on at the same time'),
  }),
  create: ({ config, needs, dataFolder, sealing, log }) =>
    openPostgresEngine({ ...config, cluster: needs.cluster, dataFolder, sealing, log }),
  stop: (engine) => engine.close(),
  health: (engine) => engine.health(),
});
