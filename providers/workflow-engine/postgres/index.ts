import { Cluster, defineProvider, WorkflowEngine } from 'chronoscribe';
import { z } from 'zod';
import { absenceMs, databaseUrl, leaseMs } from '../hosts/settings.ts';
import { openDatabase } from './database.ts';
import { postgresEngine } from './engine.ts';

/** Runs of any number of hosts, kept in one schema of a Postgres database. */
export default defineProvider({
  kind: WorkflowEngine,
  name: 'postgres',
  needs: { cluster: Cluster },
  config: z.strictObject({
    url: databaseUrl.describe(
      'The database: postgres://USER:PASSWORD@HOST:5432/DATABASE, of PostgreSQL 15 or later. Keep the password in an environment variable.',
    ),
    schema: z
      .string()
      .regex(/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/, 'Use up to 63 lower-case letters, digits and "_", and do not begin with "pg_"')
      .default('chronoscribe_workflows')
      .describe('The schema that the tables are in, another one than that of a store; it is made where it is missing.'),
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
