import { Cluster, defineProvider, WorkflowEngine } from 'chronoscribe';
import { databaseUrl } from 'chronoscribe/postgres';
import { z } from 'zod';
import { absenceMs, leaseMs } from '../hosts/settings.ts';
import { openDbosEngine } from './engine.ts';

/** Where the tables lie in the database, apart from those of a store. */
const schema = 'chronoscribe_dbos';

/**
 * Runs of any number of hosts, kept in one schema of a Postgres database and worked on by DBOS Transact, without its hosted service.
 *
 * - DBOS works through a run and saves each result of a step, only for as long as the run is claimed by who asks. Which host takes which run, and who lives, is the engine's.
 * - A dead host is found out after 30 s and the time until the next look, 7.5 s. A host that was frozen for longer goes on with its step until it looks, within a second; nothing that the
 *   step makes is kept, but what it does elsewhere happens twice.
 * - Two hosts that were given one `hostId` are told apart by their data folders, and the second is refused.
 * - While it is idle, a host asks the database about ten small things a second, most of them DBOS's.
 * - It needs sessions of its own: a pooler in transaction mode does not do.
 */
export default defineProvider({
  kind: WorkflowEngine,
  name: 'dbos',
  needs: { cluster: Cluster },
  config: z.strictObject({
    url: databaseUrl,
    hostId: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'Use up to 100 letters, digits, "_", "." and "-"')
      .optional()
      .describe('What this host is called, different for each; by default a name that is made once and kept in the data folder.'),
    concurrency: z.int().min(1).default(2).describe('how many runs this host works on at the same time'),
  }),
  create({ config, needs, dataFolder, log }) {
    const { url, hostId, concurrency } = config;
    return openDbosEngine({
      database: { url, schema },
      dataFolder,
      hostId,
      cluster: needs.cluster,
      concurrency,
      leaseMs,
      absenceMs,
      log,
    });
  },
  stop: (engine) => engine.close(),
  health: (engine) => engine.health(),
});
