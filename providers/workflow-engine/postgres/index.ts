import { Cluster, defineProvider, WorkflowEngine } from 'chronoscribe';
import { databaseUrl, schemaName } from 'chronoscribe/postgres';
import { z } from 'zod';
import { absenceMs, leaseMs } from '../hosts/settings.ts';
import { openDatabase } from './database.ts';
import { postgresEngine } from './engine.ts';

/** Runs of any number of hosts, kept in one schema of a Postgres database. */
export default defineProvider({
  kind: WorkflowEngine,
  name: 'postgres',
  needs: { cluster: Cluster },
  config: z.strictObject({
    url: databaseUrl,
    schema: schemaName.default('chronoscribe_workflows'),
    concurrency: z.int().min(1).default(2).describe('how many runs this host works on at the same time'),
  }),
  async create({ config, needs, dataFolder, log }) {
    const { url, schema, concurrency } = config;
    const database = await openDatabase({ url, schema, log });
    return postgresEngine({ database, cluster: needs.cluster, dataFolder, concurrency, log, leaseMs, absenceMs });
  },
  stop: (engine) => engine.close(),
  health: (engine) => engine.health(),
});
